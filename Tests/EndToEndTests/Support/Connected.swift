import Composition
import FeatureKit
import ShellHost

/// The commands that work only with a server.
///
/// Most tests have none, so `ConnectedTests` runs these commands with a real server.
enum Connected {
  static let commands: Set = [
    "account connect", "account disconnect", "family admit", "family withdraw", "sync now",
    "sync keep", "sync again", "sync sign-in", "sync sign-out-others", "sync password",
  ]

  /// All commands that work without a server.
  static let others = Compass.reference.commands.filter { !commands.contains($0.words) }
}
