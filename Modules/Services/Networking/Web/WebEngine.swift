import CCurl
import Glibc
import HTTP
import Synchronization

/// Holds the loop that moves requests: it starts with the first one, and ends when nobody holds the engine and nothing is under
/// way.
final class WebEngine: Sendable {
  private let library: CurlLibrary
  private let orders = Mutex<WebOrders?>(nil)

  init(_ library: CurlLibrary) { self.library = library }

  deinit { orders.withLock { $0 }?.post(.end) }

  func begin(_ transfer: Transfer) throws(HTTPFailure) {
    let orders: WebOrders? = self.orders.withLock { orders in
      orders = orders ?? library.calls.flatMap(WebLoop.start)
      return orders
    }
    guard let orders else { throw .libraryMissing }
    orders.begin(transfer)
  }
}

/// What other threads ask of the loop's own, which is woken by it.
final class WebOrders: Sendable {
  enum Order: Sendable {
    case begin(Transfer, id: UInt64)
    /// There is room for more of a body.
    case resume(UInt64)
    /// Nobody waits for it any more.
    case leave(UInt64)
    /// No more will begin.
    case end
  }

  fileprivate struct State {
    var waiting: [Order] = []
    var lastID = UInt64(0)
    /// The address of libcurl's handle; nil when it is gone. It is woken under this lock, and freed only after it was taken
    /// away here.
    var multi: UInt?
  }

  private let state: Mutex<State>

  init(_ multi: OpaquePointer) { state = Mutex(State(multi: UInt(bitPattern: multi))) }

  func post(_ order: Order) { state.withLock { $0.post(order) } }

  func begin(_ transfer: Transfer) {
    state.withLock { state in
      state.lastID += 1
      transfer.wasPosted(as: state.lastID, to: self)
      state.post(.begin(transfer, id: state.lastID))
    }
  }

  func take() -> [Order] {
    state.withLock { state in
      defer { state.waiting.removeAll(keepingCapacity: true) }
      return state.waiting
    }
  }

  /// The handle is about to be freed.
  func close() { state.withLock { $0.multi = nil } }
}

extension WebOrders.State {
  fileprivate mutating func post(_ order: WebOrders.Order) {
    waiting.append(order)
    if let multi = multi.flatMap({ OpaquePointer(bitPattern: $0) }) { compass_multi_wake(multi) }
  }
}
