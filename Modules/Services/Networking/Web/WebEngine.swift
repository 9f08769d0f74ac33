import CCurl
import Glibc
import HTTP
import Synchronization

/// Owns the loop that runs all requests. The loop starts with the first request. It ends when the
/// engine is released and no request is running.
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

/// The commands from other threads to the loop's thread. Posting a command wakes that thread.
final class WebOrders: Sendable {
  enum Order: Sendable {
    case begin(Transfer, id: UInt64)
    /// The buffer has space for more of a body.
    case resume(UInt64)
    /// No caller waits for the transfer any more.
    case leave(UInt64)
    /// No more requests will begin, so the loop may end.
    case end
  }

  fileprivate struct State {
    var waiting: [Order] = []
    var lastID = UInt64(0)
    /// The address of libcurl's handle; nil after it is freed. Wake-ups happen under this lock, and the handle is freed only
    /// after it was removed here.
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

  /// Called before the handle is freed.
  func close() { state.withLock { $0.multi = nil } }
}

extension WebOrders.State {
  fileprivate mutating func post(_ order: WebOrders.Order) {
    waiting.append(order)
    if let multi = multi.flatMap({ OpaquePointer(bitPattern: $0) }) { compass_multi_wake(multi) }
  }
}
