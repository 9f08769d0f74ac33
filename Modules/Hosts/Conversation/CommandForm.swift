import FeatureKit

/// Gathers what a command still needs: one question at a time, or from the fields of a form all at once.
struct CommandForm {
  let run: CommandRun
  let box: FeatureBox
  let context: ParseContext

  /// Checks what was given so far and needs no looking up.
  func checkGiven(_ draft: CommandDraft) throws(Problem) {
    for parameter in draft.command.parameters where !draft.given[parameter.name].isEmpty {
      if case .references = parameter.completion { continue }
      try box.check(parameter.name, of: draft, in: context)
    }
  }

  /// Turns the texts that name records into the records.
  func resolve(_ draft: inout CommandDraft) async throws(Problem) {
    for pending in draft.unresolved { try await resolve(pending, &draft) }
  }

  private func resolve(
    _ pending: PendingReference, _ draft: inout CommandDraft
  ) async throws(Problem) {
    let resolver = run.conversation.visit.resolver
    draft.resolve(pending, as: try await resolver.resolve(pending.text, as: pending.kinds))
  }
}

// MARK: - The fields of a form

extension CommandForm {
  /// Fills the draft from the fields, and finds everything that is wrong with them, so that nobody mends one after the other.
  func fill(_ fields: [String: [String]], into draft: inout CommandDraft) async throws(Problem) {
    for (name, texts) in fields.sorted(by: { $0.key < $1.key }) {
      try draft.fill(name, withField: texts)
    }
    for parameter in draft.command.parameters {
      do throws(Problem) {
        for pending in draft.unresolved where pending.parameter == parameter.name {
          try await resolve(pending, &draft)
        }
        if !draft.given[parameter.name].isEmpty {
          try box.check(parameter.name, of: draft, in: context)
          // What is unlikely is asked before the command goes on; what cannot be is wrong with its field.
          _ = try box.doubt(about: parameter.name, of: draft, in: context)
        } else if draft.missing.contains(where: { $0.name == parameter.name }) {
          throw Problem.missing(parameter, of: draft.command)
        }
      } catch {
        run.faults.append(FieldFault(parameter: parameter.name, problem: error))
      }
    }
    if let first = run.faults.first { throw first.problem }
  }
}

// MARK: - One question at a time

extension CommandForm {
  /// A guided command that was told nothing, or only which record it is about, asks for everything; any other only for
  /// what it cannot do without.
  func complete(_ draft: inout CommandDraft) async throws(Problem) {
    let asksAll = draft.command.isGuided && draft.namesNoMoreThanARecord
    var asked: [String] = []
    var skipped: Set<String> = []
    var earlier: [String: String] = [:]
    var hasExplained = false
    while let parameter = next(draft, asksAll, skipped) {
      let question = question(
        parameter, draft, earlier: earlier[parameter.name], isFirst: asked.isEmpty, &hasExplained)
      switch try run.counterpart.answer(question) {
      case .back:
        guard let before = asked.popLast() else { continue }
        draft.clear(before)
        skipped.remove(before)
      case .skipped:
        asked.append(parameter.name)
        skipped.insert(parameter.name)
        earlier[parameter.name] = nil
      case .text(let text):
        guard try await take(text, for: parameter, &draft) else { continue }
        asked.append(parameter.name)
        if parameter.role != .secret { earlier[parameter.name] = text }
      }
    }
  }

  /// Asks for one parameter until it is given.
  func require(
    _ parameter: ParameterDescription, _ draft: inout CommandDraft
  ) async throws(Problem) {
    var parameter = parameter
    parameter.isRequired = true
    var hasExplained = true
    let before = draft.given[parameter.name].count
    while draft.given[parameter.name].count == before {
      let question = question(parameter, draft, earlier: nil, isFirst: true, &hasExplained)
      if case .text(let text) = try run.counterpart.answer(question) {
        _ = try await take(text, for: parameter, &draft)
      }
    }
  }

  private func next(
    _ draft: CommandDraft, _ asksAll: Bool, _ skipped: Set<String>
  ) -> ParameterDescription? {
    (asksAll ? draft.unasked : draft.missing).first { !skipped.contains($0.name) }
  }

  /// - Parameter earlier: what was answered before `<` came back to it.
  private func question(
    _ parameter: ParameterDescription, _ draft: CommandDraft, earlier: String?, isFirst: Bool,
    _ hasExplained: inout Bool
  ) -> FormQuestion {
    let suggestion = earlier ?? parameter.suggestion?.text(in: context)
    // The first question of all, which must be answered, has nothing to explain.
    let explains =
      suggestion == nil && !hasExplained && !(parameter.isRequired && isFirst)
    if explains { hasExplained = true }
    return FormQuestion(
      parameter: parameter, suggestion: suggestion, isFirst: isFirst, explains: explains,
      refusal: { text in
        var draft = draft
        draft.fill(parameter.name, with: text)
        do throws(Problem) {
          try box.check(parameter.name, of: draft, in: context)
          return nil
        } catch {
          return error
        }
      })
  }

  /// False for an answer that has to be given anew.
  private func take(
    _ text: String, for parameter: ParameterDescription, _ draft: inout CommandDraft
  ) async throws(Problem) -> Bool {
    var doubt: Doubt?
    do throws(Problem) {
      draft.fill(parameter.name, with: text)
      try await resolve(&draft)
      try box.check(parameter.name, of: draft, in: context)
      doubt = try box.doubt(about: parameter.name, of: draft, in: context)
    } catch {
      draft.clear(parameter.name)
      run.counterpart.say(error)
      return false
    }
    guard let doubt else { return true }
    let question = HostQuestion(doubt.words, details: doubt.details, agree: "Keep it")
    guard try run.counterpart.agrees(to: question) else {
      draft.clear(parameter.name)
      return false
    }
    draft.stand(by: doubt, of: parameter.name)
    return true
  }
}
