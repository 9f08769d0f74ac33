import CMicroHTTPD
import Glibc
import Synchronization

/// What other threads ask of the server's own, which is woken by it.
final class ServerOrders: Sendable {
  enum Order: Sendable {
    /// Something a suspended connection waits for has come.
    case wake(link: UInt64)
    /// End by `deadline`, in milliseconds of the machine's uptime.
    case stop(deadline: Int64)
  }

  /// Readable while some wait here.
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
    // Emptied before it is read, so that an order posted meanwhile rings again.
    compass_bell_silence(bell)
    return waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}
