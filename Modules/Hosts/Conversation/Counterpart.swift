package import FeatureKit

/// The client side of a conversation. A counterpart receives the outcomes of a command and may
/// answer questions.
///
/// The counterpart for a terminal writes, asks and waits for an answer. The counterpart for a
/// browser request (`RequestEnd`) collects outcomes, because all answers came with the request.
package protocol Counterpart: AnyObject {
  /// Sets the options that decide how this command is answered. `options` holds only the options
  /// that have been parsed so far.
  func adopt(_ options: LineOptions)

  /// Whether a person is present who can answer questions.
  var canAnswer: Bool { get }

  func say(_ notice: Notice)
  func say(_ problem: Problem)
  func say(_ done: Done)
  func show(_ page: Page)
  /// Returns whether a page fits on the screen below the text that was already printed.
  func fits(_ page: Page) -> Bool

  /// Reports a question that cannot be answered here, and how to agree to it. `hasChanged` means
  /// that the person agreed to a different question.
  func say(_ question: HostQuestion, of command: String, hasChanged: Bool)
  /// Asks a question and returns whether the person agrees. Called only if `canAnswer` is true.
  func agrees(to question: HostQuestion) throws(Problem) -> Bool
  /// Tells the person which value a running command needs, before the question for that value.
  func introduce(_ need: Need)
  /// Asks for the value of one parameter. Called only if `canAnswer` is true.
  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer

  /// Removes the words that name the source of a secret, such as a file. Returns the other words
  /// and the secrets, which are not read yet.
  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) throws(Problem) -> (words: [CommandText.Word], secrets: [PromisedSecret])

  /// Writes the file that a command created to the place that the person chose.
  func take(_ artifact: Artifact) async throws(Problem)

  /// Waits until all effects of `sent` have settled. Throws if the person interrupts during the
  /// wait.
  func wait(
    for sent: Sent, of inbox: OutcomeInbox, cancel: @escaping @Sendable () -> Void
  ) async throws(Problem)
}

/// A secret that is read from its source only when the command is allowed to run.
package struct PromisedSecret {
  package var parameter: String
  package var read: () throws(Problem) -> String

  package init(_ parameter: String, read: @escaping () throws(Problem) -> String) {
    self.parameter = parameter
    self.read = read
  }
}

/// The question for the value of one parameter.
package struct FormQuestion {
  package var parameter: ParameterDescription
  /// The value that an empty answer stands for. Nil if there is no suggestion.
  package var suggestion: String?
  /// The stored value, which Enter keeps. Nil if no value is stored.
  package var current: String?
  /// Whether the answer `-` removes the stored value.
  package var canBeEmptied = false
  /// Whether this is the first question of the form. The answer `<` has no earlier question to
  /// return to.
  package var isFirst: Bool
  /// Whether the question explains how to skip it and how to go back. True for at most one question
  /// of a form.
  package var explains: Bool
  /// Returns the problem that makes an answer invalid, or nil if the answer is valid.
  package var refusal: (String) -> Problem?
}

package enum FormAnswer: Equatable {
  case text(String), skipped
  /// The person removed the stored value.
  case emptied
  /// The person wants to return to the previous question.
  case back
}

/// A problem with the value of one form field.
package struct FieldFault: Equatable, Sendable {
  package var parameter: String
  package var problem: Problem

  package init(parameter: String, problem: Problem) {
    self.parameter = parameter
    self.problem = problem
  }
}
