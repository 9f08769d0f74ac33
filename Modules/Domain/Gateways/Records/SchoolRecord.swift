public import CivilTime
public import FeatureKit
import JSON

extension School: FamilyRecord {
  public typealias Filter = SchoolFilter
  public typealias Sort = SchoolSort
  public typealias Row = SchoolRow
  public typealias Details = SchoolDetails
  public typealias New = NewSchool
  public typealias Edit = SchoolEdit

  public static let kind = ReferenceKind.school
}

public struct SchoolFilter: ListFilter {
  public var status: SchoolStatus?
  public var tier: PriorityTier?
  public var division: Division?
  public var favoritesOnly = false
  public var withOffersOnly = false

  public init() {}
}

public enum SchoolSort: String, ListSort {
  case name, status, tier, division, ranking, lastContact, added
  public static let standard = SchoolSort.name
}

/// A line of the school list.
public struct SchoolRow: Equatable, Sendable {
  public var reference: Reference
  public var school: School
  public var coachCount: Int
  public var interactionCount: Int
  public var offerCount: Int
  public var lastContact: Instant?

  public init(
    reference: Reference, school: School, coachCount: Int = 0, interactionCount: Int = 0,
    offerCount: Int = 0, lastContact: Instant? = nil
  ) {
    self.reference = reference
    self.school = school
    self.coachCount = coachCount
    self.interactionCount = interactionCount
    self.offerCount = offerCount
    self.lastContact = lastContact
  }
}

/// A school's page: everything the family has of it.
public struct SchoolDetails: Equatable, Sendable {
  public var row: SchoolRow
  /// The first of each kind, with how many there are.
  public var coaches = Listing<CoachRow>([])
  public var interactions = Listing<InteractionRow>([])
  public var offers = Listing<OfferRow>([])
  public var events = Listing<EventRow>([])
  public var documents = Listing<DocumentRow>([])
  /// Those that were submitted to it; none for a parent (rule 3).
  public var letters = Listing<LetterRow>([])
  /// Up to two, as rule 4.12 has it for a school's page.
  public var suggestions: [SuggestionRow] = []
  /// Newest first.
  public var statusHistory: [StatusChangeRow] = []

  public init(row: SchoolRow) { self.row = row }
}

/// A change of status with who made it.
public struct StatusChangeRow: Equatable, Sendable {
  public var change: SchoolStatusChange
  public var changedBy: Reference

  public init(change: SchoolStatusChange, changedBy: Reference) {
    self.change = change
    self.changedBy = changedBy
  }
}

public struct NewSchool: Equatable, Sendable {
  public var name: String
  public var fields: SchoolEdit

  public init(name: String, fields: SchoolEdit = SchoolEdit()) {
    self.name = name
    self.fields = fields
  }
}

public struct SchoolEdit: Equatable, Sendable {
  public var name: String?
  public var location: Change<String> = .keep
  public var city: Change<String> = .keep
  public var state: Change<String> = .keep
  public var division: Change<Division> = .keep
  public var conference: Change<String> = .keep
  public var ranking: Change<Int> = .keep
  public var isFavorite: Bool?
  public var website: Change<String> = .keep
  public var twitterHandle: Change<String> = .keep
  public var instagramHandle: Change<String> = .keep
  /// A change goes into the school's history with `statusNote`.
  public var status: SchoolStatus?
  public var statusNote: String?
  public var priorityTier: Change<PriorityTier> = .keep
  public var notes: Change<String> = .keep
  /// The acting person's own; nobody else reads it.
  public var privateNote: Change<String> = .keep
  public var pros: [String]?
  public var cons: [String]?
  public var fitScore: Change<Int> = .keep
  /// Kept in `academic_info`, beside whatever else is there.
  public var studentSize: Change<Int> = .keep

  public init() {}

  /// Writes everything but the times and the history, which the backend adds.
  public func apply(to school: inout School, by person: RecordID) {
    name.apply(to: &school.name)
    location.apply(to: &school.location)
    city.apply(to: &school.city)
    state.apply(to: &school.state)
    division.map(Open.known).apply(to: &school.division)
    conference.apply(to: &school.conference)
    ranking.apply(to: &school.ranking)
    isFavorite.apply(to: &school.isFavorite)
    website.apply(to: &school.website)
    twitterHandle.apply(to: &school.twitterHandle)
    instagramHandle.apply(to: &school.instagramHandle)
    if let status { school.status = .known(status) }
    priorityTier.map(Open.known).apply(to: &school.priorityTier)
    notes.apply(to: &school.notes)
    pros.apply(to: &school.pros)
    cons.apply(to: &school.cons)
    fitScore.apply(to: &school.fitScore)
    privateNote.apply(to: person.description, in: &school.privateNotes)
    var academic = school.academicInfo ?? .object([:])
    if !studentSize.isKeep {
      studentSize.apply(to: "student_size", in: &academic)
      school.academicInfo = academic
    }
  }
}

extension Change where Value == String {
  /// Sets or removes one key of a JSON object; anything that is no object becomes one.
  func apply(to key: String, in json: inout JSONValue) {
    map(JSONValue.string).apply(toKey: key, in: &json)
  }
}

extension Change where Value == Int {
  func apply(to key: String, in json: inout JSONValue) {
    map { JSONValue($0) }.apply(toKey: key, in: &json)
  }
}

extension Change where Value == JSONValue {
  fileprivate func apply(toKey key: String, in json: inout JSONValue) {
    guard !isKeep else { return }
    var object = json.object ?? [:]
    apply(to: &object[key])
    json = .object(object)
  }
}
