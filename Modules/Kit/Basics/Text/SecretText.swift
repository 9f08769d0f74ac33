/// A secret on its way: it prints as dots, so that no log, test diff or error can show it.
public struct SecretText: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The words themselves. To be read where they are used, and put into no text.
  public let revealed: String

  public init(_ revealed: String) {
    self.revealed = revealed
  }

  public var description: String { "••••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
