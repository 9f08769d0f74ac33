import Glibc

/// A signal from one thread to another. One thread gives the signal, and the other waits for it.
///
/// If the signal was given before the wait began, the wait ends at once.
public final class Bell: Sendable {
  /// A semaphore of the C library, which several threads may use at once. The compiler cannot
  /// verify that, so the property is marked unsafe.
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
