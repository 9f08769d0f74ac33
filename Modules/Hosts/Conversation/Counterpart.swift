package import FeatureKit

/// The other end of a conversation: who hears what a command comes to, and may be there to be asked.
///
/// A terminal is one: it writes, asks and waits for an answer. A request from a browser is another (`RequestEnd`): it gathers,
/// because all that its person has to say came with it.
package protocol Counterpart: AnyObject {
  /// How this command is to be answered, as far as its words have been understood.
  func adopt(_ options: LineOptions)

  /// Whether somebody is there now who reads what is asked and answers it.
  var canAnswer: Bool { get }

  func say(_ notice: Notice)
  func say(_ problem: Problem)
  func say(_ done: Done)
  func show(_ page: Page)
  /// Whether a page has room below what was said.
  func fits(_ page: Page) -> Bool

  /// A question for which nobody is there, with the way to answer it.
  func say(_ question: HostQuestion, of command: String, hasChanged: Bool)
  /// Asks for a yes; only where somebody can answer.
  func agrees(to question: HostQuestion) throws(Problem) -> Bool
  /// Says what a command turned out to need, before it is asked for.
  func introduce(_ need: Need)
  /// Asks for the value of one parameter; only where somebody can answer.
  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer

  /// Takes the words that say where a secret is to be read out of a command's words.
  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) throws(Problem) -> (words: [CommandText.Word], secrets: [PromisedSecret])

  /// Puts what a command made where its person wants it.
  func take(_ artifact: Artifact) async throws(Problem)

  /// Waits until everything that was set going has settled; throws when the person stopped it, who is heard meanwhile.
  func wait(
    for sent: Sent, of inbox: OutcomeInbox, cancel: @escaping @Sendable () -> Void
  ) async throws(Problem)
}

/// A secret that stands somewhere: read when the command may be done at all.
package struct PromisedSecret {
  package var parameter: String
  package var read: () throws(Problem) -> String

  package init(_ parameter: String, read: @escaping () throws(Problem) -> String) {
    self.parameter = parameter
    self.read = read
  }
}

/// One parameter as a person is asked for it.
package struct FormQuestion {
  package var parameter: ParameterDescription
  /// What is taken when nothing else is answered.
  package var suggestion: String?
  /// What is there now, which Enter keeps.
  package var current: String?
  /// Whether a dash leaves nothing there.
  package var canBeEmptied = false
  /// Whether there is no question before it to go back to.
  package var isFirst: Bool
  /// Whether to say how to skip it and how to go back: once in a form.
  package var explains: Bool
  /// Why an answer cannot be taken; nil when it can.
  package var refusal: (String) -> Problem?
}

package enum FormAnswer: Equatable {
  case text(String), skipped
  /// Nothing is to be left of what is there.
  case emptied
  /// To the question before.
  case back
}

/// What one field of a form holds that cannot be taken.
package struct FieldFault: Equatable, Sendable {
  package var parameter: String
  package var problem: Problem

  package init(parameter: String, problem: Problem) {
    self.parameter = parameter
    self.problem = problem
  }
}
