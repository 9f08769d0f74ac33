/// The role of a person in the program. Texts for people use the word "athlete" for `player`.
public enum UserRole: String, CaseIterable, Hashable, Sendable {
  case player, parent, admin

  /// The role as pages write it, such as `athlete`.
  public var words: String {
    switch self {
    case .player: "athlete"
    case .parent: "parent"
    case .admin: "administrator"
    }
  }
}
