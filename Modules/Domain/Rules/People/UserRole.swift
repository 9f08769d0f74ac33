/// What somebody is in the product; "athlete" means `player`.
public enum UserRole: String, CaseIterable, Hashable, Sendable {
  case player, parent, admin

  /// `athlete` or `parent`, as pages say it.
  public var words: String {
    switch self {
    case .player: "athlete"
    case .parent: "parent"
    case .admin: "administrator"
    }
  }
}
