import Glibc
import Synchronization

/// A lock that records the thread that holds it. That thread can enter the lock again.
///
/// The mutex excludes other threads. Reading and writing the owner repeats this exclusion in a form
/// that the thread sanitizer sees. The sanitizer cannot see `Mutex` and would report races
/// (`Tools/stress`).
struct OwnedLock: ~Copyable, Sendable {
  private let mutex = Mutex<Void>(())
  private let owner = Atomic<UInt>(0)

  /// Whether the current thread holds the lock.
  var isHeld: Bool { owner.load(ordering: .relaxed) == Self.thread }

  func withLock<Value>(_ body: () -> Value) -> Value {
    let thread = Self.thread
    if owner.load(ordering: .relaxed) == thread { return body() }
    return mutex.withLock { _ in
      _ = owner.load(ordering: .acquiring)
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .releasing) }
      return body()
    }
  }

  private static var thread: UInt { UInt(Glibc.pthread_self()) }
}
