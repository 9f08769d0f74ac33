public import Basics

/// The signed-in person, and the athlete whose data this person views.
public struct Viewing: Equatable, Sendable {
  /// The signed-in person.
  public var person: RecordID
  public var role: UserRole
  /// The person's full name; nil if the profile has no name.
  public var name: String?
  /// The athlete whose data pages show: for an athlete the person, for a parent the selected
  /// athlete. It is nil for a parent without an athlete.
  public var athlete: RecordID?
  public var athleteName: String?
  /// The family through which a parent views the data, or the athlete's own family; nil if there is
  /// none.
  public var family: RecordID?
  /// The areas in which the athlete allows the parent to help; empty by default (domain.md 10.10).
  public var helps: Set<HelpArea>

  public init(
    person: RecordID, role: UserRole, name: String? = nil, athlete: RecordID? = nil,
    athleteName: String? = nil, family: RecordID? = nil, helps: Set<HelpArea> = []
  ) {
    self.person = person
    self.role = role
    self.name = name
    self.athlete = athlete
    self.athleteName = athleteName
    self.family = family
    self.helps = helps
  }

  /// Whether a parent views an athlete's data ("viewing as parent" in domain.md, 1). The parent can
  /// change data only in the areas of `helps`.
  public var isReadOnly: Bool { role == .parent && athlete != nil }

  /// Returns whether the person may change this area of the athlete's data.
  public func mayChange(_ area: HelpArea) -> Bool { !isReadOnly || helps.contains(area) }
}
