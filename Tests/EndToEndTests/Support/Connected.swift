import Composition
import FeatureKit
import ShellHost

/// The commands that need a server, which most tests do not have. `ConnectedTests` runs them with a
/// real server.
enum Connected {
  static let commands: Set = [
    "account connect", "account disconnect", "family admit", "sync now", "sync keep", "sync again",
    "sync sign-in", "sync sign-out-others", "sync password",
  ]

  /// All commands that work without a server.
  static let others = Compass.reference.commands.filter { !commands.contains($0.words) }
}
