import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension Interaction: StoredRecord {
  static let form = TableForm(table)
  /// Returns the school whose status this interaction may advance. A planned interaction advances
  /// none, except an official visit, because there is a status for a planned official visit.
  func advancedSchool(at now: Instant) -> RecordID? {
    occurredAt <= now || type == .known(.officialVisit) ? schoolID : nil
  }
  /// The name of an interaction is its subject, or else the first line of its text, or else its
  /// type, such as `Phone call`.
  static let naming = RecordNaming(
    title: """
      coalesce(nullif(trim(subject), ''), nullif(\(CompassSchema.firstLine)(content), ''),
        \(RecordNaming.words(of: .type, InteractionType.self)))
      """,
    detail: "substr(occurred_at, 1, 10)", difference: RecordNaming.listed([coachName, schoolName]))
  static var datedBy: ColumnName { .occurredAt }

  static func historyPlace(of row: InteractionRow) -> String? {
    row.reference.title.contains(row.school.title) ? nil : row.school.title
  }

  static var searched: [String] {
    ["interactions.subject", "interactions.content", schoolName, coachName]
  }

  private static let schoolName =
    "(SELECT name FROM schools WHERE schools.id = interactions.school_id)"
  private static let coachName = """
    (SELECT first_name || ' ' || last_name FROM coaches WHERE coaches.id = interactions.coach_id)
    """

  private static let coachSurname = """
    (SELECT last_name || ' ' || first_name FROM coaches WHERE coaches.id = interactions.coach_id)
    """

  /// Returns the condition for interactions up to now. A later interaction is only planned, and is
  /// not counted before its time (domain.md 10.8).
  static func past(in records: RecordScope, _ now: Instant) throws -> Conditions {
    var past = try visible(in: records)
    past.require("interactions.occurred_at <= ?", .instant(now))
    return past
  }

  /// Returns the interactions that are planned for a moment after now, the soonest first.
  static func planned(
    in records: RecordScope, _ now: Instant, limit: Int
  ) throws -> [InteractionRow] {
    try rows(
      records.find(
        self, ahead(in: records, now), order: [.ascending("interactions.occurred_at")],
        limit: limit), in: records)
  }

  static func plannedCount(in records: RecordScope, _ now: Instant) throws -> Int {
    try records.count(.interactions, ahead(in: records, now))
  }

  private static func ahead(in records: RecordScope, _ now: Instant) throws -> Conditions {
    var ahead = try visible(in: records)
    ahead.require("interactions.occurred_at > ?", .instant(now))
    return ahead
  }

  static func narrow(_ conditions: inout Conditions, by filter: InteractionFilter, now: Instant) {
    conditions.match("interactions.school_id", filter.school.map(Value.id))
    conditions.match("interactions.coach_id", filter.coach.map(Value.id))
    conditions.match("interactions.event_id", filter.event.map(Value.id))
    conditions.match("interactions.type", filter.type.map(Value.raw))
    conditions.match("interactions.direction", filter.direction.map(Value.raw))
    if let sentiment = filter.sentiment {
      // A missing sentiment counts as neutral (domain.md 4.10).
      conditions.require("coalesce(interactions.sentiment, 'neutral') = ?", .raw(sentiment))
    }
    if let since = filter.since {
      conditions.require("interactions.occurred_at >= ?", .instant(since))
    }
    if let before = filter.before {
      conditions.require("interactions.occurred_at < ?", .instant(before))
    }
  }

  static func isOfOneRecord(_ filter: InteractionFilter) -> Bool {
    filter.school != nil || filter.coach != nil || filter.event != nil
  }

  static func order(_ sort: InteractionSort, now: Instant) -> [OrderTerm] {
    let date = OrderTerm.newest("interactions.occurred_at")
    return switch sort {
    case .date: [date]
    case .coach: [.name("coalesce(\(coachSurname), \(schoolName))"), date]
    case .school: [.name(schoolName), date]
    case .type: [.rank("interactions.type", InteractionType.self), date]
    }
  }

  static func rows(_ found: [Interaction], in records: RecordScope) throws -> [InteractionRow] {
    let references = try records.references(.interaction, found.map(\.id))
    let schools = try records.references(.school, found.map(\.schoolID))
    let coaches = try records.references(.coach, found.compactMap(\.coachID))
    let events = try records.references(.event, found.compactMap(\.eventID))
    return found.map { interaction in
      InteractionRow(
        reference: references.of(interaction.id, .interaction), interaction: interaction,
        school: schools.of(interaction.schoolID, .school),
        coach: interaction.coachID.flatMap { coaches[$0] },
        event: interaction.eventID.flatMap { events[$0] })
    }
  }

  /// If the interaction has no school, sets it to the school of its coach. Throws if there is
  /// neither a school nor a coach.
  mutating func bringAlong(in records: RecordScope) throws {
    guard schoolID == .none else { return }
    guard let coachID else {
      throw Problem(.usage, "An interaction needs a school or a coach.")
    }
    schoolID = try records.require(Coach.self, coachID).schoolID
  }

  mutating func complete(from before: Interaction?, in records: RecordScope) throws {
    try records.requireStaff(
      coachID, of: schoolID, unless: before.map { ($0.coachID, $0.schoolID) })
  }

  static func writeDerived(
    _ write: RecordWrite<Interaction>, in records: RecordScope
  ) throws -> [DerivedWrite] {
    let effects = InteractionEffects(records)
    let now = records.scope.now
    switch write {
    case .added(let interaction, _):
      // An interaction changes other records, such as the date of the coach's last contact. An
      // interaction that is still planned changes none now; `PlannedContacts` makes these changes
      // once its time has come.
      guard interaction.occurredAt <= now else { return [] }
      return try effects.refreshLastContacts([interaction.coachID])
        + effects.completeSuggestions(of: interaction.schoolID)
        + effects.notify(of: interaction)
    case .edited(let before, let after, _):
      return try effects.refreshLastContacts([before.coachID, after.coachID])
        + (before.occurredAt > now && after.occurredAt <= now
          ? effects.completeSuggestions(of: after.schoolID) : [])
    case .imported(let interaction), .deleted(let interaction):
      return try effects.refreshLastContacts([interaction.coachID])
    }
  }
}

extension RecordScope {
  /// Throws if the coach of an interaction belongs to another school than `school`.
  ///
  /// - Parameter before: the coach and school before an edit; nil for a new record. If the edit
  ///   changes neither, a stored mismatch is accepted.
  func requireStaff(
    _ id: RecordID?, of school: RecordID, unless before: (coach: RecordID?, school: RecordID)?
  ) throws {
    if let before, before == (id, school) { return }
    guard let coach = try id.map({ try require(Coach.self, $0) }), coach.schoolID != school else {
      return
    }
    let coachName = try references(.coach, [coach.id]).of(coach.id, .coach)
    let schools = try references(.school, [coach.schoolID, school])
    throw Problem(
      .usage,
      "\(coachName.handle) \(coachName.title) is a coach of \(schools.of(coach.schoolID, .school).title), not of \(schools.of(school, .school).title).",
      fix: "Name a coach of that school, or no coach.")
  }
}
