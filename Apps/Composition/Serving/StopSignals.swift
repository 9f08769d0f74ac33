import Glibc
import Threads

/// Waits for the signals that end a server: SIGINT (Ctrl-C), SIGTERM and SIGHUP. The server can
/// then finish its requests before the process ends.
enum StopSignals {
  private static let asked = Bell()

  /// Installs handlers for the signals, which would otherwise end the process in the middle of an
  /// answer.
  static func take() {
    // `asked` is created before a signal can arrive, because its creation allocates memory, and a
    // signal handler must not.
    _ = asked
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in StopSignals.asked.ring() }
      sigemptyset(&action.sa_mask)
      sigaction(signal, &action, nil)
    }
  }

  /// Waits until SIGINT, SIGTERM or SIGHUP has arrived.
  static func wait() async { await OwnThread.run { asked.wait() } }
}
