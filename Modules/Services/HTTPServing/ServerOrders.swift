import CMicroHTTPD
import Glibc
import Synchronization

/// The queue of orders from other threads to the server's own thread. Adding an order wakes that
/// thread.
final class ServerOrders: Sendable {
  enum Order: Sendable {
    /// The suspended connection with the number `link` can continue.
    case wake(link: UInt64)
    /// The server stops by `deadline`, which is an uptime of the machine in microseconds.
    ///
    /// - Parameter isPatient: whether idle connections may stay open until the deadline, so that
    ///   they can send one more request.
    case stop(deadline: Int64, isPatient: Bool)
  }

  /// A file descriptor that is readable while orders wait in the queue.
  let bell: Int32
  private let waiting = Mutex<[Order]>([])

  init?() {
    bell = compass_bell_make()
    if bell < 0 { return nil }
  }

  deinit { close(bell) }

  func post(_ order: Order) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(order)
      return waiting.count == 1
    }
    if isFirst { compass_bell_ring(bell) }
  }

  func take() -> [Order] {
    // The signal that wakes the server's thread is cleared before the orders are read. If another
    // thread adds an order in between, it signals again, so no order is missed.
    compass_bell_silence(bell)
    return waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}
