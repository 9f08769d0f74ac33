import CivilTime
import Domain
import FeatureKit

extension Interaction: TabledRecord {
  static var filters: [ListFilterField<Interaction>] {
    [
      ListFilterField(
        name: "with", label: "With",
        input: .option(ValueKind<Reference>.reference(.coach, .school).map { .record($0) })
      ) { filter, value, _ in
        guard case .record(let reference) = value else { return }
        if reference.kind == .coach { filter.coach = reference.id }
        if reference.kind == .school { filter.school = reference.id }
      },
      .record("event", "Event", .event, \.event), .choice("type", "Type", \.type),
      .choice("direction", "Direction", \.direction),
      .choice("sentiment", "Sentiment", \.sentiment),
      .day("from", "From") { $0.since = $2.zone.midnight(of: $1) },
      // The filter matches contacts before its end, and not at its end. So the end is the midnight
      // after the last day, and contacts on that day are included.
      .day("to", "To", .lastDay) { $0.before = $2.zone.midnight(of: $1.adding(days: 1)) },
    ]
  }

  static var leads: [String] { ["coach", "school"] }
  static var askedFirst: Set<String> { ["with", "type", "subject", "direction", "on"] }
  /// The fields in the order in which a terminal asks for them. The text of what was said comes
  /// before the time (`at`) and other facts that people rarely record.
  static var asked: [Field] {
    let said = fields.filter { $0.name == "content" }
    let others = fields.filter { $0.name != "content" }
    let place = others.firstIndex { $0.name == "at" } ?? others.endIndex
    return Array(others[..<place]) + said + Array(others[place...])
  }
  static var additionWords: String { "Log a contact." }
  /// The values that the form of a new contact suggests. Most contacts are e-mails that the athlete
  /// sent today, so the form suggests these values.
  static let suggestedAnswers = [
    "type": text(of: InteractionType.email), "direction": text(of: Direction.outbound),
    "on": "today",
  ]
  private static func text<Word: Vocabulary>(of word: Word) -> String {
    FieldKind<Word>.choice.wrap(word).typed
  }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: "No interactions yet", hint: "Keep what was written, said and agreed with coaches.",
      add: "Log Interaction")
  }

  static func typed(
    _ details: Details, to reader: RecordID, _ context: ParseContext
  ) -> [String: [String]] {
    let entry = entry(row(of: details), to: reader)
    var typed = entry.answers
    if case .moment(let moment) = entry["when"] {
      typed["on"] = [context.zone.day(of: moment).description]
      typed["at"] = [context.zone.timeOfDay(of: moment).description]
    }
    return typed
  }

  /// Computes the moment of the contact from its day and its time of day. If the command omits one
  /// of the two, the stored one stays. For a new contact without a time of day, the moment is now
  /// if the day is today, and noon otherwise.
  mutating func fillIn(_ changes: FieldChanges, isNew: Bool, _ context: ParseContext) {
    occurredAt = Self.moment(changes, stored: isNew ? nil : occurredAt, context)
  }

  private static func moment(
    _ changes: FieldChanges, stored: Instant?, _ context: ParseContext
  ) -> Instant {
    let day = changes.day("on")
    let time = changes["at"].flatMap(FieldKind<TimeOfDay>.time.unwrap)
    let begin = stored ?? context.now
    guard day != nil || time != nil, stored != nil || time != nil || day != context.today
    else { return begin }
    let zone = context.zone
    let usual = stored.map { zone.timeOfDay(of: $0) } ?? .noon
    return zone.instant(of: day ?? zone.day(of: begin), at: time ?? usual)
  }

  /// Throws if a person enters a message from a coach with a moment in the future. A message that a
  /// coach sent has arrived, while any other contact in the future is a plan (domain.md 10.8).
  static func check(
    _ changes: FieldChanges, before: InteractionRow?, _ context: ParseContext
  ) throws(Problem) {
    let stored = before?.interaction
    let type = changes.choice("type", InteractionType.self) ?? stored?.type.known
    let direction = changes.choice("direction", Direction.self) ?? stored?.direction.known
    guard ["type", "direction", "on", "at"].contains(where: { changes[$0] != nil }),
      direction == .inbound, type?.isMessage == true
    else { return }
    let moment = Self.moment(changes, stored: stored?.occurredAt, context)
    guard moment > context.now else { return }
    let isToday = context.zone.day(of: moment) == context.today
    throw Problem(
      .usage, "A message from a coach cannot be from a time to come.",
      fix: "Give the day and the time when it arrived. A call or a visit may be planned."
    ).about(isToday ? ["at", "on"] : ["on", "at"])
  }
}

extension TimeOfDay {
  fileprivate static let noon = TimeOfDay(hour: 12, minute: 0) ?? .midnight
}
