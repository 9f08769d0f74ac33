import Glibc

/// Ctrl-C and the end of a session, as something to wait for: whoever serves answers what was asked, and ends in order.
enum StopSignals {
  // A semaphore stays where it was made; posting it is one of the few things that a signal handler may do.
  nonisolated(unsafe) private static let asked: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// From now on they end nothing by themselves.
  static func take() {
    _ = asked
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in sem_post(StopSignals.asked) }
      sigemptyset(&action.sa_mask)
      sigaction(signal, &action, nil)
    }
  }

  /// Returns when one came.
  static func wait() async {
    await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
      let box = Unmanaged.passRetained(Waiter(waiter))
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { box in
          while sem_wait(StopSignals.asked) != 0, errno == EINTR {}
          if let box { Unmanaged<Waiter>.fromOpaque(box).takeRetainedValue().go() }
          return nil
        }, box.toOpaque())
      if code == 0 {
        pthread_detach(thread)
      } else {
        // Without a thread to wait on there is nothing to serve with either.
        box.takeRetainedValue().go()
      }
    }
  }

  private final class Waiter: Sendable {
    private let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
    func go() { continuation.resume() }
  }
}
