public import Basics
public import CivilTime
public import JSON

/// A member of a school's staff; a row of `coaches`.
public struct Coach: Equatable, Sendable {
  public let id: RecordID
  /// The coach's school. Every coach has a school; deleting it deletes its coaches too.
  public var schoolID: RecordID
  /// The athlete who has the coach on their list. Two families have separate rows for the same
  /// coach, and neither can read the other's row.
  public var athleteID: RecordID
  /// The family that may read the row. It is nil if the athlete has no family; only the athlete
  /// reads the row then.
  public var familyID: RecordID?
  public var role: Open<CoachRole>
  public var firstName: String
  public var lastName: String
  public var email: String?
  public var phone: String?
  public var twitterHandle: String?
  public var instagramHandle: String?
  /// Notes that the whole family can read. Notes for their author alone are in `privateNotes`.
  public var notes: String?
  /// Notes that only their author reads, keyed by person id.
  public var privateNotes: JSONValue?
  /// The responsiveness score that a server stored, in percent: how often the coach answers
  /// messages. If it is nil, the score is computed from the interactions (domain.md 4.9).
  public var responsivenessScore: Int?
  /// The time of the newest interaction that has happened; planned interactions do not count. Every
  /// transaction that adds, edits or deletes an interaction of the coach updates it (domain.md
  /// 4.8).
  public var lastContactDate: Instant?
  public var availability: JSONValue?
  /// The person who created the row; `updatedBy` is the person who last changed it.
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?
  public var updatedAt: Instant?

  public init(
    id: RecordID, schoolID: RecordID, athleteID: RecordID, familyID: RecordID? = nil,
    role: CoachRole, firstName: String, lastName: String
  ) {
    self.id = id
    self.schoolID = schoolID
    self.athleteID = athleteID
    self.familyID = familyID
    self.role = .known(role)
    self.firstName = firstName
    self.lastName = lastName
  }

  public init(id: RecordID) {
    self.init(
      id: id, schoolID: .none, athleteID: .none, role: .assistant, firstName: "", lastName: "")
    role = .unknown("")
  }

  /// The full name with the first name first. Lists show the last name first instead, and are
  /// sorted by it.
  public var fullName: String {
    [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Splits a full name into first and last name. `Ana Maria Rivera` and `Rivera, Ana Maria` give
  /// the same result. A single word is the last name, because people call coaches by their last
  /// names. Titles before the name, as in `Coach Rivera`, are left out.
  public static func names(in whole: String) -> (first: String, last: String) {
    let parts = whole.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
    if parts.count == 2 {
      return (ReferenceKind.coach.isAddressed(by: parts[1]) ? "" : parts[1], parts[0])
    }
    var words = whole.split(whereSeparator: \.isWhitespace)
    while words.count > 1, ReferenceKind.coach.isAddressed(by: words[0]) { words.removeFirst() }
    return (words.dropLast().joined(separator: " "), words.last.map(String.init) ?? "")
  }

  public func privateNote(of person: RecordID) -> String? {
    privateNotes?[person.description]?.string
  }

  public mutating func setPrivateNote(_ note: String?, of person: RecordID) {
    guard note != nil || privateNote(of: person) != nil else { return }
    privateNotes = (privateNotes ?? .object([:])).with(note, of: person)
  }
}

/// The position of a coach on the staff.
public enum CoachRole: String, Vocabulary {
  case head, assistant, recruiting

  public var words: String {
    switch self {
    case .head: "Head Coach"
    case .assistant: "Assistant Coach"
    case .recruiting: "Recruiting Coordinator"
    }
  }
}
