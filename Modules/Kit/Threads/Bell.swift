import Glibc

/// Wakes a thread that waits for it; rung before, it does not let the thread wait.
public final class Bell: Sendable {
  /// Unsafe only to the compiler: a semaphore is made to be used by several threads.
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

  /// False when it was not rung in that time.
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
