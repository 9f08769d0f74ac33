package import FeatureKit

/// A command as a form for a browser: its parameters, and the initial value of each parameter.
package struct FormOutline: Sendable {
  package var feature: String
  package var command: CommandDescription
  package var fields: [Field]
  /// The problem that prevents the command for now; nil if there is none.
  package var hindrance: Problem?

  package struct Field: Sendable {
    package var parameter: ParameterDescription
    /// The initial values of the field: those on the command line, or else the stored values, or
    /// else the suggestion. A repeated parameter can have several.
    package var values: [String]
    /// The stored values when the form is made, if the command edits a record. They are compared
    /// with the submitted values, to find the fields that the person changed.
    package var began: [String]?
    /// The record that the command line names as the value of this parameter; nil if it names none.
    package var reference: Reference?
  }
}

extension Conversation {
  /// Returns the form for a command line such as `tasks due t3`. Throws if the viewer may not use
  /// the command, or if a named record does not exist.
  ///
  /// - Parameter sent: the fields that were already submitted. They may name the record whose
  ///   stored values fill the form.
  package func form(
    for line: String, sent: [String: [String]] = [:]
  ) async throws(Problem) -> FormOutline {
    let match = try index.match(try CommandText.words(line))
    let looking = try await look()
    let refusal = CommandRun.refusal(of: match.command, to: looking.viewer)
    if let refusal = refusal ?? looking.refusalWithoutAthlete(of: match.command) { throw refusal }
    guard let box = box(match.feature) else { throw Problem(.notFound) }
    let draft = try await resolved(
      CommandDraft(match.command, words: match.rest, leavesOpen: true))
    let context = try await visit.time()
    let current = try await box.values(behind: await naming(draft, sent))
    let suggested = try await box.suggestions(for: draft)
    let leftOut = try await box.leftOut(of: draft)
    let hindrance = try await box.hindrance(of: match.command)
    return FormOutline(
      feature: match.feature, command: match.command,
      fields: match.command.parametersAsAsked.filter { parameter in
        !leftOut.contains(parameter.name) || !draft.given[parameter.name].isEmpty
      }.map { parameter in
        let given = draft.given[parameter.name]
        // A suggested value would be submitted with the form. So a question that is only asked
        // after a certain answer to another question gets no suggestion, because the form shows
        // both at once. A field with several values gets none either, because the person's choice
        // would be added to it.
        let isAsked = parameter.askedWhen?.holds(for: draft.given) ?? true
        let suggestion =
          isAsked && !parameter.isRepeated ? parameter.suggestion?.text(in: context) : nil
        let values =
          given.isEmpty
          ? current[parameter.name] ?? suggested[parameter.name] ?? [suggestion].compactMap { $0 }
          : given.map { $0.reference?.handle ?? $0.text }
        return FormOutline.Field(
          parameter: parameter, values: values,
          began: current[parameter.name],
          reference: given.first?.reference)
      }, hindrance: hindrance)
  }

  /// Returns the draft (the command with its values) after looking up the record that each text
  /// names.
  func resolved(_ draft: CommandDraft) async throws(Problem) -> CommandDraft {
    var resolved = draft
    for pending in draft.unresolved {
      resolved.resolve(pending, as: try await record(pending))
    }
    return resolved
  }

  /// Returns the record that a text names. If no record has this name and none has a similar one,
  /// the problem says which command lists the records.
  func record(_ pending: PendingReference) async throws(Problem) -> Reference {
    do throws(Problem) {
      return try await visit.resolver.resolve(pending.text, as: pending.kinds)
    } catch {
      var problem = error
      if error.cause == .notFound, error.details.isEmpty, error.fix == nil,
        Handle.read(pending.text, kinds: pending.kinds) == .words
      {
        let lists = pending.kinds.compactMap(lineListing)
        if !lists.isEmpty {
          problem.fix = "See which there are:  " + lists.joined(separator: "  or  ")
        }
      }
      throw problem
    }
  }

  /// Returns the command line that lists the records of a kind, such as `schools`; nil if there is
  /// none.
  private func lineListing(_ kind: ReferenceKind) -> String? {
    guard
      let noun = index.shown(by: "\(kind.letter)1")?.command.split(separator: " ").first,
      !index.omits(String(noun)), let opening = index.entry(for: String(noun))?.opening,
      opening.mode == .reads, !opening.parameters.contains(where: \.isRequired)
    else { return nil }
    return String(noun)
  }

  /// Joins two neighboring values of a list if together they are the name of one record, as in
  /// `Abbott, Joel`. A form splits a list of names at its commas, and thereby also splits such a
  /// name.
  func joinNames(in draft: inout CommandDraft) async {
    for parameter in draft.command.parameters where parameter.isRepeated {
      guard case .references(let kinds) = parameter.completion else { continue }
      var position = 0
      while position + 1 < draft.given[parameter.name].count {
        let values = draft.given[parameter.name][position...(position + 1)]
        let isInWords = values.allSatisfy {
          $0.reference == nil && Handle.read($0.text, kinds: kinds) == .words
        }
        let name = values.map(\.text).joined(separator: ", ")
        if isInWords {
          let found = try? await visit.resolver.resolve(name, as: kinds)
          if let found, NameMatch(name).isExactly([found.title]) {
            draft.join(position, of: parameter.name, as: name)
          }
        }
        position += 1
      }
    }
  }

  /// Fills in the record that the draft (the command with its values) is about, if the command line
  /// lacks it but the submitted fields name it. If that record does not exist, returns the draft
  /// unchanged.
  private func naming(_ draft: CommandDraft, _ sent: [String: [String]]) async -> CommandDraft {
    var named = draft
    for parameter in draft.command.parameters where parameter.role == .argument {
      guard case .references = parameter.completion, draft.given[parameter.name].isEmpty,
        let texts = sent[parameter.name]
      else { continue }
      try? named.fill(parameter.name, withField: texts)
    }
    do throws(Problem) { return try await resolved(named) } catch { return draft }
  }
}
