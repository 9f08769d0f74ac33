import HTTP
import Synchronization
import Threads

extension WebHost {
  /// Returns an event stream that tells an open page that data has changed, until the page is
  /// closed or the person in this browser changes.
  func live(_ request: HTTP.Request, _ session: BrowserSession) throws -> Response {
    guard let now = program.revision() else { throw WebFault.noPage(request.path) }
    let seen = request.headers["Last-Event-ID"] ?? request.query["since"]
    let name = session.name
    let (changes, sessions) = (changes, sessions)
    let (news, end) = changes.subscribe()
    // `place` keeps the stream registered. It is released when the stream ends, and also if the
    // browser disconnects before it has read from the stream. The host then stops telling the page
    // about changes.
    let place = StreamPlace(session, ending: end)
    return .events { events in
      defer { withExtendedLifetime(place) {} }
      try await events.send(ServerEvent("hello", data: String(now), id: String(now)))
      if let seen, seen != String(now) {
        try await events.send(ServerEvent("changed", data: String(now), id: String(now)))
      }
      for await revision in news {
        guard sessions.session(name) === session else { break }
        try await events.send(
          ServerEvent("changed", data: String(revision), id: String(revision)))
      }
      // The event `over` tells the page that its session has ended. If the session still exists,
      // the web host ended this stream only because the session had too many streams, and the page
      // may connect again.
      guard sessions.session(name) !== session else { return }
      try await events.send(ServerEvent("over", data: ""))
    }
  }
}

/// Registers one event stream (by which an open page learns of changed data) in its session. The
/// stream stays registered until this value is released.
private final class StreamPlace: Sendable {
  private let session: BrowserSession
  private let number: Int
  private let end: @Sendable () -> Void

  init(_ session: BrowserSession, ending end: @escaping @Sendable () -> Void) {
    self.session = session
    self.end = end
    number = session.beginStream(ending: end)
  }

  deinit {
    session.endStream(number)
    end()
  }
}

/// Notices changes of the data for all open pages together. While pages are open, it reads the
/// data's revision number at intervals.
final class ChangeFeed: Sendable {
  private struct State {
    var readers: [Int: AsyncStream<Int64>.Continuation] = [:]
    var next = 0
    var isLooking = false
  }

  private let program: WebProgram
  private let threads: WorkThreads
  private let state = Mutex(State())

  /// The number of milliseconds from one reading of the revision number to the next. A change by
  /// another process is noticed within this time.
  static let interval: Int64 = 400

  init(_ program: WebProgram, on threads: WorkThreads) {
    self.program = program
    self.threads = threads
  }

  var readers: Int { state.withLock { $0.readers.count } }

  /// Returns a stream of the data's revisions from now on. It buffers only the newest one, because
  /// a page needs no older revision.
  func subscribe() -> (news: AsyncStream<Int64>, end: @Sendable () -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int64.self, bufferingPolicy: .bufferingNewest(1))
    let (number, begins) = state.withLock { state in
      state.next += 1
      state.readers[state.next] = continuation
      let begins = !state.isLooking
      state.isLooking = true
      return (state.next, begins)
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.readers[number] = nil }
    }
    if begins { Task(executorPreference: threads) { await self.look() } }
    return (stream, { continuation.finish() })
  }

  private func look() async {
    var seen = program.revision()
    while true {
      await program.pause(Self.interval)
      let now = program.revision()
      let readers = state.withLock { state -> [AsyncStream<Int64>.Continuation]? in
        guard !state.readers.isEmpty else {
          state.isLooking = false
          return nil
        }
        return Array(state.readers.values)
      }
      guard let readers else { return }
      guard now != seen else { continue }
      seen = now
      if let now { for reader in readers { reader.yield(now) } }
    }
  }
}
