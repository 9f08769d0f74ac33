public import Basics
public import CivilTime

/// The unit of sharing: one athlete and any number of parents; a row of `family_units`.
public struct FamilyUnit: Equatable, Sendable {
  public let id: RecordID
  /// The athlete. A family has exactly one, and an athlete one family; parents may be in several (rule 2.1).
  public var playerID: RecordID
  public var name: String?
  /// `FAM-` and six characters; nil until one is asked for.
  public var code: String?
  /// A new code ends the old one; whoever has joined stays.
  public var codeGeneratedAt: Instant?
  public var createdAt: Instant
  public var updatedAt: Instant

  public init(id: RecordID, playerID: RecordID, name: String? = nil, createdAt: Instant) {
    self.id = id
    self.playerID = playerID
    self.name = name
    self.createdAt = createdAt
    updatedAt = createdAt
  }
}

/// One person's place in one family; a row of `family_members`.
public struct FamilyMember: Equatable, Sendable {
  public let id: RecordID
  public var familyID: RecordID
  public var personID: RecordID
  /// As what they are in this family. What they may do follows from their own role (rule 3).
  public var role: Open<UserRole>
  public var addedAt: Instant
  /// What the athlete lets a parent help with, as stored: words of `HelpArea`, and those of a newer program (rule 10.10).
  public var helps: [String] = []

  public init(
    id: RecordID, familyID: RecordID, personID: RecordID, role: UserRole, addedAt: Instant
  ) {
    self.id = id
    self.familyID = familyID
    self.personID = personID
    self.role = .known(role)
    self.addedAt = addedAt
  }
}

/// One use of a family's code; a row of `family_code_usage_log`.
public struct FamilyCodeUse: Equatable, Sendable {
  public let id: RecordID
  public var familyID: RecordID
  public var personID: RecordID
  public var code: String
  public var action: Open<Action>
  public var createdAt: Instant

  /// A code is a key to a minor's data, so each use of one is written down for the family to read.
  public enum Action: String, Vocabulary {
    case generated, joined, regenerated
  }

  public init(
    id: RecordID, familyID: RecordID, personID: RecordID, code: String, action: Action,
    createdAt: Instant
  ) {
    self.id = id
    self.familyID = familyID
    self.personID = personID
    self.code = code
    self.action = .known(action)
    self.createdAt = createdAt
  }
}

/// One visit of a parent to a page of the athlete's; a row of `parent_view_log`.
public struct ViewLogEntry: Equatable, Sendable {
  public let id: RecordID
  public var parentID: RecordID
  public var athleteID: RecordID
  /// What was looked at.
  public var itemType: Open<ItemType>
  /// Which record; nil for a page that is about none.
  public var itemID: RecordID?
  public var viewedAt: Instant

  /// What is worth telling an athlete that a parent looked at. Settings and the inbox are the parent's own.
  public enum ItemType: String, Vocabulary {
    case school, coach, interaction, event, timeline, performance, dashboard, report
  }

  public init(
    id: RecordID, parentID: RecordID, athleteID: RecordID, itemType: ItemType,
    itemID: RecordID? = nil, viewedAt: Instant
  ) {
    self.id = id
    self.parentID = parentID
    self.athleteID = athleteID
    self.itemType = .known(itemType)
    self.itemID = itemID
    self.viewedAt = viewedAt
  }
}
