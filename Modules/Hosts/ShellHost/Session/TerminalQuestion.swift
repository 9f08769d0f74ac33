import Conversation
import FeatureKit
import LineEditing

/// One question for a value, which is asked at a terminal until it is answered, skipped or
/// canceled.
struct TerminalQuestion {
  let question: FormQuestion
  let speaker: Speaker
  let session: ShellSession

  private var parameter: ParameterDescription { question.parameter }

  func ask() throws(Problem) -> FormAnswer {
    var words = parameter.question + choices
    if let offered = question.suggestion ?? question.current?.asOneShortLine {
      words += "  [\(offered)]"
    }
    if question.explains { words += " " + hint }
    // The answers that could also be commands, such as `help`. The person may have typed a command
    // by mistake, so such a word counts as the answer only if the person types it a second time.
    var doubted: Set<String> = []
    while true {
      speaker.ask(words)
      guard let typed = try read() else { throw Self.cancelled }
      let text = parameter.role == .secret ? typed : typed.trimmed
      switch text {
      // An answer of question marks alone asks for help. This does not apply to a secret, because a
      // passphrase may consist of question marks.
      case _ where !text.isEmpty && parameter.role != .secret && text.allSatisfy({ $0 == "?" }):
        explain()
      case _ where isCommand(text) && doubted.insert(text).inserted:
        if text == "help" { explain() } else { speaker.ask("“\(text)” is a command.") }
        speaker.ask("If “\(text)” is your answer, type it again. Ctrl-C leaves these questions.")
      case "<":
        guard question.isFirst else { return .back }
        speaker.say(Notice("This is the first question. Ctrl-C leaves it.", tone: .muted))
      case "-" where question.canBeEmptied: return question.current == nil ? .skipped : .emptied
      case "-" where question.suggestion != nil && !parameter.isRequired: return .skipped
      case "":
        if let suggestion = question.suggestion { return .text(suggestion) }
        if !parameter.isRequired { return .skipped }
        if let current = question.current { return .text(current) }
        speaker.say(Notice("This one is needed. Ctrl-C leaves without it.", tone: .muted))
      default:
        guard parameter.role == .flag else { return .text(meant(by: text)) }
        if Confirmation.isYes(text) { return .text("yes") }
        if Confirmation.isNo(text) { return .skipped }
        speaker.say(Notice(Confirmation.request, tone: .muted))
      }
    }
  }

  /// Whether the text is a command of the prompt, such as `tasks complete t3`, and not one of the
  /// possible answers.
  private func isCommand(_ text: String) -> Bool {
    guard parameter.role != .secret else { return false }
    if case .words(let words) = parameter.completion, words.contains(text) { return false }
    return session.conversation.index.isCommand(text)
  }

  /// The possible answers in brackets. The text is empty if the question already lists them.
  private var choices: String {
    guard case .words(let choices) = parameter.completion, choices.count <= 12,
      parameter.placeholder.hasPrefix(choices.joined(separator: "|")),
      !choices.allSatisfy({ parameter.question.contains($0) })
    else { return "" }
    return "  (\(choices.joined(separator: ", ")))"
  }

  /// Returns the possible answer that the typed text selects. For example, `2` selects the second
  /// answer, and `the par` selects the answer `parent`, if no other has a word that begins with
  /// `par`.
  ///
  /// A text that is already a valid answer, or that selects none, is returned unchanged.
  private func meant(by text: String) -> String {
    guard case .words(let words) = parameter.completion, question.refusal(text) != nil,
      let place = Menu(words.map { Menu.Choice($0) }).meant(by: text),
      question.refusal(words[place]) == nil
    else { return text }
    speaker.say(Notice("Taken as \(words[place]).", tone: .muted))
    return words[place]
  }

