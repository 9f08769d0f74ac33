package import FeatureKit

/// The outcomes of one command as values, for programs and browsers.
package struct Answer: Sendable {
  package var exitCode = ExitCode.done
  package var notices: [Notice] = []
  package var done: Done?
  /// The first problem. It decides the exit code.
  package var problem: Problem?
  /// Problems of single form fields.
  package var faults: [FieldFault] = []
  /// The question that the person has to agree to. The command has changed nothing yet.
  package var question: Asked?
  package var artifacts: [Artifact] = []
  package var page: Page?
  /// The command line of the page, or of the page that a write changed.
  package var shownBy: String?
  /// The step that `undo` would revert.
  package var step: StepMade?
  /// Whether the person asked to quit.
  package var leaves = false

  package init() {}

  /// A question for a client that cannot wait for an answer. The client repeats the command with
  /// the digest. The digest of a changed question is different.
  package struct Asked: Equatable, Sendable {
    package var words: String
    package var details: [String]
    package var agree: AgreeButton
    package var digest: String
    /// The command that asks the question.
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

  /// Combines several results into one. The first sentence stays the sentence, and later sentences
  /// become details.
  package mutating func add(_ more: Done) {
    guard var first = done else {
      done = more
      return
    }
    first.details += [more.sentence] + more.details
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
