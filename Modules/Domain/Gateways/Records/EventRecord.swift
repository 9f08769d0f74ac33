public import Basics
public import CivilTime

extension RecruitingEvent: FamilyRecord {
  public typealias Filter = EventFilter
  public typealias Sort = EventSort
  public typealias Row = EventRow
  public typealias Details = EventDetails

  public static let kind = ReferenceKind.event
  public static let tableName = TableName.events
}

public struct EventFilter: ListFilter {
  public var type: EventType?
  public var school: RecordID?
  /// The first and the last day of a range. An event matches if it begins on one of these days or
  /// between them.
  public var from: CalendarDay?
  public var through: CalendarDay?
  public var isAttended: Bool?
  public var isRegistered: Bool?

  public init() {}
}

/// The sort orders of events. `date` lists the newest first; `upcoming` lists the earliest first,
/// to find the next events.
public enum EventSort: String, ListSort {
  case date, upcoming, name, type
  public static let standard = EventSort.date
  public var field: String { self == .date ? "on" : words }
}

/// An event, with the school that holds it.
public struct EventRow: RecordRow {
  public var reference: Reference
  public var event: RecruitingEvent
  public var school: Reference?
  /// The type of the event in the words of the athlete's sport, such as `Meet` for a game.
  public var typeWords: String

  public var record: RecruitingEvent { event }

  /// - Parameter typeWords: the type of the event in the words of the athlete's sport; nil for the
  ///   words that the type has in baseball.
  public init(
    reference: Reference, event: RecruitingEvent, school: Reference? = nil,
    typeWords: String? = nil
  ) {
    self.reference = reference
    self.event = event
    self.school = school
    self.typeWords = typeWords ?? event.type.words
  }
}

public struct EventDetails: Equatable, Sendable {
  public var row: EventRow
  public var coachesPresent: [Reference]
  /// The newest interactions at the event, together with their total number.
  public var interactions: Listing<InteractionRow>
  public var metrics: Listing<MetricRow>

  public init(
    row: EventRow, coachesPresent: [Reference] = [],
    interactions: Listing<InteractionRow> = Listing([]), metrics: Listing<MetricRow> = Listing([])
  ) {
    self.row = row
    self.coachesPresent = coachesPresent
    self.interactions = interactions
    self.metrics = metrics
  }
}

extension RecruitingEvent {
  public static let costs = 0.0...1_000_000

  public static let table = RecordTable<RecruitingEvent>(
    tableName, .event, adding: ("addEvent", "Added"), twin: [.name("name"), "start_date"],
    rules: [
      .order(
        \RecruitingEvent.startsOn, "the start", \.endDate, "the end", fields: "until", "on"),
      ValueRule(
        fields: ["ends-at", "starts-at"],
        isUnchanged: {
          $0.startTime == $1.startTime && $0.endTime == $1.endTime && $0.endDate == $1.endDate
            && $0.startDate == $1.startDate
        },
        clean: { event, _ throws(ValueRefusal) in
          guard let start = event.startTime, let end = event.endTime, end < start,
            event.endDate ?? event.startDate == event.startDate
          else { return }
          throw .outOfOrder(
            later: "the end", end.description, earlier: "the start", start.description)
        }),
    ]
  ) {
    Column(
      ColumnName.name, \.name,
      FieldForm("name", "Name", .nowhere, ask: "What is it called?", isArgument: true),
      .required("the name", max: TextLimit.name, missing: "An event needs a name."),
      isRequired: true, aliases: "event", "event name", "title")
    Column.word(
      ColumnName.type, \.type,
      FieldForm("type", "Type", .badge, ask: "What is it?", isArgument: true),
      isRequired: true, shows: { .choice(raw: $0.event.type.raw, words: $0.typeWords) },
      aliases: "kind")
    Column(
      ColumnName.startDate, \.startDate,
      FieldForm("on", "Starts", .trailing, ask: "On which day does it start?", isArgument: true),
      isRequired: true, typed: .dayLookingAhead,
      aliases: "date", "day", "start")
    Column(
      ColumnName.endDate, \.endDate,
      field: .lastDay(
        FieldForm("until", "Ends", ask: "Its last day, if it is another"), \.endDate
      ) { $0.startDate }, aliases: ["end"])
    Column(
      "start_time", \.startTime,
      FieldForm("starts-at", "Start time", ask: "At what time does it start?"), aliases: "time")
    Column("end_time", \.endTime, FieldForm("ends-at", "End time", isAsked: false))
    Column(
      "checkin_time", \.checkInTime, FieldForm("check-in", "Check-in", isAsked: false),
      aliases: "check-in")
    Column.link(
      ColumnName.schoolID, \.schoolID, to: .school,
      FieldForm("school", "School", ask: "Whose event is it?  (a school)"), heading: "school"
    ) { $0.school }
    Column(
      "location", \.location, FieldForm("location", "Location", .detail, ask: "Where?"),
      .text("the location", max: TextLimit.name), aliases: "venue", "place")
    Column(
      "address", \.address,
      FieldForm("address", "Address", hint: "The street and the number", isAsked: false),
      .text("the address", max: TextLimit.name))
    Column(
      ColumnName.city, \.city, FieldForm("city", "City", .detail),
      .text("the city", max: TextLimit.short))
    Column(
      ColumnName.state, \.state, FieldForm("state", "State", .detail), .state(max: 2), typed: .state
    )
    Column(
      "url", \.url, FieldForm("link", "Link", ask: "A web page about it"), .web("the event"),
      typed: .link, aliases: "link", "website")
    Column(
      "cost", \.cost, FieldForm("cost", "Cost", ask: "What does it cost, in dollars?"),
      .number("a cost in dollars", costs), typed: .dollars, aliases: "price", "fee")
    Column(
      "registered", \.isRegistered,
      FieldForm("registered", "Registered", .badge, ask: "Are you registered?"))
    Column("attended", \.isAttended, FieldForm("attended", "Attended", .badge, isAsked: false))
    Column.word(
      "event_source", \.source, FieldForm("source", "Heard of through", isAsked: false),
      aliases: "source")
    // This field sets the coaches who were at the event. It displays nothing, because the page of
    // an event lists these coaches in a section of its own.
    Column.links(
      "coaches_present", \.coachesPresent, to: .coach,
      FieldForm("coach", "Coaches there", .nowhere)
    ) { _ in [] }
    Column(
      ColumnName.descriptionText, \.description,
      FieldForm("description", "Description", .text, hint: "What happens there", isAsked: false),
      .lines("the description"),
      aliases: "notes")
    Column(
      ColumnName.performanceNotes, \.performanceNotes,
      FieldForm("performance", "How it went", .text, isAsked: false),
      .lines("the performance notes"))
    Column(ColumnName.userID, \.athleteID, role: .owner)
    Column(ColumnName.familyUnitID, \.familyID, role: .family)
    Column("stats_recorded", \.statsRecorded)
    Column(ColumnName.createdBy, \.createdBy, role: .createdBy)
    Column(ColumnName.updatedBy, \.updatedBy, role: .updatedBy)
    Column(ColumnName.createdAt, \.createdAt, role: .createdAt)
    Column(ColumnName.updatedAt, \.updatedAt, role: .updatedAt)
  }

  private var startsOn: CalendarDay? { startDate }
}
