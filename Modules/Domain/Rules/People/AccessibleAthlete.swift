public import Basics

/// An athlete whose data a parent may view, with the family to which both belong (domain.md 4.14).
public struct AccessibleAthlete: Hashable, Sendable {
  public var familyID: RecordID
  public var athleteID: RecordID
  public var name: String
  public var graduationYear: Int?
  public var familyName: String
  /// The areas of the athlete's data, such as tasks, that the parent may change for the athlete.
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

  /// The name that the program shows for an athlete who has not entered a name.
  public static let nameOfUnnamed = "Unknown Athlete"
}

/// Decides which athlete's data a person's pages show. An athlete (`player`) sees their own data,
/// and a parent sees the data of the chosen or last viewed athlete (domain.md 4.14).
public enum ActiveAthlete {
  /// Returns the athlete whose data the pages show at the start. For an athlete (`player`), this is
  /// the same person. For a parent it is the athlete whom the route (the path of the page) names,
  /// or else the last viewed athlete, or else the athlete who graduates first. It is nil for an
  /// administrator and for a parent without athletes.
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
    // `min` returns the first of several athletes with the same year. An athlete without a
    // graduation year comes after all others.
    let year = { (athlete: AccessibleAthlete) in athlete.graduationYear ?? .max }
    return accessible.min { year($0) < year($1) }?.athleteID
  }

  /// Returns the athlete with the id `wish`, or a refusal if the person has no access to that
  /// athlete.
  public static func switching(
    to wish: RecordID, accessible: [AccessibleAthlete]
  ) -> Result<AccessibleAthlete, NoAccessToAthlete> {
    accessible.first { $0.athleteID == wish }.map(Result.success) ?? .failure(NoAccessToAthlete())
  }

  /// Returns true if there are at least two athletes, so that a page offers to switch between them.
  public static func showsSwitcher(_ accessible: [AccessibleAthlete]) -> Bool {
    Set(accessible.map(\.athleteID)).count > 1
  }

  /// The key of the preference that stores a parent's last viewed athlete.
  public static let lastViewedKey = "parent_last_viewed_athlete"
}

/// The refusal to show the data of an athlete who is in no family of the parent.
public struct NoAccessToAthlete: Error, Hashable, Sendable {
  public init() {}

  public var words: String { "No access to this athlete" }
}
