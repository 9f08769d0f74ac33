package import FeatureKit

/// The client side of a conversation: it receives the outcomes of a command, and may answer questions.
///
/// A terminal is one: it writes, asks and waits for an answer. A request of a browser is another (`RequestEnd`): it collects, because all
/// answers came with the request.
package protocol Counterpart: AnyObject {
  /// Sets how this command is answered, as far as its words have been parsed.
  func adopt(_ options: LineOptions)

  /// Whether a person reads the questions now and can answer them.
  var canAnswer: Bool { get }

  func say(_ notice: Notice)
  func say(_ problem: Problem)
  func say(_ done: Done)
  func show(_ page: Page)
  /// Returns whether a page fits on the screen below the text that was already printed.
  func fits(_ page: Page) -> Bool

  /// Says a question that cannot be answered here, with the way to answer it.
  func say(_ question: HostQuestion, of command: String, hasChanged: Bool)
  /// Asks for a yes; called only if `canAnswer`.
  func agrees(to question: HostQuestion) throws(Problem) -> Bool
  /// Tells the person what the command turned out to need, before the question for it.
  func introduce(_ need: Need)
  /// Asks for the value of one parameter; called only if `canAnswer`.
  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer

  /// Removes the words that say where a secret is read from.
  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) throws(Problem) -> (words: [CommandText.Word], secrets: [PromisedSecret])

  /// Stores the file that a command created in the place that the person chose.
  func take(_ artifact: Artifact) async throws(Problem)

  /// Waits until all effects have settled; throws if the person interrupts, which is noticed while it waits.
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

/// The question for one parameter.
package struct FormQuestion {
  package var parameter: ParameterDescription
  /// The value that an empty answer takes.
  package var suggestion: String?
  /// The stored value, which Enter keeps.
  package var current: String?
  /// Whether a dash empties the value.
  package var canBeEmptied = false
  /// Whether it is the first question, so that `<` has nowhere to go.
  package var isFirst: Bool
  /// Whether to explain how to skip it and how to go back; once per form.
  package var explains: Bool
  /// Why an answer is refused; nil if it is fine.
  package var refusal: (String) -> Problem?
}

package enum FormAnswer: Equatable {
  case text(String), skipped
  /// The person removed the value.
  case emptied
  /// The person wants to return to the previous question.
  case back
}

/// The fault of one field of a form.
package struct FieldFault: Equatable, Sendable {
  package var parameter: String
  package var problem: Problem

  package init(parameter: String, problem: Problem) {
    self.parameter = parameter
    self.problem = problem
  }
}
