package import FeatureKit

/// The answers that a person has given to the questions of a command that has not run yet.
package struct KeptAnswers: Equatable, Sendable {
  package struct Answer: Equatable, Sendable {
    package var parameter: String
    package var text: String

    package init(parameter: String, text: String) {
      self.parameter = parameter
      self.text = text
    }
  }

  /// The words of the command, such as `schools add`.
  package var command: String
  /// The values on the command line that asked the questions, by parameter name. The stored answers
  /// are offered only to a line with the same command and the same values.
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

  /// The notice that answers are still stored. A person sees it at the next start, if the program
  /// ended during the questions.
  package var notice: Notice {
    Notice(
      "What you had answered to `\(command)` when the program ended is still here. To go on:  \(line)",
      tone: .info)
  }

  /// The command line that asks the questions again. If the original line had exactly one value,
  /// such as the name of a record, the result contains this value.
  private var line: String {
    let words = given.sorted { $0.key < $1.key }.flatMap(\.value)
    return words.count == 1 ? "\(command) \(words[0])" : command
  }
}

/// Stores the answers of unfinished questions outside the process, so a crash or a closed window
/// does not lose them. They are deleted when the command is done or canceled.
package struct AnswerMemory: Sendable {
  package var load: @Sendable () async -> KeptAnswers?
  /// Stores these answers in place of earlier ones; nil deletes the stored answers. A failure is
  /// ignored, because commands work without them.
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
