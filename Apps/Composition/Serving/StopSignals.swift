import Glibc
import Threads

/// Ctrl-C and the end of a session, as something to wait for: whoever serves answers what was asked, and ends in order.
enum StopSignals {
  private static let asked = Bell()

  /// From now on they end nothing by themselves.
  static func take() {
    // Made here: a signal handler must make nothing, and may do little more than ring.
    _ = asked
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in StopSignals.asked.ring() }
      sigemptyset(&action.sa_mask)
      sigaction(signal, &action, nil)
    }
  }

  /// Returns when one came.
  static func wait() async { await OwnThread.run { asked.wait() } }
}
