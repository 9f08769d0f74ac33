import CivilTime
import Domain
import FeatureKit

extension Interaction: TabledRecord {
  @FieldBuilder<Interaction>
  static var fields: [Field<Interaction>] {
    Field.typed(
      "with", "With", ValueKind<Reference>.reference(.coach, .school).map { .record($0) },
      ask: "With which coach or school?", use: .adding
    )
    Field.choice("type", "Type", \.type, .badge, ask: "How?") {
      $0.interaction.type
    }
    Field.value("subject", "Subject", .text, \.subject, .nowhere, ask: "What was it about?") {
      $0.interaction.subject
    }
    Field.choice(
      "direction", "Direction", \.direction, .badge, tones: [.inbound: .info],
      ask: "Who began?"
    ) { $0.interaction.direction }
    Field.shown("when", "When", .trailing) { .moment($0.interaction.occurredAt) }
    Field.typed("on", "Day", .dayLookingBack, ask: "On which day?")
    Field.typed("at", "Time", .time, ask: "At what time?")
    Field.choice(
      "sentiment", "Sentiment", \.sentiment,
      tones: [.veryPositive: .positive, .positive: .positive, .negative: .danger],
      ask: "How did it go?"
    ) { $0.interaction.sentiment }
    Field.record("coach", "Coach", .coach, \.coach, .detail, use: .editing) { $0.coach }
    Field.record("school", "School", .school, \.school, .detail, use: .editing) { $0.school }
    Field.record("event", "Event", .event, \.event, ask: "At which event?") { $0.event }
    Field.value("content", "Content", .text, \.content, .text, ask: "What was said?") {
      $0.interaction.content
    }
  }

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
      // The last day is meant whole.
      .day("to", "To", .lastDay) { $0.before = $2.zone.midnight(of: $1.adding(days: 1)) },
    ]
  }

  static var required: [String] { ["with", "type"] }

  /// Without a subject, what kind of contact it was.
  static func title(of row: InteractionRow) -> String {
    row.interaction.subject ?? row.interaction.type.words
  }
  static var viewedAs: ViewLogEntry.ItemType? { .interaction }
  static var emptyWords: KindShape.Words {
    KindShape.Words(
      none: "No interactions yet", hint: "Keep what was written, said and agreed with coaches.",
      add: "Log Interaction")
  }

  static var blank: Interaction {
    Interaction(
      id: .none, schoolID: .none, type: .email, direction: .outbound,
      occurredAt: Instant(milliseconds: 0), loggedBy: .none)
  }
  mutating func apply(_ edit: InteractionEdit) { edit.apply(to: &self) }

  static func new(
    from given: Given, _ edit: InteractionEdit, _ context: ParseContext
  ) throws(Problem) -> NewInteraction {
    guard let with = given.record("with") else { throw Given.missing("with") }
    guard let type: InteractionType = given.choice("type") else { throw Given.missing("type") }
    return NewInteraction(
      with: with.kind == .coach ? .coach(with.id) : .school(with.id), type: type,
      direction: edit.direction ?? .outbound, occurredAt: edit.occurredAt ?? context.now,
      fields: edit)
  }

  /// The day and the time make one moment; what was not said stays as it was. Another day than today without a time is noon there.
  static func settle(
    _ edit: inout InteractionEdit, _ given: Given, before: InteractionRow?, _ context: ParseContext
  ) {
    let day = given["on"].flatMap(FieldKind<CalendarDay>.day.unwrap)
    let time = given["at"].flatMap(FieldKind<TimeOfDay>.time.unwrap)
    guard day != nil || time != nil else { return }
    let zone = context.zone
    let was = before?.interaction.occurredAt ?? context.now
    if before == nil, time == nil, day == context.today {
      edit.occurredAt = context.now
      return
    }
    let usual = before.map { zone.timeOfDay(of: $0.interaction.occurredAt) } ?? .noon
    edit.occurredAt = zone.instant(of: day ?? zone.day(of: was), at: time ?? usual)
  }
}

extension TimeOfDay {
  fileprivate static let noon = TimeOfDay(hour: 12, minute: 0) ?? .midnight
}
