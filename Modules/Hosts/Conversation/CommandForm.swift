import FeatureKit

/// Collects the values that a command needs and that its command line lacks: a terminal asks for
/// them one by one, and a browser sends them as the fields of a form.
struct CommandForm {
  let run: CommandRun
  let box: FeatureBox
  let context: ParseContext

  /// Checks the values on the command line. Values that name records are checked later, because
  /// finding a record needs a lookup in the data file.
  func checkGiven(_ draft: CommandDraft) throws(Problem) {
    for parameter in draft.command.parameters where !draft.given[parameter.name].isEmpty {
      if case .references = parameter.completion { continue }
      do throws(Problem) {
        try box.check(parameter.name, of: draft, in: context)
      } catch {
        throw sayingHowRead(draft, at: parameter, error)
      }
    }
  }

  /// Returns the problem of a word that is no valid choice, with a further detail: which words the
  /// command took for which arguments. If an earlier word is missing or too many, the person sees
  /// from this detail that only the position of the word is wrong.
  private func sayingHowRead(
    _ draft: CommandDraft, at parameter: ParameterDescription, _ problem: Problem
  ) -> Problem {
    let read = draft.command.parameters.filter {
      $0.role == .argument && !draft.given[$0.name].isEmpty
    }
    guard case .words = parameter.completion, parameter.role == .argument,
      let first = read.first, first.name != parameter.name
    else { return problem }
    var explained = problem
    let words = read.map { argument in
      "\(argument.name) `\(draft.given[argument.name].map(\.text).joined(separator: ", "))`"
    }
    explained.details.append("Read as:  " + words.joined(separator: ", "))
    return explained
  }

  /// Replaces each value that a person typed by the stored value that it means, for example the
  /// name of a measure that a family defined itself.
  ///
  /// The function changes only values that are looked up while the program runs. A value with a
  /// fixed list of choices stays as it was typed.
  func respell(_ draft: inout CommandDraft) async throws(Problem) {
    for parameter in draft.command.parameters { try await respell(parameter, in: &draft) }
  }

  func respell(
    _ parameter: ParameterDescription, in draft: inout CommandDraft
  ) async throws(Problem) {
    guard case .named(let name) = parameter.completion else { return }
    for given in draft.given[parameter.name] {
      if let meant = try await run.conversation.visit.lists.meaning(name, given.text) {
        draft.replace(given.text, with: meant, of: parameter.name)
      }
    }
  }

  /// Replaces each text that names a record with a reference to the record.
  func resolve(_ draft: inout CommandDraft) async throws(Problem) {
    draft = try await run.conversation.resolved(draft)
  }

  private func resolve(
    _ pending: PendingReference, _ draft: inout CommandDraft
  ) async throws(Problem) {
    draft.resolve(pending, as: try await run.conversation.record(pending))
  }
}

// MARK: - Values from the fields of a browser's form

extension CommandForm {
  /// Removes each field that the person did not change from the draft (the command with its
  /// values). It finds these fields by comparing the submitted values with the stored ones.
  ///
  /// A field that the person emptied makes the command empty the stored value. If the stored value
  /// was changed elsewhere while the person changed the field, the field gets a fault (a problem
  /// shown beside it), so that the person does not overwrite the other change.
  private func leaveWhatIsThere(
    _ fields: [String: [String]], in draft: inout CommandDraft
  ) async throws(Problem) {
    let now = try await whatIsThere(draft)
    // A form that adds a record has no stored values, and neither has a form whose record was not
    // found. The draft (the command with its values) then keeps all submitted fields.
    guard !now.isEmpty else { return }
    let began = run.began ?? now
    let empties = draft.command.parameters.contains { $0.emptying != nil }
    for (name, sent) in fields {
      // A browser sends an empty value before the values of a group of checkboxes, so that the
      // group is sent even if no box is checked. The empty value counts only if it is the only one.
      let texts = sent.filter { !$0.isEmpty }
      // An empty text means that there is no value. Empty texts are removed here, so that an empty
      // field equals a stored value that is missing.
      let before = (began[name] ?? []).filter { !$0.isEmpty }
      let present = (now[name] ?? []).filter { !$0.isEmpty }
      guard !texts.isSameAnswer(as: before) else {
        guard began[name] != nil else { continue }
        // The command cannot run without this value, so the value stays in the draft (the command
        // with its values) although the person did not change it. The stored value is used, because
        // it may be newer than the one in the form.
        let isRequired = draft.command.parameters.contains { $0.name == name && $0.isRequired }
        if isRequired, let stored = present.first {
          draft.fill(name, with: stored)
        } else {
          draft.clear(name)
        }
        continue
      }
      if present != before, !present.isSameAnswer(as: texts) {
        let parameter = draft.command.parameters.first { $0.name == name }
        run.faults.append(
          FieldFault(
            parameter: name, problem: .changedMeanwhile(from: before, to: present, of: parameter)))
      } else if texts.isEmpty, empties, !draft.empty(name) {
        run.faults.append(FieldFault(parameter: name, problem: .leftEmpty))
      }
    }
  }

