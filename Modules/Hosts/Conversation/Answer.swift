package import FeatureKit

/// The outcomes of one command as values, which a program gets as JSON and a browser as a page.
package struct Answer: Sendable {
  package var exitCode = ExitCode.done
  package var notices: [Notice] = []
  package var done: Done?
  /// The first problem that the command reported. It decides the exit code of the command. Later
  /// problems are dropped.
  package var problem: Problem?
  /// The problems with single fields of the submitted form. A page shows each beside its field.
  package var faults: [FieldFault] = []
  /// The question that the command asks before it changes data, such as whether to delete a record;
  /// nil if it asks none. Nothing is changed until the person agrees.
  package var question: Asked?
  package var artifacts: [Artifact] = []
  package var page: Page?
  /// The command line that shows `page` again or, after a command that writes, the page with the
  /// changed data; nil if no page shows it.
  package var shownBy: String?
  /// The change that the command added to the undo history; nil if it added none. A client can
  /// offer to undo the change.
  package var step: StepMade?
  /// Whether the command was `quit`. The client then sends no further commands.
  package var leaves = false

  package init() {}

  /// A question for a client that cannot wait for a person's answer, such as a web page.
  ///
  /// To agree, the client sends the command again together with the question's digest (a hash of
  /// its text). If the question has changed meanwhile, its digest differs and the command asks
  /// again.
  package struct Asked: Equatable, Sendable {
    package var words: String
    package var details: [String]
    package var agree: AgreeButton
    package var digest: String
    /// The command line whose run asks the question. To agree, the client sends this line again,
    /// with the question's digest (a hash of its text).
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

  /// Adds a further result to the answer. If the answer already has a result, its sentence stays
  /// first, and the sentence of the further result becomes a detail below it.
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
