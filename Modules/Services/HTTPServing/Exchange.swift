import HTTP
import Synchronization

/// One request and its answer. It connects the server's own thread, which moves bytes, with the task of the handler.
///
/// Neither side blocks the other's thread: a waiting task is suspended, and so is a waiting connection; each resumes the other.
final class Exchange: Sendable {
  /// The number of buffered bytes above which a writer waits. The writer continues when fewer than
  /// `lowWater` bytes are buffered.
  static let highWater = 256 * 1024
  static let lowWater = 64 * 1024

  enum Ending: Equatable { case whole, broken }

  struct State {
    /// Bytes that have arrived and are not read yet.
    var received: [UInt8] = []
    var isBodyWanted = false
    /// Whether no more bytes of the body will arrive. `bodyFault` is set when some bytes are
    /// missing.
    var bodyHasEnded: Bool
    var bodyFault: RequestFault?

    var answer: Response?
    /// Bytes that the handler wrote; those before `sent` are already sent.
    var outgoing: [UInt8] = []
    var sent = 0
    var ending: Ending?

    /// The client has left, or the server stops.
    var hasLeft = false
    /// The connection is suspended until this exchange resumes it.
    var isParked = false
    /// Tasks that wait for a piece of the body, or for free space in the buffer.
    var waiters: [CheckedContinuation<Void, Never>] = []
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

  /// Changes the state, then resumes a suspended connection when `wakesLink` and every waiting task when `wakesTasks`.
  private func change<Answer: Sendable>(
    wakesLink: Bool = false, wakesTasks: Bool = false, _ body: (inout State) -> Answer
  ) -> Answer {
    let (answer, isWoken, waiters) = state.withLock { state in
      let answer = body(&state)
      let isWoken = wakesLink && state.isParked
      if isWoken { state.isParked = false }
      let waiters = wakesTasks ? state.waiters : []
      if wakesTasks { state.waiters = [] }
      return (answer, isWoken, waiters)
    }
    if isWoken { orders.post(.wake(link: link)) }
    for waiter in waiters { waiter.resume() }
    return answer
  }

  /// Suspends the task until the state changes, unless `isReady` is true already.
  private func wait(until isReady: @escaping @Sendable (borrowing State) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
        let goesOn = state.withLock { state in
          let goesOn = isReady(state) || Task.isCancelled
          if !goesOn { state.waiters.append(waiter) }
          return goesOn
        }
        if goesOn { waiter.resume() }
      }
    } onCancel: {
      change(wakesTasks: true) { _ in }
    }
  }
}

/// The methods that the task of the handler calls.
extension Exchange {
  /// Starts `work`, which is cancelled when the client leaves.
  func begin(_ work: @escaping @Sendable () async -> Void) {
    let task = Task {
      await work()
      change {
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
        state.isBodyWanted = true
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
      // From here on the rest of the body is discarded.
      if !state.bodyHasEnded {
        state.bodyHasEnded = true
        state.bodyFault = .bodyCutShort
        state.received = []
      }
    }
  }

  /// Appends a piece of the answer's body, and returns when the buffer has space for another.
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

  /// Marks the answer's body as complete, or as broken off.
  func end(_ ending: Ending) {
    change(wakesLink: true, wakesTasks: true) { $0.ending = $0.ending ?? ending }
  }
}

/// The methods that the server's own thread calls.
extension Exchange {
  enum Next: Sendable { case wait, takeBody, answer(Response), giveUp }

  /// The next step for a suspended connection. After `.wait` the exchange resumes the connection later.
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

  /// Stores a piece of the body; false when the connection is to be suspended until the handler has read some of it.
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

  /// Moves bytes that the handler wrote into `room`.
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

  /// Sends a ping when no other bytes wait to be sent.
  func ping() {
    change(wakesLink: true) { state in
      if state.outgoing.isEmpty, state.ending == nil { state.outgoing += ServerEvent.ping.utf8 }
    }
  }

  /// Cancels the handler's task, because the client no longer reads the answer.
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

  /// Ends a stream of events in the same way as after its last event.
  func endEvents() {
    end(.whole)
    state.withLock { $0.task }?.cancel()
  }
}
