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
}
