public import Basics
public import CivilTime
import JSON

extension School: FamilyRecord {
  public typealias Filter = SchoolFilter
  public typealias Sort = SchoolSort
  public typealias Row = SchoolRow
  public typealias Details = SchoolDetails

  public static let kind = ReferenceKind.school
  public static let tableName = TableName.schools
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
  case name, status, tier, location, division, conference, ranking, lastContact, added
  public static let standard = SchoolSort.name
}

/// One line in the list of schools.
public struct SchoolRow: RecordRow {
  public var reference: Reference
  public var school: School
  public var coachCount: Int
  public var interactionCount: Int
  public var offerCount: Int
  public var lastContact: Instant?

  public var record: School { school }

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

/// The data of a school's page.
public struct SchoolDetails: Equatable, Sendable {
  public var row: SchoolRow
  /// The first few coaches of the school, and the total number of its coaches. The next properties,
  /// up to `letters`, have the same form for other records of the school, such as its interactions.
  public var coaches = Listing<CoachRow>([])
  public var interactions = Listing<InteractionRow>([])
  public var offers = Listing<OfferRow>([])
  public var events = Listing<EventRow>([])
  public var documents = Listing<DocumentRow>([])
  /// The letters of recommendation that were submitted to the school. For a parent the list is
  /// empty, because letters belong to the athlete alone (domain.md 3).
  public var letters = Listing<LetterRow>([])
  /// At most two suggestions about the school, made by the program's rules (domain.md 4.12).
  public var suggestions: [SuggestionRow] = []
  /// The coaches of the school whose latest message the athlete has not answered. `silent` contains
  /// the coaches without a contact in the last 14 days. The dashboard finds both groups by the same
  /// rules.
  public var unanswered: [CoachRow] = []
  public var silent: [CoachRow] = []
  /// The changes of the school's status, newest first.
  public var statusHistory: [StatusChangeRow] = []
  public var progress: SchoolProgress

  public init(row: SchoolRow) {
    self.row = row
    progress = SchoolProgress(row.reference, row.school.effectiveStatus)
  }
}

/// A change of status, and the person who made it.
public struct StatusChangeRow: Equatable, Sendable {
  public var change: SchoolStatusChange
  public var changedBy: Reference

  public init(change: SchoolStatusChange, changedBy: Reference) {
    self.change = change
    self.changedBy = changedBy
  }
}

extension School {
  public static let fitScores = 0...100

