public import Glibc

/// A lock with a condition. A thread that holds the lock can wait until another thread has changed
/// the guarded state.
public final class Monitor: Sendable {
  /// The lock and its condition variable, both of the C library.
  ///
  /// Several threads may use them at once, and they never move in memory. The compiler cannot
  /// verify that, so the properties are marked unsafe.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let bell: UnsafeMutablePointer<pthread_cond_t>

  public init() {
    mutex = .allocate(capacity: 1)
    bell = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var settings = pthread_condattr_t()
    pthread_condattr_init(&settings)
    // The clock for waits with a deadline. A change of the machine's time does not affect this
    // clock.
    pthread_condattr_setclock(&settings, CLOCK_MONOTONIC)
    pthread_cond_init(bell, &settings)
    pthread_condattr_destroy(&settings)
  }

  deinit {
    pthread_cond_destroy(bell)
    pthread_mutex_destroy(mutex)
    bell.deallocate()
    mutex.deallocate()
  }

  public func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Releases the lock until another thread wakes this thread. Only the thread that holds the lock
  /// may call it.
  public func wait() { pthread_cond_wait(bell, mutex) }

  /// Returns the time of `CLOCK_MONOTONIC` after this duration from now, for `wait(until:)`.
  public static func deadline(in duration: Duration) -> timespec {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    return deadline
  }

  /// Waits as `wait()` does, but not longer than until `deadline`, a time of `CLOCK_MONOTONIC`.
  /// Returns false if the deadline has passed without a signal.
  public func wait(until deadline: timespec) -> Bool {
    var deadline = deadline
    return pthread_cond_timedwait(bell, mutex, &deadline) == 0
  }

  public func wakeOne() { pthread_cond_signal(bell) }
  public func wakeAll() { pthread_cond_broadcast(bell) }
}
