import CMicroHTTPD
import Glibc
import Synchronization

/// The commands from other threads to the server's own thread. Posting a command wakes that thread.
final class ServerOrders: Sendable {
  enum Order: Sendable {
    /// An event has arrived that a suspended connection waits for.
    case wake(link: UInt64)
    /// Stop by `deadline`, in microseconds of the machine's uptime.
    /// - Parameter isPatient: whether connections on which nothing was asked stay open until then.
    case stop(deadline: Int64, isPatient: Bool)
  }

  /// A descriptor that is readable while commands are pending.
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
    // Cleared before the orders are read, so that an order posted meanwhile signals again.
    compass_bell_silence(bell)
    return waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}
