package import FeatureKit

/// One command as a client, such as a browser, sends it to the program. The request contains the
/// command line that the person typed or chose, the fields of the form that the person filled in,
/// and whether the person agrees in advance to a question that the command asks before it acts.
package struct Request: Sendable {
  /// The command line. Values that it lacks come from the form fields.
  package var line: String
  /// The form fields by parameter name; nil if the request has no form. An empty field gives no
  /// value to the command.
  package var fields: [String: [String]]?
  /// The values that the fields had when the form was shown; nil if they are not known, and the
  /// fields are then compared with the stored values.
  ///
  /// A field that the person did not change keeps the stored value, even if the stored value has
  /// changed since the form was shown.
  package var began: [String: [String]]?
  package var agreement: Agreement
  /// The id of the change that the command `undo` reverts, or that `redo` does again; nil means the
  /// newest change.
  package var step: Int?
  /// Whether the request only opens an address (GET). A command that changes data is then refused
  /// and an agreement in the request does not count.
  package var onlyReads = false
  /// Receives the progress of a long command while it runs; nil if the client shows none.
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
  /// Runs one command and returns its outcomes (results, problems, files and a page) as values, for
  /// a client that cannot be asked questions during the command.
  ///
  /// The command prints nothing. A file that it creates becomes part of the answer. If a terminal
  /// would ask a question, the answer has the question instead, or a problem beside each form field
  /// that lacks a value. Canceling the calling task stops the command, as Ctrl-C does at a
  /// terminal.
  package func answer(_ request: Request) async -> Answer {
    var options = LineOptions()
    options.agreement = request.agreement
    let end = RequestEnd(request.hearProgress)
    let run = CommandRun(self, end, options, fields: request.fields)
    run.stepToTurn = request.step
    run.onlyReads = request.onlyReads
    run.began = request.began
    let stepBefore = visit.steps.made()
    await run.run(request.line)
    await run.sayRemarks()
    var answer = end.answer
    answer.exitCode = run.exitCode
    answer.faults = run.faults
    answer.leaves = run.leaves
    answer.step = visit.steps.made().flatMap { $0 == stepBefore ? nil : $0 }
    answer.shownBy = screen?.line ?? lineShowing(after: request.line)
    return answer
  }

  /// Runs the command of the page at a web path, and returns its outcomes. If the path has no page,
  /// the answer has a problem.
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

/// The counterpart (receiver of a command's outcomes) for the request of a client such as a
/// browser. It collects the outcomes and answers no questions.
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
  func show(_ page: Page) -> Bool {
    answer.page = page
    return true
  }
  var repeatsPages: Bool { true }
  func show(_ changed: [Row]) {}
  func fits(_ page: Page) -> Bool { true }
  func introduce(_ need: Need) {}

  func say(_ question: HostQuestion, of command: String, hasChanged: Bool) {
    answer.add(question, of: command)
  }

  func agrees(to question: HostQuestion) -> Bool { false }

  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer {
    throw Problem(.usage, "The person who sent this request cannot be asked.")
  }

  /// Returns no secrets. A request sends a secret as a form field: if it could name a file or a
  /// descriptor, a client could read files of the computer that runs the program.
  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) -> (words: [CommandText.Word], secrets: [PromisedSecret]) { (words, []) }

  /// Adds the created file to the answer. Its bytes are made later, when the client reads them.
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
