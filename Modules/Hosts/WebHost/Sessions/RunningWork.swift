import FeatureKit
import HTTP
import JSON
import Synchronization

/// A command that is running for a page, with its progress and a way to stop it.
final class RunningWork: Sendable {
  private struct State {
    var latest: Progress?
    var cancel: (@Sendable () -> Void)?
    var isStopped = false
    var hasLeft = false
  }

  private let state = Mutex(State())

  /// The progress that the command reported last.
  var latest: Progress? { state.withLock { $0.latest } }

  /// Whether the browser that sent the command has disconnected.
  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  func leave() { state.withLock { $0.hasLeft = true } }

  func hear(_ progress: Progress) { state.withLock { $0.latest = progress } }

  /// Sets the closure that stops the command. If a stop was requested before, calls the closure at
  /// once.
  func begin(cancelling cancel: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state in
      state.cancel = cancel
      return state.isStopped
    }
    if isStopped { cancel() }
  }

  func stop() {
    let cancel = state.withLock { state in
      state.isStopped = true
      return state.cancel
    }
    cancel?()
  }
}

// Answers the requests of a page that waits for a long command: it asks for the progress of the
// command, or stops the command.
extension WebHost {
  /// Returns the progress of a command as JSON, such as `{"words": "Importing, 1200 of 5000",
  /// "done": 1200, "total": 5000}`.
  ///
  /// The response has no content before the command has begun and after it has ended.
  func work(_ request: HTTP.Request, _ session: BrowserSession) -> Response {
    guard let work = work(request.query[SentForm.Name.number], session) else {
      return Response(.noContent)
    }
    let progress = work.latest
    var members: [(String, JSONValue)] = []
    if let progress {
      let share = progress.total.map { ", \(progress.done) of \($0)" } ?? ""
      members = [("words", .string(progress.words + share)), ("done", JSONValue(progress.done))]
      if let total = progress.total { members.append(("total", JSONValue(total))) }
    }
    return Response(.ok, .json, JSONValue.object(JSONObject(members)).text + "\n")
  }

  /// Stops a running command, as Ctrl-C does at a terminal. Changes that it has already stored
  /// stay.
  func stopWork(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let sent = try await sentForm(request)
    guard session.isToken(sent.token ?? "") else { throw WebFault.wrongToken }
    guard let work = work(sent.number.map(String.init), session) else {
      throw WebFault.noPage(request.path)
    }
    work.stop()
    return Response(.ok, .json, "{}\n")
  }

  private func work(_ number: String?, _ session: BrowserSession) -> RunningWork? {
    number.flatMap { Int($0) }.flatMap { session.work($0) }
  }
}
