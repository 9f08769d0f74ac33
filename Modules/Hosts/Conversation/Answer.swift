package import FeatureKit

/// All that one command came to, as values: what programs and browsers are given instead of lines.
package struct Answer: Sendable {
  package var exitCode = ExitCode.done
  package var notices: [Notice] = []
  package var done: Done?
  /// The first failure, which is the one that counts.
  package var problem: Problem?
  /// What is wrong with the fields of a form, one by one.
  package var faults: [FieldFault] = []
  /// What has to be agreed to first: nothing has been done yet.
  package var question: Asked?
  package var artifacts: [Artifact] = []
  package var page: Page?
  /// The line that shows the page, or the page that a write changed.
  package var shownBy: String?
  /// What `undo` would take back of it.
  package var step: StepMade?
  /// The person asked to leave.
  package var leaves = false

  package init() {}

  /// A question as one who cannot wait is given it: the command is repeated with the digest, which other words would not fit.
  package struct Asked: Equatable, Sendable {
    package var words: String
    package var details: [String]
    package var agree: String
    package var digest: String
    /// The command that asked.
    package var command: String

    package init(
      words: String, details: [String], agree: String, digest: String, command: String
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

  /// What is done in several steps is told as one: the first sentence, and the others among its details.
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
