import Glibc

/// A signal that one thread gives and another waits for.
///
/// If the signal was given before the wait began, the wait ends at once.
public final class Bell: Sendable {
  /// A semaphore of the C library.
  ///
  /// Several threads may use it at once, which the compiler cannot verify.
  private nonisolated(unsafe) let signal: UnsafeMutablePointer<sem_t>

  public init() {
    signal = .allocate(capacity: 1)
    sem_init(signal, 0, 0)
  }

  deinit {
    sem_destroy(signal)
    signal.deallocate()
  }

  public func ring() { sem_post(signal) }

  public func wait() {
    while sem_wait(signal) != 0, errno == EINTR {}
  }

  /// Waits for the signal for at most this many milliseconds. Returns false if the signal was not
  /// given in this time.
  public func wait(milliseconds: Int) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = deadline.tv_nsec + (milliseconds % 1000) * 1_000_000
    deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    while sem_timedwait(signal, &deadline) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
