/// A secret value. Its description is dots, so logs, test differences and errors do not show it.
public struct SecretText: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret itself. Read it only where it is used, and do not make it part of another text,
  /// because that text would not be hidden in logs.
  public let revealed: String

  public init(_ revealed: String) {
    self.revealed = revealed
  }

  public var description: String { "••••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
