import Glibc
import Synchronization

/// A lock that its holding thread may take again.
///
/// A write of a gateway (the functions with which a feature reads and writes) may call another
/// gateway's write, which then runs in the same transaction and takes the lock again. With a plain
/// lock the thread would wait for itself.
final class RecursiveLock: @unchecked Sendable {
  // `Sendable` is unchecked because the compiler cannot see that threads may share the mutex. Only
  // pthread functions use it, any thread may call them, and the address of the mutex never changes.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// The thread that holds the lock; 0 for none.
  private let owner = Atomic<UInt>(0)

  init() {
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// True on the thread that holds the lock.
  var isHeld: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    let before = owner.exchange(UInt(pthread_self()), ordering: .relaxed)
    defer {
      owner.store(before, ordering: .relaxed)
      pthread_mutex_unlock(mutex)
    }
    return try body()
  }
}
