import Glibc

/// Wakes a thread that waits for the bell. If the bell was rung before, the thread does not wait.
public final class Bell: Sendable {
  /// The semaphore, which is unsafe only to the compiler: a semaphore is made for use by several
  /// threads.
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

  /// Waits until the bell is rung; returns false if it was not rung in that time.
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