  private func whatIsThere(_ draft: CommandDraft) async throws(Problem) -> [String: [String]] {
    var known = draft
    do throws(Problem) { try await resolve(&known) } catch { return [:] }
    return try await box.values(behind: known)
  }

  /// Fills the draft (the command with its values) from the submitted fields. It collects the
  /// faults of all fields, so that the person can correct them at once.
  func fill(_ fields: [String: [String]], into draft: inout CommandDraft) async throws(Problem) {
    for (name, texts) in fields.sorted(by: { $0.key < $1.key }) {
      try draft.fill(name, withField: texts)
    }
    await run.conversation.joinNames(in: &draft)
    try await leaveWhatIsThere(fields, in: &draft)
    for parameter in draft.command.parameters
    where parameter.canBeLeftEmpty && fields[parameter.name] != nil
      && draft.given[parameter.name].isEmpty
    {
      _ = draft.empty(parameter.name)
    }
    let leftOut = try await box.leftOut(of: draft)
    for parameter in draft.command.parameters {
      do throws(Problem) {
        for pending in draft.unresolved where pending.parameter == parameter.name {
          try await resolve(pending, &draft)
        }
        try await respell(parameter, in: &draft)
        if !draft.given[parameter.name].isEmpty {
          try box.check(parameter.name, of: draft, in: context)
          // `doubt` returns a question about an unlikely value. The question is ignored here,
          // because it is asked before the command runs. `doubt` throws for an impossible value,
          // which becomes a fault (a problem shown beside the field).
          _ = try box.doubt(about: parameter.name, of: draft, in: context)
        } else if draft.missing.contains(where: { $0.name == parameter.name })
          || parameter.isNeededInForm && !leftOut.contains(parameter.name)
            && parameter.askedWhen?.holds(for: draft.given) ?? true
        {
          throw Problem.missing(parameter, of: draft.command)
        }
      } catch {
        // A problem can name several fields, such as a number and its unit. The fault is shown at
        // the first of them that has a value.
        let faulty = error.parameters.first { !draft.given[$0].isEmpty } ?? parameter.name
        run.faults.append(FieldFault(parameter: faulty, problem: error))
      }
    }
    if let first = run.faults.first { throw first.problem }
  }
}

extension [String] {
  /// Returns whether two lists of values of one form field are equal.
  ///
  /// A text field sends several values as one text with commas between them, so the lists are
  /// joined by commas before they are compared. Empty texts mean that there is no value, and are
  /// left out.
  package func isSameAnswer(as other: [String]) -> Bool {
    filter { !$0.isEmpty }.joined(separator: ", ")
      == other.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Problem {
  /// Returns the problem of a form field whose stored value changed between the showing of the form
  /// and its submission. The problem quotes words that a person wrote. It does not quote handles
  /// (short names of records, such as `t3`), because a page replaces them by the records' names.
  fileprivate static func changedMeanwhile(
    from before: [String], to now: [String], of parameter: ParameterDescription?
  ) -> Problem {
    let namesRecords = if case .references? = parameter?.completion { true } else { false }
    func words(_ values: [String]) -> String {
      guard !values.isEmpty else { return "empty" }
      let text = values.joined(separator: ", ")
      return namesRecords ? text : "`\(text)`"
    }
    return Problem(
      .conflict, "This was changed meanwhile: it was \(words(before)) and is \(words(now)) now.",
      details: ["Nothing was saved."], fix: "Save again to write what stands here.")
  }
}