  public static let table = RecordTable<School>(
    tableName, .school, adding: ("addSchool", "Added"), twin: [.name("name")]
  ) {
    Column(
      ColumnName.name, \.name,
      FieldForm("name", "Name", .nowhere, ask: "The school's name", isArgument: true),
      .required("the name", max: TextLimit.name, missing: "A school needs a name."),
      isRequired: true, aliases: "school", "college", "university", "institution", "school name")
    Column.word(
      ColumnName.status, \.status,
      FieldForm("status", "Status", .badge, ask: "Where do you stand with it?"),
      canBeEmptied: false,
      tones: [
        .committed: .positive, .offerReceived: .positive, .interested: .info, .contacted: .info,
        .declined: .muted, .notPursuing: .muted, .researching: .muted,
      ], shows: { .choice($0.school.effectiveStatus) })
    // This field has no column: the note is stored in the history of the status, together with the
    // change.
    Field.typed(
      FieldForm(
        "status-note", "Note", ask: "Note about the change of status  (the history keeps it)",
        isAsked: false), .text)
    Column.word(
      "priority_tier", \.priorityTier,
      FieldForm("tier", "Tier", .labelledDetail, ask: "Priority tier"), aliases: "tier", "priority")
    Column(
      "location", \.location, FieldForm("location", "Location", .detail, ask: "Where is it?"),
      .text("the location", max: TextLimit.name), shows: { $0.school.place.map { .text($0) } },
      aliases: "place")
    Column(
      ColumnName.city, \.city, FieldForm("city", "City", isAsked: false, partOf: "location"),
      .text("the city", max: TextLimit.short))
    Column(
      ColumnName.state, \.state, FieldForm("state", "State", isAsked: false, partOf: "location"),
      .region(max: TextLimit.short), typed: .state)
    Column.word(
      ColumnName.division, \.division, FieldForm("division", "Division", .detail), aliases: "level")
    Column(
      "conference", \.conference,
      FieldForm("conference", "Conference", .detail, hint: "For example Big Ten"),
      .text("the conference", max: TextLimit.short))
    Column(
      "student_size", \.studentSize,
      FieldForm("student-size", "Students", ask: "How many students?"),
      .number("the number of students", 0...1_000_000), isMember: true,
      typed: .whole(example: "3600"),
      aliases: "students", "student size", "enrollment", "undergraduates")
    Field.shown("size", "Size") { row in
      CarnegieSize(students: row.school.studentSize).map { .text($0.rawValue) }
    }
    Column(
      "ranking", \.ranking,
      FieldForm("ranking", "Ranking", hint: "A whole number, such as 25", isAsked: false),
      .whole("the ranking", 1...100_000), aliases: "rank")
    Column(
      "is_favorite", \.isFavorite, FieldForm("favorite", "Favorite", isAsked: false),
      aliases: "favorite", "favourite")
    Column(
      "website", \.website, FieldForm("website", "Website", hint: "For example osu.edu"),
      .web("the website"), typed: .link,
      aliases: "web site", "url", "link")
    Column(
      "twitter_handle", \.twitterHandle,
      FieldForm("twitter", "Twitter", hint: "The name after the @", isAsked: false),
      .handle(in: .twitter), aliases: "twitter")
    Column(
      "instagram_handle", \.instagramHandle,
      FieldForm("instagram", "Instagram", hint: "The name after the @", isAsked: false),
      .handle(in: .instagram), aliases: "instagram")
    Column(
      "fit_score", \.fitScore,
      FieldForm("fit-score", "Fit score", hint: "A number from 0 to 100", isAsked: false),
      .whole("a fit score", fitScores), typed: .whole(example: "70")
    ).neverCompared
    Field.shown("last-contact", "Last contact", .trailing) { $0.lastContact.map { .moment($0) } }
    Column(
      "pros", \.pros,
      FieldForm("pros", "Pros", .text, ask: "What do you like about it?  (between semicolons)"),
      .texts("pros", max: 50, each: 500))
    Column(
      "cons", \.cons,
      FieldForm("cons", "Cons", .text, ask: "What do you not like about it?  (between semicolons)"),
      .texts("cons", max: 50, each: 500))
    Column(
      ColumnName.notes, \.notes,
      FieldForm("notes", "Notes", .text, ask: "Notes  (your family reads them)"),
      .lines("the notes"),
      aliases: "note", "comments", "comment")
    Column.privateNotes(\.privateNotes) {
      $0.privateNote(of: $1)
    } write: {
      $0.setPrivateNote($1, of: $2)
    }
    Column(ColumnName.userID, \.athleteID, role: .owner)
    Column(ColumnName.familyUnitID, \.familyID, role: .family)
    Column("favicon_url", \.faviconURL)
    Column("status_changed_at", \.statusChangedAt).neverCompared
    Column("offer_details", \.offerDetails)
    Column("academic_info", \.academicInfo)
    Column("amenities", \.amenities)
    Column("fit_score_data", \.fitScoreData).neverCompared
    Column("fit_tier", \.fitTier).neverCompared
    Column("coaching_philosophy", \.coachingPhilosophy)
    Column("coaching_style", \.coachingStyle)
    Column("recruiting_approach", \.recruitingApproach)
    Column("communication_style", \.communicationStyle)
    Column("success_metrics", \.successMetrics)
    Column(ColumnName.createdBy, \.createdBy, role: .createdBy)
    Column(ColumnName.updatedBy, \.updatedBy, role: .updatedBy)
    Column(ColumnName.createdAt, \.createdAt, role: .createdAt)
    Column(ColumnName.updatedAt, \.updatedAt, role: .updatedAt)
  }
}

extension JSONValue {
  /// Returns the private notes with the note of one person replaced; a nil note is removed. A value
  /// that is not an object counts as having no notes.
  func with(_ note: String?, of person: RecordID) -> JSONValue {
    var notes = object ?? [:]
    notes[person.description] = note.map { .string($0) }
    return .object(notes)
  }
}
