import Glibc
import Threads

/// The signals of Ctrl-C and of the end of a session. A server waits for them, so that it can
/// finish its requests and end in order.
enum StopSignals {
  private static let asked = Bell()

  /// Prevents these signals from ending the process.
  static func take() {
    // Created here, because a signal handler may not allocate memory.
    _ = asked
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in StopSignals.asked.ring() }
      sigemptyset(&action.sa_mask)
      sigaction(signal, &action, nil)
    }
  }

  /// Waits until a signal has arrived.
  static func wait() async { await OwnThread.run { asked.wait() } }
}
