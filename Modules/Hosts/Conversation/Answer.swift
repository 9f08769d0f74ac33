package import FeatureKit

/// The outcomes of one command as values, which a program gets as JSON and a browser as a page.
package struct Answer: Sendable {
  package var exitCode = ExitCode.done
  package var notices: [Notice] = []
  package var done: Done?
  /// The first problem that the command reported; it decides the exit code. Later problems are
  /// dropped.
  package var problem: Problem?
  /// The problems that each belong to one field of the submitted form, to be shown beside that
  /// field.
  package var faults: [FieldFault] = []
  /// The question that the person has to agree to before the command changes anything.
  package var question: Asked?
  package var artifacts: [Artifact] = []
  package var page: Page?
  /// The command line that shows the answer's page, or the page that a writing command changed; nil
  /// if there is no such page.
  package var shownBy: String?
  /// The undo step that the command made, which `undo` would revert; nil if it made none.
  package var step: StepMade?
  /// Whether the command was `quit`, so that the client ends the conversation.
  package var leaves = false

  package init() {}

  /// A question for a client that cannot wait for a person's answer, such as a web page.
  ///
  /// To agree, the client sends the command again together with the digest of the question. If the
  /// question has changed meanwhile, its digest differs and the command asks again.
  package struct Asked: Equatable, Sendable {
    package var words: String
    package var details: [String]
    package var agree: AgreeButton
    package var digest: String
    /// The command line that asks the question and that the client sends again to agree.
    package var command: String

    package init(
      words: String, details: [String], agree: AgreeButton, digest: String, command: String
    ) {
      self.words = words
      self.details = details
      self.agree = agree
      self.digest = digest
      self.command = command
    }
  }

  package var isEmpty: Bool {
    notices.isEmpty && done == nil && problem == nil && question == nil && artifacts.isEmpty
      && page == nil
  }

  package mutating func add(_ notice: Notice) { notices.append(notice) }

  /// Combines the results of a command that reports several: the first sentence stays, and the
  /// sentences of later results become details below it.
  package mutating func add(_ more: Done) {
    guard var first = done else {
      done = more
      return
    }
    first.details += [more.sentence] + more.details
    first.brief?.warnings += [more.onPage.sentence] + more.onPage.details
    first.references += more.references
    done = first
  }

  package mutating func add(_ failure: Problem) {
    if problem == nil { problem = failure }
  }

  package mutating func add(_ asked: HostQuestion, of command: String) {
    question = Asked(
      words: asked.words, details: asked.details, agree: asked.agree, digest: asked.digest,
      command: command)
  }
}
