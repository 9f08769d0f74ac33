import HTTP
import Synchronization
import Threads

extension WebHost {
  /// Tells an open page that something changed underneath, until it is closed or its person signs out.
  func live(_ request: HTTP.Request, _ session: BrowserSession) throws -> Response {
    guard let now = program.revision() else { throw WebFault.noPage(request.path) }
    guard session.beginStream() else { throw WebFault.tooManyStreams }
    let seen = request.headers["Last-Event-ID"] ?? request.query["since"]
    let name = request.cookies[cookieName]
    let (changes, sessions) = (changes, sessions)
    // Ends the count also when nobody ever asks for the stream.
    let place = StreamPlace(session)
    return .events { events in
      defer { withExtendedLifetime(place) {} }
      let news = changes.subscribe()
      try await events.send(ServerEvent("hello", data: String(now), id: String(now)))
      if let seen, seen != String(now) {
        try await events.send(ServerEvent("changed", data: String(now), id: String(now)))
      }
      for await revision in news {
        guard sessions.session(name) === session else { break }
        try await events.send(
          ServerEvent("changed", data: String(revision), id: String(revision)))
      }
      try await events.send(ServerEvent("over", data: ""))
    }
  }
}

/// One of a session's streams, from its beginning until nobody holds it.
private final class StreamPlace: Sendable {
  private let session: BrowserSession

  init(_ session: BrowserSession) { self.session = session }

  deinit { session.endStream() }
}

/// Looks whether anybody wrote, for all open pages together, and only while there are any.
final class ChangeFeed: Sendable {
  private struct State {
    var readers: [Int: AsyncStream<Int64>.Continuation] = [:]
    var next = 0
    var isLooking = false
  }

  private let program: WebProgram
  private let threads: WorkThreads
  private let state = Mutex(State())

  /// A change of another process is seen within this time.
  static let interval: Int64 = 400

  init(_ program: WebProgram, on threads: WorkThreads) {
    self.program = program
    self.threads = threads
  }

  var readers: Int { state.withLock { $0.readers.count } }

  /// The numbers that the data has from now on, each once; of several that nobody read yet, the newest.
  func subscribe() -> AsyncStream<Int64> {
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
    return stream
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
