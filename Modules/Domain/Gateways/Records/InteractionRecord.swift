public import Basics
public import CivilTime

extension Interaction: FamilyRecord {
  public typealias Filter = InteractionFilter
  public typealias Sort = InteractionSort
  public typealias Row = InteractionRow
  public typealias Details = InteractionRow

  public static let kind = ReferenceKind.interaction
  public static let tableName = TableName.interactions

  /// The largest number of characters of an interaction's subject. `contentLimit` is the limit for
  /// its text (domain.md 2.2).
  public static let subjectLimit = 500
  public static let contentLimit = 10_000
}

public struct InteractionFilter: ListFilter {
  public var school: RecordID?
  public var coach: RecordID?
  public var event: RecordID?
  public var type: InteractionType?
  public var direction: Direction?
  public var sentiment: Sentiment?
  /// The range of times to match: an interaction matches if it took place at `since` or later, and
  /// before `before`.
  public var since: Instant?
  public var before: Instant?

  public init() {}
}

public enum InteractionSort: String, ListSort {
  case date, coach, school, type
  public static let standard = InteractionSort.date
  public var field: String { self == .date ? "when" : words }
}

/// An interaction, with the names of the records to which it refers.
public struct InteractionRow: RecordRow {
  public var reference: Reference
  public var interaction: Interaction
  public var school: Reference
  public var coach: Reference?
  public var event: Reference?

  public var record: Interaction { interaction }

  /// The name of the interaction, which says what it was about. Nil if the interaction is named by
  /// its type alone.
  public var about: String? {
    reference.title == interaction.type.words ? nil : reference.title
  }

  public init(
    reference: Reference, interaction: Interaction, school: Reference, coach: Reference? = nil,
    event: Reference? = nil
  ) {
    self.reference = reference
    self.interaction = interaction
    self.school = school
    self.coach = coach
    self.event = event
  }
}

extension Interaction {
  public static let table = RecordTable<Interaction>(
    tableName, .interaction, adding: ("logInteraction", "Logged"),
    twin: ["school_id", "occurred_at", "type", "direction", "coach_id", "subject"]
  ) {
    Field.typed(
      FieldForm("with", "With", ask: "With which coach or school?", isArgument: true, use: .adding),
      ValueKind<Reference>.reference(.coach, .school).map { .record($0) }
    ) { interaction, value in
      guard case .record(let with) = value else { return }
      if with.kind == .coach { interaction.meet(with.id) } else { interaction.schoolID = with.id }
    }
    Column.word(
      ColumnName.type, \.type, FieldForm("type", "Type", .badge, ask: "How?", isArgument: true),
      isRequired: true,
      aliases: "kind")
    Column(
      "subject", \.subject, FieldForm("subject", "Subject", .nowhere, ask: "What was it about?"),
      .text("the subject", max: subjectLimit, withoutMarkup: true), aliases: "title")
    Column.word(
      "direction", \.direction,
      FieldForm("direction", "Direction", .badge, ask: "Who got in touch?"),
      tones: [.inbound: .info], asAnswer: \.asAnswer
    ).alwaysStored
    Column(
      ColumnName.occurredAt, \.occurredAt, isRequired: true,
      field: .shown("when", "When", .trailing) { .moment($0.interaction.occurredAt) },
      aliases: ["date", "when", "day"]
    ).leaning(.back)
    Field.typed(FieldForm("on", "Day", ask: "On which day?"), .dayLookingBack)
    Field.typed(FieldForm("at", "Time", ask: "At what time?"), .time)
    Column.word(
      "sentiment", \.sentiment, FieldForm("sentiment", "Sentiment", ask: "How did it go?"),
      tones: [.veryPositive: .positive, .positive: .positive, .negative: .danger])
    Column.link(
      ColumnName.coachID, \.coachID, to: .coach,
      FieldForm("coach", "Coach", .detail, use: .editing),
      heading: "coach", aliases: "coach name", put: { $0.meet($1) }
    ) { $0.coach }
    Column.link(
      ColumnName.schoolID, \.schoolID, to: .school,
      FieldForm("school", "School", .detail, use: .editing),
      isRequired: false, heading: "school"
    ) { $0.school }
    Column.link(
      "event_id", \.eventID, to: .event, FieldForm("event", "Event", ask: "At which event?"),
      heading: "event", aliases: "event name"
    ) { $0.event }
    Column(
      ColumnName.content, \.content, FieldForm("content", "Content", .text, ask: "What was said?"),
      .text("the content", max: contentLimit, .lines, withoutMarkup: true),
      aliases: "text", "message", "body", "notes")
    Column(ColumnName.familyUnitID, \.familyID, role: .family)
    Column(ColumnName.loggedBy, \.loggedBy, role: .author)
    Column("attachments", \.attachments)
    Column(ColumnName.createdAt, \.createdAt, role: .createdAt)
    Column(ColumnName.updatedBy, \.updatedBy, role: .updatedBy)
    Column(ColumnName.updatedAt, \.updatedAt, role: .updatedAt)
  }
}
