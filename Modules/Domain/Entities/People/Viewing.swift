public import Basics

/// The viewer, and the athlete whose data they view.
public struct Viewing: Equatable, Sendable {
  /// The signed-in person.
  public var person: RecordID
  public var role: UserRole
  /// The person's name; nil if there is neither a name nor an e-mail address.
  public var name: String?
  /// The athlete whose data pages show: an athlete's own, or a parent's chosen one; nil for a parent without an athlete.
  public var athlete: RecordID?
  public var athleteName: String?
  /// The family through which the parent views the data; nil for an athlete without one.
  public var family: RecordID?
  /// The areas that the athlete lets a parent help with; empty by default (rule 10.10).
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

  /// Whether a parent views an athlete's data (domain reference 1, "viewing as parent"). The parent
  /// can change only the areas in which they help.
  public var isReadOnly: Bool { role == .parent && athlete != nil }

  /// Returns whether the person may change this area of the athlete's data.
  public func mayChange(_ area: HelpArea) -> Bool { !isReadOnly || helps.contains(area) }
}
