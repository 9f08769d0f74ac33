package import FeatureKit

/// A command with all that its person has to say: fields, and agreement to what would be asked.
package struct Request: Sendable {
  /// Any line of the one grammar. Its words and the fields together are the command.
  package var line: String
  /// What the fields of its form hold, by the names of parameters; nil where there was no form. An empty field gives nothing.
  package var fields: [String: [String]]?
  /// What these held when the form was shown: a field that still holds it says nothing, whatever was changed meanwhile. Nil where
  /// that is not known; they are then compared with what is there now.
  package var began: [String: [String]]?
  package var agreement: Agreement
  /// The step that `undo` is to take back; the newest when nil.
  package var step: Int?
  /// Whether it came by an address that somebody opened: a command that changes anything is then refused, and nothing is agreed to.
  package var onlyReads = false
  /// Hears how far long work is.
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
  /// Runs one command and gives back what it came to. Nothing is printed, nobody is asked, and nothing of a file is read or written:
  /// what a terminal would ask is a question or a list of faults in the answer.
  ///
  /// Cancelling the task that waits here stops the command, as Ctrl-C does.
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

  /// The page at a web path, with what stands in its place when there is none.
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

/// The end of a conversation that nobody sits at: gathers what is said.
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

  /// A secret comes in a field. Files and descriptors are the host's own, and no request names them.
  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) -> (words: [CommandText.Word], secrets: [PromisedSecret]) { (words, []) }

  /// The bytes are made when somebody takes them, which is while the conversation lasts.
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
  /// Said of a command that its person stopped.
  package static let stopped = Problem(
    .interrupted, "Stopped.", fix: "What was saved before stays saved.")
}
