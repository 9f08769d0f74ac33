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
      // The gateway finds contacts before the end of the filter. The end is therefore the midnight
      // after the last day, so that contacts on that day are included.
      .day("to", "To", .lastDay) { $0.before = $2.zone.midnight(of: $1.adding(days: 1)) },
    ]
  }

  static var leads: [String] { ["coach", "school"] }
  static var askedFirst: Set<String> { ["with", "type", "subject", "direction", "on"] }
  /// What was said comes before what is rarely noted.
  static var asked: [Field] {
    let said = fields.filter { $0.name == "content" }
    let others = fields.filter { $0.name != "content" }
    let place = others.firstIndex { $0.name == "at" } ?? others.endIndex
    return Array(others[..<place]) + said + Array(others[place...])
  }
  static var additionWords: String { "Log an interaction." }
  /// Most contacts are e-mails that the athlete sent today.
  static var suggestedAnswers: [String: String] {
    [
      "type": text(of: InteractionType.email), "direction": text(of: Direction.outbound),
      "on": "today",
    ]
  }
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
  /// of the two, the stored one stays. A new contact without a time of day gets the present moment
  /// if it is from today, and noon otherwise.
  mutating func fillIn(_ given: Given, isNew: Bool, _ context: ParseContext) {
    let day = given.day("on")
    let time = given["at"].flatMap(FieldKind<TimeOfDay>.time.unwrap)
    if isNew { occurredAt = context.now }
    guard day != nil || time != nil, !isNew || time != nil || day != context.today else { return }
    let zone = context.zone
    let usual = isNew ? .noon : zone.timeOfDay(of: occurredAt)
    occurredAt = zone.instant(of: day ?? zone.day(of: occurredAt), at: time ?? usual)
  }
}

extension TimeOfDay {
  fileprivate static let noon = TimeOfDay(hour: 12, minute: 0) ?? .midnight
}
