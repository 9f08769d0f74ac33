import Basics
import CCurl
import HTTP
import Synchronization

/// A running HTTP request. The thread of the web loop appends the bytes of the response, and the
/// task that sent the request reads them. Only one task reads a transfer.
final class Transfer: Sendable {
  /// The number of buffered bytes of a response body above which libcurl receives no further bytes,
  /// until the task has read some.
  static let room = 256 * 1024

  fileprivate struct State {
    var status: Status?
    var headers = Headers()
    var isHeadWhole = false
    var pieces: [[UInt8]] = []
    var held = 0
    var isFull = false
    var outcome: Outcome?
    /// A signal that is given, and replaced by a new one, when the task that reads the response has
    /// to check the state again.
    var changed = Signal()
    var isEmpty: Bool { pieces.isEmpty }
  }

  fileprivate enum Outcome {
    case ended(compass_exchange_result)
    case failed(HTTPFailure)
  }

  let order: TransferOrder
  let isOffline: @Sendable () -> Bool
  private let state = Mutex(State())
  private let post = Mutex<(id: UInt64, orders: WebOrders)?>(nil)

  init(_ order: TransferOrder, isOffline: @escaping @Sendable () -> Bool) {
    self.order = order
    self.isOffline = isOffline
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  func wasPosted(as id: UInt64, to orders: WebOrders) {
    post.withLock { $0 = (id, orders) }
  }

  /// Ends the transfer, because its caller has stopped waiting for the response.
  func leave(_ failure: HTTPFailure = .cancelled) {
    let changed = state.withLock { state in
      // Buffered bytes are discarded here. The outcome must be a failure then, because otherwise
      // the caller would take a partial body for a complete one.
      if state.outcome == nil || !state.isEmpty { state.outcome = .failed(failure) }
      state.pieces = []
      return state.takeChanged()
    }
    changed.give()
    tell { .leave($0) }
  }

  private func tell(_ order: (UInt64) -> WebOrders.Order) {
    let place = post.withLock { $0 }
    if let place { place.orders.post(order(place.id)) }
  }
}

/// The caller's reference to a transfer. When it is released, the transfer ends, because no task
/// can read the response any more.
final class Asker: Sendable {
  let transfer: Transfer

  init(_ transfer: Transfer) { self.transfer = transfer }

  deinit { transfer.leave() }
}

// MARK: - Methods for the calling task

extension Transfer {
  func head() async throws(HTTPFailure) -> (Status, Headers) {
    await news { $0.isHeadWhole }
    let (status, headers, isWhole) = state.withLock { ($0.status, $0.headers, $0.isHeadWhole) }
    if let status, isWhole { return (status, headers) }
    throw await failure() ?? .connectionLost(host: order.host)
  }

  /// Returns the next piece of the response body; nil after the last one.
  func next() async throws(HTTPFailure) -> [UInt8]? {
    await news { !$0.isEmpty }
    let (piece, hasRoom): ([UInt8]?, Bool) = state.withLock { state in
      guard !state.isEmpty else { return (nil, false) }
      let piece = state.pieces.removeFirst()
      state.held -= piece.count
      let hasRoom = state.isFull && state.held < Self.room / 2
      if hasRoom { state.isFull = false }
      return (piece, hasRoom)
    }
    if hasRoom { tell { .resume($0) } }
    if let piece { return piece }
    if let failure = await failure() { throw failure }
    return nil
  }

  /// Suspends the task that reads the response until `has` is true for the state of the transfer,
  /// or the transfer has ended.
  private func news(_ has: @Sendable (borrowing State) -> Bool) async {
    await withTaskCancellationHandler {
      let changed = state.withLock { has($0) || $0.outcome != nil ? nil : $0.changed }
      await changed?.wait()
    } onCancel: {
      leave()
    }
  }

  private func failure() async -> HTTPFailure? {
    switch state.withLock({ $0.outcome }) {
    case .failed(let failure): failure
    case .ended(let result): await order.failure(in: result, isOffline: isOffline)
    case nil: nil
    }
  }
}

// MARK: - Methods for the thread of the web loop

extension Transfer {
  func hearHeader(_ bytes: UnsafeBufferPointer<CChar>) {
    var line = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)[...]
    while let last = line.utf8.last, last == 0x0A || last == 0x0D {
      line = Substring(line.utf8.dropLast())
    }
    let changed = state.withLock { state in
      state.hear(line)
      return state.isHeadWhole ? state.takeChanged() : nil
    }
    changed?.give()
  }

  /// Appends a piece of the response body to the buffer. Returns false if the buffer is full; the
  /// transfer is then paused.
  func hearBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let (isTaken, changed): (Bool, Signal?) = state.withLock { state in
      // The transfer has ended, so no task reads this piece, and it is discarded.
      if state.outcome != nil { return (true, nil) }
      guard state.isEmpty || state.held + bytes.count <= Self.room else {
        state.isFull = true
        return (false, nil)
      }
      state.pieces.append(Array(bytes))
      state.held += bytes.count
      return (true, state.takeChanged())
    }
    changed?.give()
    return isTaken
  }

  func end(_ result: compass_exchange_result) {
    let changed = state.withLock { state in
      if state.outcome == nil { state.outcome = .ended(result) }
      return state.takeChanged()
    }
    changed.give()
  }
}

extension Transfer.State {
  mutating func takeChanged() -> Signal {
    defer { changed = Signal() }
    return changed
  }

  /// Parses a line of a response head. A status line begins a new head, because an interim response
  /// such as `100 Continue` can precede the final one.
  mutating func hear(_ line: Substring) {
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ", maxSplits: 2)
      status = words.count > 1 ? Int(words[1]).map { Status($0) } : nil
      headers = Headers()
      isHeadWhole = false
    } else if line.isEmpty {
      isHeadWhole = status.map { $0.code >= 200 } ?? false
    } else if !isHeadWhole, let colon = line.firstIndex(of: ":") {
      // Lines after a complete head are trailers and are ignored. Malformed headers are ignored
      // too.
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      try? headers.addReceived(String(line[..<colon]), String(value))
    }
  }
}
