/// A person's role in the product; "athlete" means `player`.
public enum UserRole: String, CaseIterable, Hashable, Sendable {
  case player, parent, admin

  /// The word on pages: `athlete` or `parent`.
  public var words: String {
    switch self {
    case .player: "athlete"
    case .parent: "parent"
    case .admin: "administrator"
    }
  }
}
