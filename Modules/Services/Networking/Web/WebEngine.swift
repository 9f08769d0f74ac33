import CCurl
import Glibc
import HTTP
import Synchronization

/// Owns the loop that runs the outgoing HTTP requests of a client on one thread. The loop starts
/// with the first request, and ends when the engine is released and no request is running.
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

/// The queue of orders from other threads to the thread of the web loop. Adding an order wakes that
/// thread.
final class WebOrders: Sendable {
  enum Order: Sendable {
    case begin(Transfer, id: UInt64)
    /// The buffer of the transfer with this number has space again, so libcurl may receive more of
    /// the response body.
    case resume(UInt64)
    /// The caller no longer waits for the transfer with this number, so it ends.
    case leave(UInt64)
    /// No further requests will begin, so the loop ends after the running ones.
    case end
  }

  fileprivate struct State {
    var waiting: [Order] = []
    var lastID = UInt64(0)
    /// The address of libcurl's multi handle; nil after the loop has ended. Other threads wake the
    /// loop through the handle while this state is locked, and the loop sets nil before it frees
    /// the handle. So a freed handle is never used.
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

  /// Forbids other threads to wake the loop. The loop calls this method before it frees libcurl's
  /// handle, which a wake-up would use.
  func close() { state.withLock { $0.multi = nil } }
}

extension WebOrders.State {
  fileprivate mutating func post(_ order: WebOrders.Order) {
    waiting.append(order)
    if let multi = multi.flatMap({ OpaquePointer(bitPattern: $0) }) { compass_multi_wake(multi) }
  }
}
