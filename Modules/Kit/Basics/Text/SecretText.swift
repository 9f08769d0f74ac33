/// A secret value. It prints as dots, so that no log, test diff or error shows it.
public struct SecretText: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret itself. Read it only where it is used, and never put it into another text.
  public let revealed: String

  public init(_ revealed: String) {
    self.revealed = revealed
  }

  public var description: String { "••••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
