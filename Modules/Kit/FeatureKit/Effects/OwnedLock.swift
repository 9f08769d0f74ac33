import Glibc
import Synchronization

/// A lock that records which thread holds it. The same thread can enter the lock again without a
/// deadlock.
///
/// The mutex excludes other threads. The thread sanitizer of `Tools/stress` does not recognize
/// `Mutex` and would report races. It recognizes the atomic `owner`, so `owner` is read and written
/// with a memory ordering that also excludes races.
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
