public import Basics
public import CivilTime

/// A family: one athlete and any number of parents, who share the athlete's data; a row of
/// `family_units`.
public struct FamilyUnit: Equatable, Sendable {
  public let id: RecordID
  /// The athlete of the family. A family has exactly one athlete, and an athlete has at most one
  /// family; a parent may be in several families (domain.md 2.1).
  public var playerID: RecordID
  public var name: String?
  /// The code by which parents join: `FAM-` and six characters; nil while the family has no code. A
  /// family that shares its data through a server has none until the server has generated one.
  public var code: String?
  /// The time at which the code was created. A new code replaces the old one, with which no further
  /// person can join; members who joined with it stay.
  public var codeGeneratedAt: Instant?
  /// The moment from which a server admits no person with the code any more, seven days after the
  /// code was created; nil while the family has no code.
  public var codeEndsAt: Instant? {
    code == nil ? nil : codeGeneratedAt?.adding(seconds: 7 * 86_400)
  }
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

/// One person's membership in one family; a row of `family_members`.
public struct FamilyMember: Equatable, Sendable {
  public let id: RecordID
  public var familyID: RecordID
  public var personID: RecordID
  /// The person's role in this family. It gives no rights, because rights follow from `Person.role`
  /// (domain.md 3). Rules about families read it to know whether a member is a parent.
  public var role: Open<UserRole>
  public var addedAt: Instant
  /// The areas in which the athlete allows a parent to help, as stored texts: the raw texts of
  /// `HelpArea`, and unknown texts of newer versions (domain.md 10.10).
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

/// One creation or use of a family's code; a row of `family_code_usage_log`.
public struct FamilyCodeUse: Equatable, Sendable {
  public let id: RecordID
  public var familyID: RecordID
  public var personID: RecordID
  public var code: String
  public var action: Open<Action>
  public var createdAt: Instant

  /// The action that was done with a code. Every action is logged for the family, because a code
  /// gives access to a minor's data.
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

/// One visit of a parent to a page with an athlete's data; a row of `parent_view_log`. The athlete
/// can read these rows to see what a parent has looked at.
public struct ViewLogEntry: Equatable, Sendable {
  public let id: RecordID
  public var parentID: RecordID
  public var athleteID: RecordID
  /// The type of the page that the parent viewed, such as the page of a school.
  public var itemType: Open<ItemType>
  /// The record that the page showed; nil for a page that does not show a single record.
  public var itemID: RecordID?
  public var viewedAt: Instant

  /// The kinds of pages whose views the athlete can read about. Settings and the inbox are not
  /// among them, because they show the parent's own data.
  public enum ItemType: String, Vocabulary {
    case school, coach, interaction, event, timeline, performance, dashboard, report
    case offer, document, recommendation, packet, calendar, profile

    /// The kind of the records that a page of this type shows, such as schools; nil for a page that
    /// shows records of several kinds, such as the dashboard.
    public var kind: ReferenceKind? {
      switch self {
      case .school: .school
      case .coach: .coach
      case .interaction: .interaction
      case .event: .event
      case .offer: .offer
      case .document: .document
      case .recommendation: .recommendationLetter
      case .timeline: .task
      case .performance: .metric
      case .dashboard, .report, .packet, .calendar, .profile: nil
      }
    }
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
