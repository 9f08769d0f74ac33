import FeatureKit
import LineEditing

/// Asks for what a command still needs, one question at a time, and refuses an answer when it is given.
struct CommandForm {
  let run: CommandRun
  let box: FeatureBox
  let context: ParseContext

  private enum Answer { case text(String), skipped, back }

  /// Checks what was given so far and needs no looking up.
  func checkGiven(_ draft: CommandDraft) throws(Problem) {
    for parameter in draft.command.parameters where !draft.given[parameter.name].isEmpty {
      if case .references = parameter.completion { continue }
      try box.check(parameter.name, of: draft, in: context)
    }
  }

  /// Turns the texts that name records into the records.
  func resolve(_ draft: inout CommandDraft) async throws(Problem) {
    for pending in draft.unresolved {
      let resolver = run.session.services.resolver
      draft.resolve(pending, as: try await resolver.resolve(pending.text, as: pending.kinds))
    }
  }

  /// A guided command that was told nothing, or only which record it is about, asks for everything; any other only for
  /// what it cannot do without.
  func complete(_ draft: inout CommandDraft) async throws(Problem) {
    let asksAll = draft.command.isGuided && draft.namesNoMoreThanARecord
    var asked: [String] = []
    var skipped: Set<String> = []
    var earlier: [String: String] = [:]
    var hasHinted = false
    while let parameter = next(draft, asksAll, skipped) {
      let question = Question(
        parameter: parameter, draft: draft, earlier: earlier[parameter.name], isFirst: asked.isEmpty
      )
      switch try ask(question, &hasHinted) {
      case .back:
        guard let before = asked.popLast() else { continue }
        draft.clear(before)
        skipped.remove(before)
      case .skipped:
        asked.append(parameter.name)
        skipped.insert(parameter.name)
        earlier[parameter.name] = nil
      case .text(let text):
        guard await take(text, for: parameter, &draft) else { continue }
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
    var hasHinted = true
    let before = draft.given[parameter.name].count
    while draft.given[parameter.name].count == before {
      let question = Question(parameter: parameter, draft: draft, earlier: nil, isFirst: true)
      if case .text(let text) = try ask(question, &hasHinted) {
        _ = await take(text, for: parameter, &draft)
      }
    }
  }

  private func next(
    _ draft: CommandDraft, _ asksAll: Bool, _ skipped: Set<String>
  ) -> ParameterDescription? {
    (asksAll ? draft.unasked : draft.missing).first { !skipped.contains($0.name) }
  }

  private func take(
    _ text: String, for parameter: ParameterDescription, _ draft: inout CommandDraft
  ) async -> Bool {
    do throws(Problem) {
      draft.fill(parameter.name, with: text)
      try await resolve(&draft)
      try box.check(parameter.name, of: draft, in: context)
      return true
    } catch {
      draft.clear(parameter.name)
      run.speaker.say(error)
      return false
    }
  }
}

// MARK: - One question

extension CommandForm {
  private struct Question {
    let parameter: ParameterDescription
    let draft: CommandDraft
    /// What was answered before `<` came back to it.
    let earlier: String?
    let isFirst: Bool
  }

  private func ask(
    _ question: Question, _ hasHinted: inout Bool
  ) throws(Problem) -> Answer {
    let (parameter, isFirst) = (question.parameter, question.isFirst)
    let suggestion = question.earlier ?? parameter.suggestion?.text(in: context)
    var words = parameter.question
    if let suggestion {
      words += "  [\(suggestion)]"
    } else if !hasHinted, let hint = hint(parameter, isFirst: isFirst) {
      words += " " + hint
      hasHinted = true
    }
    while true {
      run.speaker.ask(words)
      guard let typed = try read(question) else { throw Self.cancelled }
      let text = parameter.role == .secret ? typed : typed.trimmed
      switch text {
      case "<":
        guard isFirst else { return .back }
        run.speaker.say(Notice("This is the first question. Ctrl-C leaves it.", tone: .muted))
      case "-" where suggestion != nil && !parameter.isRequired: return .skipped
      case "":
        if let suggestion { return .text(suggestion) }
        if !parameter.isRequired { return .skipped }
        run.speaker.say(Notice("This one is needed. Ctrl-C leaves without it.", tone: .muted))
      default:
        guard parameter.role == .flag else { return .text(text) }
        if Confirmation.isYes(text) { return .text("yes") }
        if Confirmation.isNo(text) { return .skipped }
        run.speaker.say(Notice("Answer yes or no.", tone: .muted))
      }
    }
  }

  private func hint(_ parameter: ParameterDescription, isFirst: Bool) -> String? {
    switch (parameter.isRequired, isFirst) {
    case (false, false): "(Enter to skip, < to go back)"
    case (false, true): "(Enter to skip)"
    case (true, false): "(< to go back)"
    case (true, true): nil
    }
  }

  /// Nil when the person left the question.
  private func read(_ question: Question) throws(Problem) -> String? {
    let (keyboard, parameter) = (run.session.keyboard, question.parameter)
    guard parameter.role == .secret else {
      return keyboard.readAnswer("> ", run.session.completer.answers(for: parameter)).text
    }
    while true {
      guard let typed = keyboard.readSecret("> ").text else { return nil }
      guard parameter.isTypedTwice, !typed.isEmpty, typed != "<" else { return typed }
      if let refusal = refusal(of: typed, question) {
        run.speaker.say(refusal)
      } else {
        run.speaker.ask("The same once more")
        guard let again = keyboard.readSecret("> ").text else { return nil }
        if again == typed { return typed }
        run.speaker.say(Notice("Those two were not the same.", tone: .muted))
      }
      run.speaker.ask(parameter.question)
    }
  }

  /// Why an answer cannot be taken, before it is typed a second time.
  private func refusal(of text: String, _ question: Question) -> Problem? {
    var draft = question.draft
    draft.fill(question.parameter.name, with: text)
    do throws(Problem) {
      try box.check(question.parameter.name, of: draft, in: context)
      return nil
    } catch {
      return error
    }
  }

  static let cancelled = Problem(.interrupted, "Nothing was done.")
}

extension Reading {
  /// The line that was typed; nil when the person left.
  fileprivate var text: String? { if case .line(let text) = self { text } else { nil } }
}

/// A question that yes or no answers.
struct Confirmation {
  let speaker: Speaker
  let keyboard: Keyboard

  func ask(_ words: String, _ details: [String] = [], agree: String) throws(Problem) -> Bool {
    speaker.ask(words, details)
    while true {
      guard
        case .line(let text) = keyboard.readAnswer(
          Prompt("\(agree)? (yes or no) [no] "), { _, _ in .none })
      else { throw CommandForm.cancelled }
      let typed = text.trimmed
      if typed.isEmpty || Self.isNo(typed) { return false }
      if Self.isYes(typed) { return true }
    }
  }

  static func isYes(_ text: String) -> Bool { ["y", "yes"].contains(text.lowercased()) }
  static func isNo(_ text: String) -> Bool { ["n", "no"].contains(text.lowercased()) }
}
