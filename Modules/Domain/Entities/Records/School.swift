public import Basics
public import CivilTime
public import JSON

/// A college that the family is interested in; a row of `schools`.
public struct School: Equatable, Sendable {
  public let id: RecordID
  /// The athlete who has the school on their list.
  public var athleteID: RecordID
  /// The family that may read the row. It is nil if the athlete has no family; only the athlete
  /// reads the row then.
  public var familyID: RecordID?
  public var name: String
  public var location: String?
  public var city: String?
  public var state: String?
  public var division: Open<Division>?
  public var conference: String?
  public var ranking: Int?
  public var isFavorite = false
  public var website: String?
  public var faviconURL: String?
  public var twitterHandle: String?
  public var instagramHandle: String?
  /// The status; null in some stored rows. Rules read `effectiveStatus`, which replaces null by
  /// `researching`.
  public var status: Open<SchoolStatus>? = .known(.researching)
  /// The time when the status last changed. Each change also adds a row to the table
  /// `school_status_history`.
  public var statusChangedAt: Instant?
  /// The priority, which the family sets by hand. It does not depend on `fitScore`.
  public var priorityTier: Open<PriorityTier>?
  public var notes: String?
  /// Notes that only their author reads, keyed by person id.
  public var privateNotes: JSONValue = .object([:])
  /// The family's reasons for the school, in the order that the family chose; `cons` has the
  /// reasons against it.
  public var pros: [String] = []
  public var cons: [String] = []
  /// The details of an offer, as another app that uses the same tables stored them. The program
  /// stores and exports this value, `amenities`, `fitScoreData` and `fitTier` unchanged, and shows
  /// none of them.
  public var offerDetails: JSONValue?
  public var academicInfo: JSONValue?
  public var amenities: JSONValue?
  public var fitScore: Int?
  public var fitScoreData: JSONValue?
  public var fitTier: Open<FitTier>?
  /// The coaching philosophy of the school's team. This property and the next four, up to
  /// `successMetrics`, contain texts about the team.
  public var coachingPhilosophy: String?
  public var coachingStyle: String?
  public var recruitingApproach: String?
  public var communicationStyle: String?
  public var successMetrics: String?
  /// The person who created the row; `updatedBy` is the person who last changed it.
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?
  public var updatedAt: Instant?

  public init(id: RecordID, athleteID: RecordID, familyID: RecordID? = nil, name: String) {
    self.id = id
    self.athleteID = athleteID
    self.familyID = familyID
    self.name = name
  }

  public init(id: RecordID) { self.init(id: id, athleteID: .none, name: "") }

  /// The status that rules use. A school without a status counts as `researching` (domain.md 4.7
  /// and 4.10).
  public var effectiveStatus: Open<SchoolStatus> { status ?? .known(.researching) }

  /// The number of students, from the key `student_size` of `academicInfo`; nil if the value is
  /// missing or not a number.
  public var studentSize: Double? {
    get { academicInfo?["student_size"]?.double }
    set {
      guard newValue != nil || academicInfo?["student_size"] != nil else { return }
      var academics = academicInfo?.object ?? [:]
      academics["student_size"] = newValue.map { size in
        Int(exactly: size.rounded()).map { JSONValue($0) } ?? JSONValue(size)
      }
      academicInfo = .object(academics)
    }
  }

  /// The place of the school in one line: `location` if it has text, otherwise city and state.
  public var place: String? {
    if let location, !location.isEmpty { return location }
    let parts = [
      city ?? academicInfo?["city"]?.string, state ?? academicInfo?["state"]?.string,
    ]
    let known = parts.compactMap { $0 }.filter { !$0.isEmpty }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  public func privateNote(of person: RecordID) -> String? {
    privateNotes[person.description]?.string
  }

  public mutating func setPrivateNote(_ note: String?, of person: RecordID) {
    privateNotes = privateNotes.with(note, of: person)
  }
}

/// The division of college sports in which a school plays.
public enum Division: String, Vocabulary {
  case d1 = "D1"
  case d2 = "D2"
  case d3 = "D3"
  case naia = "NAIA"
  case juco = "JUCO"

  public var words: String { rawValue }

  /// Creates a division from its spelling in the task catalogue, such as `DI`, or from a spelling
  /// that families use, such as `NCAA Division I`, `Div. 1` or `d-1`.
  public init?(written text: String) {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    let name = parts.filter { !["ncaa", "division", "div"].contains($0) }.joined()
    switch name.hasPrefix("d") ? name.dropFirst() : name[...] {
    case "1", "i": self = .d1
    case "2", "ii": self = .d2
    case "3", "iii": self = .d3
    case "naia": self = .naia
    case "juco", "njcaa", "juniorcollege", "communitycollege": self = .juco
    default: return nil
    }
  }
}

/// How far the family has come with a school, such as `contacted` or `committed`.
///
/// Boards, choices and lists show the statuses in this order: from the first one to the commitment,
/// and then those of schools that were given up.
public enum SchoolStatus: String, Vocabulary {
  case researching, contacted, interested
  case campInvite = "camp_invite"
  case recruited
  case officialVisitInvited = "official_visit_invited"
  case officialVisitScheduled = "official_visit_scheduled"
  case offerReceived = "offer_received"
  case committed, declined
  case notPursuing = "not_pursuing"
}

/// The family's order of preference among its schools. The schools of tier A are the most important
/// ones.
public enum PriorityTier: String, Vocabulary {
  case a = "A"
  case b = "B"
  case c = "C"

  public var words: String { rawValue }
}

/// How well a school fits the athlete, as a server of another program scored it.
public enum FitTier: String, Vocabulary {
  case reach, match, safety, unlikely
}

/// One change of a school's status; a row of `school_status_history`.
public struct SchoolStatusChange: Equatable, Sendable {
  public let id: RecordID
  public var schoolID: RecordID
  /// The status before the change; nil for the first status of a school.
  public var previousStatus: Open<SchoolStatus>?
  public var newStatus: Open<SchoolStatus>
  /// The person who changed the status, shown in the history so that parents can see who decided.
  public var changedBy: RecordID
  public var changedAt: Instant
  public var notes: String?
  public var createdAt: Instant?

  public init(
    id: RecordID, schoolID: RecordID, from previousStatus: Open<SchoolStatus>?,
    to newStatus: Open<SchoolStatus>, changedBy: RecordID, changedAt: Instant
  ) {
    self.id = id
    self.schoolID = schoolID
    self.previousStatus = previousStatus
    self.newStatus = newStatus
    self.changedBy = changedBy
    self.changedAt = changedAt
  }
}
