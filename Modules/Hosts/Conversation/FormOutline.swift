package import FeatureKit

/// A command as a form: its parameters, and the initial value of each.
package struct FormOutline: Sendable {
  package var feature: String
  package var command: CommandDescription
  package var fields: [Field]

  package struct Field: Sendable {
    package var parameter: ParameterDescription
    /// The values of the line, or else the stored ones, or else the suggested one; several for a parameter that may be repeated.
    package var values: [String]
    /// The stored values, if the command edits a record; they are compared with the form when it is sent.
    package var began: [String]?
    /// The record that the line named.
    package var reference: Reference?
  }
}

extension Conversation {
  /// The form of the command that a line begins, such as `tasks due t3`. A viewer without the right is refused here, before the form is
  /// filled in; a record that the line names must exist.
  ///
  /// - Parameter sent: fields that were sent; they may name the record whose values the form begins with.
  package func form(
    for line: String, sent: [String: [String]] = [:]
  ) async throws(Problem) -> FormOutline {
    let match = try index.match(try CommandText.words(line))
    let viewer = try await look().viewer
    if let refusal = CommandRun.refusal(of: match.command, to: viewer) { throw refusal }
    guard let box = box(match.feature) else { throw Problem(.notFound) }
    let draft = try await resolved(
      CommandDraft(match.command, words: match.rest, leavesOpen: true))
    let context = try await parseContext()
    let current = try await box.values(behind: await naming(draft, sent))
    let leftOut = try await box.leftOut(of: match.command)
    return FormOutline(
      feature: match.feature, command: match.command,
      fields: match.command.parameters.filter { parameter in
        !leftOut.contains(parameter.name) || !draft.given[parameter.name].isEmpty
      }.map { parameter in
        let given = draft.given[parameter.name]
        // A field that depends on other answers gets no suggestion, because this form shows all fields at once; neither does one that takes
        // several, because what is chosen beside the suggestion would be added to it.
        let isAsked = parameter.askedWhen?.holds(for: draft.given) ?? true
        let suggestion =
          isAsked && !parameter.isRepeated ? parameter.suggestion?.text(in: context) : nil
        let values =
          given.isEmpty
          ? current[parameter.name] ?? [suggestion].compactMap { $0 }
          : given.map { $0.reference?.handle ?? $0.text }
        return FormOutline.Field(
          parameter: parameter, values: values,
          began: match.command.parameters.contains { $0.emptying != nil }
            ? current[parameter.name] : nil,
          reference: given.first?.reference)
      })
  }

  /// The draft with a reference in the place of each text that refers to a record.
  func resolved(_ draft: CommandDraft) async throws(Problem) -> CommandDraft {
    var resolved = draft
    for pending in draft.unresolved {
      resolved.resolve(
        pending, as: try await visit.resolver.resolve(pending.text, as: pending.kinds))
    }
    return resolved
  }

  /// The draft with the record that the fields name; without it where there is none of that name.
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
