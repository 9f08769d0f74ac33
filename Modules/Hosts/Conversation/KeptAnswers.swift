package import FeatureKit

/// The answers to the questions of one command, as far as they were given.
package struct KeptAnswers: Equatable, Sendable {
  package struct Answer: Equatable, Sendable {
    package var parameter: String
    package var text: String

    package init(parameter: String, text: String) {
      self.parameter = parameter
      self.text = text
    }
  }

  /// `schools add`.
  package var command: String
  /// What the line itself said, by the names of parameters: the answers are of that line and no other.
  package var given: [String: [String]]
  package var answers: [Answer]

  package init(command: String, given: [String: [String]], answers: [Answer] = []) {
    self.command = command
    self.given = given
    self.answers = answers
  }

  init(_ draft: CommandDraft) {
    self.init(
      command: draft.command.words,
      given: Dictionary(
        uniqueKeysWithValues: draft.command.parameters.compactMap { parameter in
          let values = draft.given[parameter.name]
          return values.isEmpty || parameter.role == .secret
            ? nil : (parameter.name, values.map(\.text))
        }))
  }

  /// Said where somebody comes back after a program that ended in the middle of its questions.
  package var notice: Notice {
    Notice(
      "What you had answered to `\(command)` when the program ended is still here. To go on:  \(line)",
      tone: .info)
  }

  /// The line that began it.
  private var line: String {
    let words = given.sorted { $0.key < $1.key }.flatMap(\.value)
    return words.count == 1 ? "\(command) \(words[0])" : command
  }
}

/// Where the answers of unfinished questions outlive the program, so that neither a crash nor a closed window takes them along.
/// They are forgotten when the command is done, and when their person stops it.
package struct AnswerMemory: Sendable {
  package var load: @Sendable () async -> KeptAnswers?
  /// Keeps these in place of all others; nil forgets. A failure is silent: nobody's answer waits for it.
  package var keep: @Sendable (KeptAnswers?) async -> Void

  package init(
    load: @escaping @Sendable () async -> KeptAnswers?,
    keep: @escaping @Sendable (KeptAnswers?) async -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  package static let none = AnswerMemory(load: { nil }, keep: { _ in })
}
