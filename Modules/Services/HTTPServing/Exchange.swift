import Basics
import HTTP
import Synchronization

/// One request and its response, shared by two threads: the server's thread, which transfers the
/// bytes, and the task of the handler.
///
/// Neither side blocks the thread of the other. When the handler has to wait, its task is
/// suspended; when the connection has to wait, libmicrohttpd suspends it. Each side resumes the
/// other.
final class Exchange: Sendable {
  /// The number of buffered bytes of a response body above which `write` suspends the handler's
  /// task. The task continues when at most `lowWater` bytes are buffered.
  static let highWater = 256 * 1024
  static let lowWater = 64 * 1024

  enum Ending: Equatable { case whole, broken }

  struct State {
    /// Bytes of the request body that have arrived and that the handler has not read yet.
    var received: [UInt8] = []
    var isBodyWanted = false
    /// Whether no further bytes of the request body will arrive. If the body is incomplete,
    /// `bodyFault` says why.
    var bodyHasEnded: Bool
    var bodyFault: RequestFault?

    var answer: Response?
    /// Bytes of the response body that the handler wrote. The first `sent` of them are already
    /// sent.
    var outgoing: [UInt8] = []
    var sent = 0
    var ending: Ending?

    /// Whether the client has disconnected or the server is stopping.
    var hasLeft = false
    /// Whether the connection is suspended until this exchange resumes it, because it waits for the
    /// handler.
    var isParked = false
    /// A signal that is given, and replaced by a new one, when the suspended tasks of the handler
    /// have to check the state again. These tasks wait for a piece of the request body, or for free
    /// space in the response buffer.
    var changed = Signal()
    var task: Task<Void, Never>?
    var isOver = false
  }

  private let state: Mutex<State>
  private let link: UInt64
  private let orders: ServerOrders

  init(link: UInt64, orders: ServerOrders, hasBody: Bool) {
    self.link = link
    self.orders = orders
    state = Mutex(State(bodyHasEnded: !hasBody))
  }

  /// Applies `body` to the state. Then resumes the connection, if it is suspended and `wakesLink`
  /// is true, and all waiting tasks, if `wakesTasks` is true.
  private func change<Answer: Sendable>(
    wakesLink: Bool = false, wakesTasks: Bool = false, _ body: (inout State) -> Answer
  ) -> Answer {
    let (answer, isWoken, changed) = state.withLock { state in
      let answer = body(&state)
      let isWoken = wakesLink && state.isParked
      if isWoken { state.isParked = false }
      let changed = wakesTasks ? state.changed : nil
      if wakesTasks { state.changed = Signal() }
      return (answer, isWoken, changed)
    }
    if isWoken { orders.post(.wake(link: link)) }
    changed?.give()
    return answer
  }

  /// Suspends the calling task until the state changes or the task is cancelled. Returns at once if
  /// `isReady` is already true for the state. The caller checks the state again, because another
  /// change may have woken it.
  private func wait(until isReady: @Sendable (borrowing State) -> Bool) async {
    let changed = state.withLock { isReady($0) ? nil : $0.changed }
    await changed?.waitUnlessCancelled()
  }
}

