import Conversation
import FeatureKit
import LineEditing

/// One question of a form, asked at a terminal until it is answered, skipped or left.
struct TerminalQuestion {
  let question: FormQuestion
  let speaker: Speaker
  let session: ShellSession

  private var parameter: ParameterDescription { question.parameter }

  func ask() throws(Problem) -> FormAnswer {
    var words = parameter.question
    if let suggestion = question.suggestion {
      words += "  [\(suggestion)]"
    } else if question.explains {
      words += " " + hint
    }
    while true {
      speaker.ask(words)
      guard let typed = try read() else { throw Self.cancelled }
      let text = parameter.role == .secret ? typed : typed.trimmed
      switch text {
      case "<":
        guard question.isFirst else { return .back }
        speaker.say(Notice("This is the first question. Ctrl-C leaves it.", tone: .muted))
      case "-" where question.suggestion != nil && !parameter.isRequired: return .skipped
      case "":
        if let suggestion = question.suggestion { return .text(suggestion) }
        if !parameter.isRequired { return .skipped }
        speaker.say(Notice("This one is needed. Ctrl-C leaves without it.", tone: .muted))
      default:
        guard parameter.role == .flag else { return .text(text) }
        if Confirmation.isYes(text) { return .text("yes") }
        if Confirmation.isNo(text) { return .skipped }
        speaker.say(Notice("Answer yes or no.", tone: .muted))
      }
    }
  }

  private var hint: String {
    switch (parameter.isRequired, question.isFirst) {
    case (false, false): "(Enter to skip, < to go back)"
    case (false, true): "(Enter to skip)"
    case (true, _): "(< to go back)"
    }
  }

  /// Nil when the person left the question.
  private func read() throws(Problem) -> String? {
    let keyboard = session.keyboard
    guard parameter.role == .secret else {
      return keyboard.readAnswer("> ", session.completer.answers(for: parameter)).text
    }
    while true {
      guard let typed = keyboard.readSecret("> ").text else { return nil }
      guard parameter.isTypedTwice, !typed.isEmpty, typed != "<" else { return typed }
      if let refusal = question.refusal(typed) {
        speaker.say(refusal)
      } else {
        speaker.ask("The same once more")
        guard let again = keyboard.readSecret("> ").text else { return nil }
        if again == typed { return typed }
        speaker.say(Notice("Those two were not the same.", tone: .muted))
      }
      speaker.ask(parameter.question)
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
      else { throw TerminalQuestion.cancelled }
      let typed = text.trimmed
      if typed.isEmpty || Self.isNo(typed) { return false }
      if Self.isYes(typed) { return true }
    }
  }

  static func isYes(_ text: String) -> Bool { ["y", "yes"].contains(text.lowercased()) }
  static func isNo(_ text: String) -> Bool { ["n", "no"].contains(text.lowercased()) }
}
