import Synchronization

/// The number of open connections of a server. It includes the connections of the earlier loops
/// that a renewal of the certificate has replaced.
final class OpenConnections: Sendable {
  private let count = Mutex(0)

  var number: Int { count.withLock { $0 } }

  func opened() { count.withLock { $0 += 1 } }

  func closed() { count.withLock { $0 -= 1 } }
}
