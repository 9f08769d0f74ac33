public import Basics
import JSON

extension Coach: FamilyRecord {
  public typealias Filter = CoachFilter
  public typealias Sort = CoachSort
  public typealias Row = CoachRow
  public typealias Details = CoachDetails

  public static let kind = ReferenceKind.coach
  public static let tableName = TableName.coaches
}

public struct CoachFilter: ListFilter {
  public var school: RecordID?
  public var role: CoachRole?
  /// The filter for coaches without a recent contact: coaches match if they were never contacted,
  /// or if their last contact was at least this many days ago. Nil matches all coaches.
  public var notContactedForDays: Int?

  public init() {}
}

public enum CoachSort: String, ListSort {
  case name, school, role, email, lastContact, responsiveness
  public static let standard = CoachSort.name
}

/// One line of the list of coaches.
public struct CoachRow: RecordRow {
  public var reference: Reference
  public var coach: Coach
  public var school: Reference
  public var interactionCount: Int
  /// The stored responsiveness score, or else the score computed from all interactions (domain.md
  /// 4.9). It is nil if the athlete sent the coach no message. It is also nil for a coach who has
  /// never answered and got the first message only recently (decision 82).
  public var responsiveness: Int?

  public var record: Coach { coach }

  public init(
    reference: Reference, coach: Coach, school: Reference, interactionCount: Int = 0,
    responsiveness: Int? = nil
  ) {
    self.reference = reference
    self.coach = coach
    self.school = school
    self.interactionCount = interactionCount
    self.responsiveness = responsiveness
  }
}

public struct CoachDetails: Equatable, Sendable {
  public var row: CoachRow
  /// The newest interactions with the coach, together with their total number.
  public var interactions: Listing<InteractionRow>
  public var offers: [OfferRow]

  public init(
    row: CoachRow, interactions: Listing<InteractionRow> = Listing([]), offers: [OfferRow] = []
  ) {
    self.row = row
    self.interactions = interactions
    self.offers = offers
  }
}

extension Coach {
  public static let table = RecordTable<Coach>(
    tableName, .coach, adding: ("addCoach", "Added"),
    twin: ["school_id", .name("first_name"), .name("last_name")],
    rules: [.coachsName], shortcut: wholeName
  ) {
    Field.typed(
      FieldForm(
        "name", "Name", ask: "The coach's name (for example Ana Rivera)", isArgument: true,
        use: .adding),
      .text
    ) { (coach, whole: String) in
      (coach.firstName, coach.lastName) = names(in: whole)
    }
    Column(
      "first_name", \.firstName, FieldForm("first-name", "First name", .nowhere, use: .editing),
      aliases: "first", "given name")
    Column(
      "last_name", \.lastName, FieldForm("last-name", "Last name", .nowhere, use: .editing),
      aliases: "last", "surname", "family name")
    Column.link(
      ColumnName.schoolID, \.schoolID, to: .school,
      FieldForm("school", "School", .detail, ask: "Which school?", isArgument: true),
      heading: "school"
    ) { $0.school }
    Column.word(
      ColumnName.role, \.role,
      FieldForm("role", "Role", .badge, ask: "What do they do there?", isArgument: true),
      isRequired: true, aliases: "title", "position")
    Column(
      ColumnName.email, \.email, FieldForm("email", "E-mail", .detail, ask: "E-mail address"),
      .email,
      typed: .address, aliases: "e-mail", "mail", "email address")
    Column(
      "phone", \.phone, FieldForm("phone", "Phone"), .phone, typed: .phone, aliases: "telephone",
      "cell", "mobile")
    Column(
      "twitter_handle", \.twitterHandle,
      FieldForm("twitter", "Twitter", hint: "The name after the @"),
      .handle(in: .twitter), aliases: "twitter")
    Column(
      "instagram_handle", \.instagramHandle,
      FieldForm("instagram", "Instagram", hint: "The name after the @"),
      .handle(in: .instagram), aliases: "instagram")
    Field.shown("responsiveness", "Responsiveness") { row in
      row.responsiveness.map { .text("\($0)%, \(CoachResponsiveness.label($0))") }
    }
    Field.shown("last-contact", "Last contact", .trailing) {
      $0.coach.lastContactDate.map { .moment($0) }
    }
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
    Column("responsiveness_score", \.responsivenessScore).neverCompared
    Column("last_contact_date", \.lastContactDate, role: .derived, aliases: ["last contact"])
      .neverCompared
    Column("availability", \.availability)
    Column.unread("follow_up_threshold_days", .whole)
    Column(ColumnName.createdBy, \.createdBy, role: .createdBy)
    Column(ColumnName.updatedBy, \.updatedBy, role: .updatedBy)
    Column(ColumnName.createdAt, \.createdAt, role: .createdAt)
    Column(ColumnName.updatedAt, \.updatedAt, role: .updatedAt)
  }

  /// The column of import files that contains the full name of a coach. The name is split into
  /// first and last name, unless the file also has values for these.
  private static let wholeName = ImportShortcut(
    column: ImportColumn("name", ["coach", "coach name", "full name"])
  ) { values in
    guard let name = values["name"] else { return values }
    var columns = values
    columns["name"] = nil
    let parts = ["first_name", "last_name"]
    if let name = name.string, parts.allSatisfy({ (values[$0]?.string ?? "").trimmed.isEmpty }) {
      let (first, last) = names(in: name)
      (columns["first_name"], columns["last_name"]) = (.string(first), .string(last))
    }
    return columns
  }
}

extension ValueRule<Coach> {
  /// The rule that a coach must have a first name or a last name.
  fileprivate static var coachsName: ValueRule {
    ValueRule(
      fields: ["name"],
      isUnchanged: { $0.firstName == $1.firstName && $0.lastName == $1.lastName },
      clean: { coach, _ throws(ValueRefusal) in
        coach.firstName = try TextCheck.cleaned(
          coach.firstName, .line, "the first name", max: TextLimit.short)
        coach.lastName = try TextCheck.cleaned(
          coach.lastName, .line, "the last name", max: TextLimit.short)
        guard !coach.fullName.isEmpty else { throw .missing("A coach needs a name.") }
      })
  }
}