  /// Writes a longer explanation of the question: the summary of the parameter, the possible
  /// answers or what to write, and the keys that skip or cancel the question.
  private func explain() {
    for sentence in [parameter.summary, parameter.hint ?? ""] where !sentence.isEmpty {
      speaker.ask(sentence.last.map { ".?!".contains($0) } == true ? sentence : sentence + ".")
    }
    if case .words(let words) = parameter.completion, !words.isEmpty, !parameter.isDay {
      let choices = words.enumerated().map { "\($0 + 1) \($1)" }
      speaker.ask("Choose: " + choices.joined(separator: ", "))
    } else {
      speaker.ask(request)
    }
    let enter =
      if let current = question.current?.asOneShortLine {
        "Enter keeps \(current)"
      } else if let suggestion = question.suggestion {
        "Enter takes \(suggestion)"
      } else {
        parameter.isRequired ? "An answer is needed" : "Enter skips it"
      }
    let empty = question.canBeEmptied ? ", - empties it" : ""
    let back = question.isFirst ? "" : ", < goes back"
    speaker.ask("\(enter)\(empty)\(back), Ctrl-C leaves.")
  }

  private var request: String {
    switch parameter.completion {
    case .references(let kinds):
      "Write a name" + (kinds.first.map { ", or a handle such as \($0.letter)4" } ?? "")
        + ". Tab completes it."
    case .file: "Write the path of a file."
    case .none, .words, .named, .suggested:
      parameter.role == .flag ? Confirmation.request : parameter.request
    }
  }

  private var hint: String {
    if question.current != nil {
      return listed(
        ["Enter keeps it"] + (question.canBeEmptied ? ["- empties it"] : [])
          + (question.isFirst ? [] : ["< goes back"]) + ["Ctrl-C leaves"])
    }
    return listed(
      (parameter.isRequired ? [] : ["Enter to skip"]) + (question.isFirst ? [] : ["< to go back"])
        + ["Ctrl-C to leave"])
  }

  private func listed(_ ways: [String]) -> String { "(\(ways.joined(separator: ", ")))" }

  /// Reads one answer. The result is nil if the person canceled the question.
  private func read() throws(Problem) -> String? {
    let keyboard = session.keyboard
    guard parameter.role == .secret else {
      var prompt: Prompt = "> "
      prompt.wanted = wanted
      return keyboard.readAnswer(prompt, session.completer.answers(for: parameter)).text
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

  private var wanted: Prompt.Wanted {
    switch parameter.completion {
    case .references(let kinds): .records(kinds)
    case .words: .word
    case .named where parameter.isOwnWords: .records([])
    case .none, .named, .suggested, .file: parameter.isOwnWords ? .text : .word
    }
  }

  static let cancelled = Problem(.interrupted, "Nothing was done.")
}

extension String {
  private static let shown = 60

  /// The first line of a value, shortened if it is long, to be shown behind a question.
  fileprivate var asOneShortLine: String {
    let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.count > Self.shown || line.count < count
      ? line.prefix(Self.shown).trimmed + "…" : line
  }
}

extension Substring {
  fileprivate var trimmed: String { String(self).trimmed }
}

extension Reading {
  /// The typed line; nil if the person pressed Ctrl-C or the input has ended.
  fileprivate var text: String? { if case .line(let text) = self { text } else { nil } }
}

/// A question that a person answers with yes or no at a terminal. It is asked again after any other
/// answer.
struct Confirmation {
  let speaker: Speaker
  let keyboard: Keyboard

  /// - Parameter expectsYes: whether Enter alone agrees. The prompt says which answer Enter gives.
  func ask(
    _ words: String, _ details: [String] = [], agree: String, expectsYes: Bool = false
  ) throws(Problem) -> Bool {
    speaker.ask(words, details)
    while true {
      guard
        case .line(let text) = keyboard.readAnswer(
          Prompt("\(agree)? (yes or no) [\(expectsYes ? "yes" : "no")] "), { _, _ in .none })
      else { throw TerminalQuestion.cancelled }
      let typed = text.trimmed
      if typed.isEmpty { return expectsYes }
      if Self.isNo(typed) { return false }
      if Self.isYes(typed) { return true }
      guard Menu.asksForHelp(typed) else {
        speaker.say(Notice(Self.request, tone: .muted))
        continue
      }
      speaker.ask(
        "“yes” does it: \(agree). “no” does not. Enter alone means \(expectsYes ? "yes" : "no"), and "
          + "Ctrl-C leaves with nothing done.")
    }
  }

  /// What to answer to a question that takes yes or no.
  static let request = "Answer yes or no."

  static func isYes(_ text: String) -> Bool {
    ["y", "yes", "yeah", "yep", "sure"].contains(text.lowercased())
  }

  static func isNo(_ text: String) -> Bool {
    ["n", "no", "nope", "nah"].contains(text.lowercased())
  }
}
