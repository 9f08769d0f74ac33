import Synchronization

/// The number of open connections of a server, those of its earlier loops included.
final class OpenConnections: Sendable {
  private let count = Mutex(0)

  var number: Int { count.withLock { $0 } }

  func opened() { count.withLock { $0 += 1 } }

  func closed() { count.withLock { $0 -= 1 } }
}