/// The methods that the task of the handler calls.
extension Exchange {
  /// Starts the task of the handler. It is cancelled when the client disconnects.
  func begin(on executor: (any TaskExecutor)?, _ work: @escaping @Sendable () async -> Void) {
    let task = Task(executorPreference: executor) {
      await work()
      self.change {
        $0.task = nil
        $0.isOver = true
      }
    }
    let hasLeft = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.hasLeft
    }
    if hasLeft { task.cancel() }
  }

  func nextPiece() async throws(RequestFault) -> [UInt8]? {
    while true {
      let step: Result<[UInt8]?, RequestFault>? = change(wakesLink: true) { state in
        if !state.bodyHasEnded { state.isBodyWanted = true }
        if !state.received.isEmpty {
          defer { state.received = [] }
          return .success(state.received)
        }
        if let fault = state.bodyFault { return .failure(fault) }
        return state.bodyHasEnded ? .success(nil) : nil
      }
      if let step { return try step.get() }
      guard !Task.isCancelled else { throw .bodyCutShort }
      await wait { !$0.received.isEmpty || $0.bodyHasEnded }
    }
  }

  func answer(_ response: Response) {
    change(wakesLink: true) { state in
      state.answer = state.answer ?? response
      // The handler has answered, so the rest of the request body is not needed and is discarded.
      if !state.bodyHasEnded {
        state.bodyHasEnded = true
        state.bodyFault = .bodyCutShort
        state.received = []
      }
    }
  }

  /// Appends bytes to the response body. Returns when the buffer has space for more.
  func write(_ bytes: [UInt8]) async throws {
    let isTaken = change(wakesLink: true) { state in
      guard !state.hasLeft, state.ending == nil else { return false }
      state.outgoing += bytes
      return true
    }
    guard isTaken else { throw ReceiverLeft() }
    try Task.checkCancellation()
    while state.withLock({ $0.outgoing.count - $0.sent > Self.highWater && !$0.hasLeft }) {
      await wait { $0.outgoing.count - $0.sent <= Self.lowWater || $0.hasLeft }
      try Task.checkCancellation()
    }
  }

  /// Marks the response body as complete, or as broken off because the handler failed.
  func end(_ ending: Ending) {
    change(wakesLink: true, wakesTasks: true) { $0.ending = $0.ending ?? ending }
  }
}

/// The methods that the server's own thread calls.
extension Exchange {
  enum Next: Sendable { case wait, takeBody, answer(Response), giveUp }

  /// Returns what the server's thread does next with a connection whose request is not answered
  /// yet. After `.wait` it suspends the connection, and the exchange resumes it later.
  func next(canTakeBody: Bool) -> Next {
    change { state in
      if state.hasLeft { return .giveUp }
      if let answer = state.answer { return .answer(answer) }
      if canTakeBody, state.isBodyWanted { return .takeBody }
      state.isParked = true
      return .wait
    }
  }

  var hasAnswer: Bool { state.withLock { $0.answer != nil } }

  /// Stores a piece of the request body. Returns false if the buffer is now full; the caller then
  /// suspends the connection until the handler has read some of it.
  func received(_ piece: UnsafeRawBufferPointer) -> Bool {
    change(wakesTasks: true) { state in
      state.received += piece
      state.isParked = state.received.count > Self.highWater && !state.hasLeft
      return !state.isParked
    }
  }

  func bodyEnded(_ fault: RequestFault? = nil) {
    change(wakesTasks: true) { state in
      guard !state.bodyHasEnded else { return }
      state.bodyHasEnded = true
      state.bodyFault = fault
      if fault != nil { state.received = [] }
    }
  }

  enum Pull: Equatable { case bytes(Int), wait, end(Ending) }

  /// Copies bytes of the response body into `room` and returns their number, or says that there are
  /// none yet or that the body has ended.
  func pull(into room: UnsafeMutableRawBufferPointer) -> Pull {
    change(wakesTasks: true) { state in
      if state.hasLeft { return .end(.broken) }
      let count = min(state.outgoing.count - state.sent, room.count)
      if count > 0 {
        state.outgoing.withUnsafeBytes {
          room.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: $0[state.sent..<state.sent + count]))
        }
        state.sent += count
        if state.sent == state.outgoing.count {
          state.outgoing.removeAll(keepingCapacity: true)
          state.sent = 0
        }
        return .bytes(count)
      }
      if let ending = state.ending { return .end(ending) }
      state.isParked = true
      return .wait
    }
  }

  /// Appends a ping to the event stream if no other bytes wait to be sent. Sending it shows whether
  /// the client is still connected.
  func ping() {
    change(wakesLink: true) { state in
      if state.outgoing.isEmpty, state.ending == nil { state.outgoing += ServerEvent.ping.utf8 }
    }
  }

  /// Cancels the handler's task, because the connection or the request has ended, and nothing of
  /// the response is sent any more.
  func leave() {
    let task = change(wakesLink: true, wakesTasks: true) { state in
      state.hasLeft = true
      if !state.bodyHasEnded {
        state.bodyHasEnded = true
        state.bodyFault = .bodyCutShort
      }
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  /// Ends an event stream as if the handler had sent its last event, because the server is
  /// stopping.
  func endEvents() {
    end(.whole)
    state.withLock { $0.task }?.cancel()
  }
}
