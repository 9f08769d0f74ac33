package import FeatureKit

/// A command together with its form fields and the agreement to its questions.
package struct Request: Sendable {
  /// Any command line. Its words and the fields together are the command.
  package var line: String
  /// The fields of its form by parameter name; nil without a form. An empty field gives no value.
  package var fields: [String: [String]]?
  /// The values of the fields when the form was shown: a field that still holds its value changes nothing, even if the stored value was
  /// changed meanwhile. If nil, the fields are compared with the stored values.
  package var began: [String: [String]]?
  package var agreement: Agreement
  /// The step that `undo` reverts; nil is the newest.
  package var step: Int?
  /// Whether it came from a plain link (GET): a command that changes data is then refused, and agreement does not count.
  package var onlyReads = false
  /// Receives the progress of long work.
  package var hearProgress: (@Sendable (Progress) -> Void)?

  package init(
    _ line: String, fields: [String: [String]]? = nil, agreement: Agreement = .none,
    step: Int? = nil, hearProgress: (@Sendable (Progress) -> Void)? = nil
  ) {
    self.line = line
    self.fields = fields
    self.agreement = agreement
    self.step = step
    self.hearProgress = hearProgress
  }
}

extension Conversation {
  /// Runs one command and returns its outcomes. It prints nothing, asks nothing, and reads and writes no file: the answer holds the
  /// question or the list of faults that a terminal would ask about.
  ///
  /// Canceling the task that waits here stops the command, like Ctrl-C.
  package func answer(_ request: Request) async -> Answer {
    var options = LineOptions()
    options.agreement = request.agreement
    let end = RequestEnd(request.hearProgress)
    let run = CommandRun(self, end, options, fields: request.fields)
    run.stepToUndo = request.step
    run.onlyReads = request.onlyReads
    run.began = request.began
    let stepBefore = visit.stepMade()
    await run.run(request.line)
    await run.sayRemarks()
    var answer = end.answer
    answer.exitCode = run.exitCode
    answer.faults = run.faults
    answer.leaves = run.leaves
    answer.step = visit.stepMade().flatMap { $0 == stepBefore ? nil : $0 }
    answer.shownBy = screen?.line ?? lineShowing(after: request.line)
    return answer
  }

  /// The page at a web path, or the problem if there is no such page.
  package func answer(_ route: Route) async -> Answer {
    do throws(Problem) {
      return await answer(Request(try line(for: route)))
    } catch {
      var answer = Answer()
      answer.add(error)
      answer.exitCode = error.exitCode
      return answer
    }
  }

  private func lineShowing(after line: String) -> String? {
    guard let words = try? CommandText.words(line), let match = try? index.match(words),
      match.command.mode != .reads
    else { return nil }
    return lineShowing(match)
  }
}

/// The counterpart of a request: it collects the outcomes, and no person answers questions.
final class RequestEnd: Counterpart {
  private(set) var answer = Answer()
  private let hearProgress: (@Sendable (Progress) -> Void)?

  init(_ hearProgress: (@Sendable (Progress) -> Void)?) {
    self.hearProgress = hearProgress
  }

  var canAnswer: Bool { false }

  func adopt(_ options: LineOptions) {}
  func say(_ notice: Notice) { answer.add(notice) }
  func say(_ problem: Problem) { answer.add(problem.withoutLongValues) }
  func say(_ done: Done) { answer.add(done) }
  func show(_ page: Page) { answer.page = page }
  func fits(_ page: Page) -> Bool { true }
  func introduce(_ need: Need) {}

  func say(_ question: HostQuestion, of command: String, hasChanged: Bool) {
    answer.add(question, of: command)
  }

  func agrees(to question: HostQuestion) -> Bool { false }

  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer {
    throw Problem(.usage, "Nobody is here to be asked.")
  }

  /// Reads the secrets from the fields of the request, because a request cannot use files and descriptors of the host.
  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) -> (words: [CommandText.Word], secrets: [PromisedSecret]) { (words, []) }

  /// The bytes are produced when they are read, while the conversation exists.
  func take(_ artifact: Artifact) { answer.artifacts.append(artifact) }

  func wait(
    for sent: Sent, of inbox: OutcomeInbox, cancel: @escaping @Sendable () -> Void
  ) async throws(Problem) {
    inbox.hearProgress(hearProgress)
    await withTaskCancellationHandler {
      await sent.settled()
    } onCancel: {
      cancel()
    }
    inbox.hearProgress(nil)
    if _Concurrency.Task.isCancelled { throw .stopped }
  }
}

extension Problem {
  /// The problem that is reported when the person has stopped the command.
  package static let stopped = Problem(
    .interrupted, "Stopped.", fix: "What was saved before stays saved.")
}
