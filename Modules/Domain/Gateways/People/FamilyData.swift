public import Basics
public import CivilTime

/// One family as its page shows it.
public struct FamilyPageData: Equatable, Sendable {
  public var family: FamilyUnit
  public var athlete: Reference
  /// All members: the athlete first, then the others in the order in which they joined.
  public var members: [Member]
  /// Whether the acting person may renew the code and remove members. Only the owner reads the code.
  public var isOwner: Bool

  /// The family's name, or the default one.
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
    /// The areas in which the athlete lets the member help.
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

/// An athlete whom a parent can switch to.
public struct AthleteChoice: Equatable, Sendable {
  public var reference: Reference
  public var athlete: AccessibleAthlete

  public init(reference: Reference, athlete: AccessibleAthlete) {
    self.reference = reference
    self.athlete = athlete
  }
}

/// The result of joining a family.
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

/// The areas that a parent may help with, before and after the athlete's change.
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
