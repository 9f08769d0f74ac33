import Synchronization
import Threads

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

  /// Rings when the first order is added to an empty queue.
  let bell: PollBell
  private let waiting = Mutex<[Order]>([])

  init?() {
    guard let bell = PollBell() else { return nil }
    self.bell = bell
  }

  func post(_ order: Order) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(order)
      return waiting.count == 1
    }
    if isFirst { bell.ring() }
  }

  func take() -> [Order] {
    // The signal that wakes the server's thread is cleared before the orders are read. If another
    // thread adds an order in between, it signals again, so no order is missed.
    bell.silence()
    return waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}
