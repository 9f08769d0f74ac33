public import Basics

/// An athlete whose data a parent may view, through one family (rule 4.14).
public struct AccessibleAthlete: Hashable, Sendable {
  public var familyID: RecordID
  public var athleteID: RecordID
  public var name: String
  public var graduationYear: Int?
  public var familyName: String
  /// The areas that the athlete lets the parent help with.
  public var helps: Set<HelpArea>

  public init(
    familyID: RecordID, athleteID: RecordID, name: String?, graduationYear: Int?,
    familyName: String, helps: Set<HelpArea> = []
  ) {
    self.helps = helps
    self.familyID = familyID
    self.athleteID = athleteID
    let trimmed = name?.trimmed ?? ""
    self.name = trimmed.isEmpty ? Self.nameOfUnnamed : trimmed
    self.graduationYear = graduationYear
    self.familyName = familyName
  }

  /// The name of an athlete without one in a parent's lists.
  public static let nameOfUnnamed = "Unknown Athlete"
}

/// Decides whose data a person's pages show (rule 4.14).
public enum ActiveAthlete {
  /// A player sees their own data. A parent sees the athlete in the route, or else the last viewed one, or else the one who graduates
  /// first; nil for a parent without athletes.
  public static func initial(
    for user: RecordID, role: UserRole, route: RecordID?, lastViewed: RecordID?,
    accessible: [AccessibleAthlete]
  ) -> RecordID? {
    switch role {
    case .player: return user
    case .admin: return nil
    case .parent: break
    }
    let ids = accessible.map(\.athleteID)
    for wish in [route, lastViewed] {
      if let wish, ids.contains(wish) { return wish }
    }
    // `min` keeps the first of equals, and a missing year is the last of all.
    let year = { (athlete: AccessibleAthlete) in athlete.graduationYear ?? .max }
    return accessible.min { year($0) < year($1) }?.athleteID
  }

  /// The athlete after a wish to switch: the wished one, or a refusal that leaves all as it was.
  public static func switching(
    to wish: RecordID, accessible: [AccessibleAthlete]
  ) -> Result<AccessibleAthlete, NoAccessToAthlete> {
    accessible.first { $0.athleteID == wish }.map(Result.success) ?? .failure(NoAccessToAthlete())
  }

  /// Whether there is another athlete to switch to.
  public static func showsSwitcher(_ accessible: [AccessibleAthlete]) -> Bool {
    Set(accessible.map(\.athleteID)).count > 1
  }

  /// The preference key of a parent's last viewed athlete.
  public static let lastViewedKey = "parent_last_viewed_athlete"
}

/// The parent has no link to this athlete.
public struct NoAccessToAthlete: Error, Hashable, Sendable {
  public init() {}

  public var words: String { "No access to this athlete" }
}
