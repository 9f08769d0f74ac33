package import FeatureKit

/// The receiver of a command's outcomes, which may also answer its questions: a terminal, or a
/// browser's request.
///
/// The counterpart for a terminal prints, asks and waits for an answer. The counterpart for a
/// browser's request (`RequestEnd`) only collects the outcomes, because all answers came with the
/// request.
package protocol Counterpart: AnyObject {
  /// Sets the options that decide how this command is answered. If the command line names an output
  /// format, this function is first called with that format, before the command is known, so that
  /// an error in the line is reported in that format. It is called again with all options of the
  /// line.
  func adopt(_ options: LineOptions)

  /// Whether a person is present who can answer questions.
  var canAnswer: Bool { get }

  func say(_ notice: Notice)
  func say(_ problem: Problem)
  func say(_ done: Done)
  /// Shows a page. Returns whether it was shown as text for people, and not as a document for
  /// programs.
  func show(_ page: Page) -> Bool
  /// Whether the answer to a command that writes contains the whole changed page. This is the case
  /// for a program and a browser. A person at a terminal has the page on the screen already.
  var repeatsPages: Bool { get }
  /// Shows the rows that a command has changed on the page on the screen. It is called only if
  /// `repeatsPages` is false.
  func show(_ changed: [Row])
  /// Returns whether a page fits on the screen below the text that was already printed.
  func fits(_ page: Page) -> Bool

  /// Reports a question to a client that cannot answer it during the command, and says how the
  /// person can agree to it.
  ///
  /// - Parameter hasChanged: whether the person has agreed in advance, but to another question.
  func say(_ question: HostQuestion, of command: String, hasChanged: Bool)
  /// Asks a question and returns whether the person agrees. It is called only if `canAnswer` is
  /// true.
  func agrees(to question: HostQuestion) throws(Problem) -> Bool
  /// Tells the person which value the running command turned out to need. The question for the
  /// value follows.
  func introduce(_ need: Need)
  /// Asks for the value of one parameter. It is called only if `canAnswer` is true.
  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer

  /// Removes the words that name where to read a secret, such as `--passphrase-file FILE`, from a
  /// command line. Returns the other words, and the secrets, which are read later.
  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) throws(Problem) -> (words: [CommandText.Word], secrets: [PromisedSecret])

  /// Writes the file that a command created to the place that the person chose.
  func take(_ artifact: Artifact) async throws(Problem)

  /// Waits until all work that the command started in its feature is done. Throws if the person
  /// interrupts it, as with Ctrl-C.
  func wait(
    for sent: Sent, of inbox: OutcomeInbox, cancel: @escaping @Sendable () -> Void
  ) async throws(Problem)
}

/// A secret that is read from its file or descriptor later, after it was checked that the viewer
/// may use the command.
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
  /// The value that the command gets if the person presses only Enter; nil if the question suggests
  /// no value.
  package var suggestion: String?
  /// The stored value, which an empty answer keeps; nil if no value is stored.
  package var current: String?
  /// Whether the answer `-` removes the stored value.
  package var canBeEmptied = false
  /// Whether this is the first question of the form, so that the answer `<` has no earlier question
  /// to return to.
  package var isFirst: Bool
  /// Whether the question also explains how to skip it or how to go back. After one question of a
  /// form has explained both, the others do not repeat it.
  package var explains: Bool
  /// Returns the problem with an answer that is not valid; nil if the answer is valid.
  package var refusal: (String) -> Problem?
}

package enum FormAnswer: Equatable {
  case text(String), skipped
  /// The person removed the stored value with the answer `-`.
  case emptied
  /// The person returned to the previous question with the answer `<`.
  case back
}

/// A problem with the value of one form field, which is shown beside the field.
package struct FieldFault: Equatable, Sendable {
  package var parameter: String
  package var problem: Problem

  package init(parameter: String, problem: Problem) {
    self.parameter = parameter
    self.problem = problem
  }
}
