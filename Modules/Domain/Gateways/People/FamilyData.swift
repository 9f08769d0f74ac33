public import Basics
public import CivilTime

/// The data of the page about one family: the family, its athlete and its members.
public struct FamilyPageData: Equatable, Sendable {
  public var family: FamilyUnit
  public var athlete: Reference
  /// All members: first the athlete, then the others in the order in which they joined.
  public var members: [Member]
  /// Whether the signed-in person is the athlete, who owns the family. Only the owner can replace
  /// the code and remove members. A parent can read the code only of a family that is shared
  /// through a server with the parent's account.
  public var isOwner: Bool

  /// The name of the family; a default name if it has none.
  public var name: String {
    guard let name = family.name, !name.isEmpty else { return FamilyRules.defaultName }
    return name
  }

  public struct Member: Equatable, Sendable {
    public var reference: Reference
    public var email: String?
    public var role: UserRole
    public var addedAt: Instant
    public var isSelf: Bool
    /// The areas in which the athlete allows this member to help.
    public var helps: Set<HelpArea>

    public init(
      reference: Reference, email: String?, role: UserRole, addedAt: Instant, isSelf: Bool,
      helps: Set<HelpArea> = []
    ) {
      self.helps = helps
      self.reference = reference
      self.email = email
      self.role = role
      self.addedAt = addedAt
      self.isSelf = isSelf
    }
  }

  public init(family: FamilyUnit, athlete: Reference, members: [Member], isOwner: Bool) {
    self.family = family
    self.athlete = athlete
    self.members = members
    self.isOwner = isOwner
  }
}

/// An athlete whom a parent can select, to view this athlete's data.
public struct AthleteChoice: Equatable, Sendable {
  public var reference: Reference
  public var athlete: AccessibleAthlete

  public init(reference: Reference, athlete: AccessibleAthlete) {
    self.reference = reference
    self.athlete = athlete
  }
}

/// The family that a person joined. `wasMember` is true if the person was a member before, so that
/// nothing changed.
public struct JoinedFamily: Equatable, Sendable {
  public var familyID: RecordID
  public var familyName: String
  public var athlete: AthleteChoice
  public var wasMember: Bool

  public init(familyID: RecordID, familyName: String, athlete: AthleteChoice, wasMember: Bool) {
    self.familyID = familyID
    self.familyName = familyName
    self.athlete = athlete
    self.wasMember = wasMember
  }
}

public struct LeftFamily: Equatable, Sendable {
  public var familyID: RecordID
  public var familyName: String

  public init(familyID: RecordID, familyName: String) {
    self.familyID = familyID
    self.familyName = familyName
  }
}

/// The areas in which a parent may help, before and after the athlete changed them.
public struct HelpChange: Equatable, Sendable {
  public var person: Reference
  public var before: Set<HelpArea>
  public var after: Set<HelpArea>

  public init(person: Reference, before: Set<HelpArea>, after: Set<HelpArea>) {
    self.person = person
    self.before = before
    self.after = after
  }
}

public struct RemovedMember: Equatable, Sendable {
  public var person: Reference
  public var familyName: String

  public init(person: Reference, familyName: String) {
    self.person = person
    self.familyName = familyName
  }
}
