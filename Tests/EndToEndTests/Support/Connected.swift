import Composition
import FeatureKit
import ShellHost

/// Commands that need a server; `ConnectedTests` runs them with a real one.
enum Connected {
  static let commands: Set = [
    "account connect", "account disconnect", "family admit", "sync now", "sync keep", "sync again",
    "sync sign-in", "sync sign-out-others", "sync password",
  ]

  /// All commands that do what they do without one.
  static let others = Compass.reference.commands.filter { !commands.contains($0.words) }
}
