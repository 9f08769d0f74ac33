import CivilTime
import Domain
import FeatureKit
import Persistence
import SQLite

extension Interaction: StoredRecord {
  static var form: TableForm<Interaction> { .interactions }
  static var area: DataArea { .interaction }
  static var adding: (operation: String, pastTense: String) { ("logInteraction", "Logged") }
  static var searched: [String] {
    ["interactions.subject", "interactions.content", schoolName, coachName]
  }

  private static let schoolName =
    "(SELECT name FROM schools WHERE schools.id = interactions.school_id)"
  private static let coachName = """
    (SELECT first_name || ' ' || last_name FROM coaches WHERE coaches.id = interactions.coach_id)
    """
  static func visible(in records: RecordScope) throws -> Conditions {
    try records.visible(in: "interactions", owner: "logged_by")
  }

  /// Those that count: what is dated ahead is a plan, and in no figure until then (rule 10.8).
  static func past(in records: RecordScope, _ now: Instant) throws -> Conditions {
    var past = try visible(in: records)
    past.require("interactions.occurred_at <= ?", .instant(now))
    return past
  }

  /// What is planned, soonest first.
  static func planned(
    in records: RecordScope, _ now: Instant, limit: Int
  ) throws -> [InteractionRow] {
    var planned = try visible(in: records)
    planned.require("interactions.occurred_at > ?", .instant(now))
    return try rows(
      records.find(
        self, planned, order: [.ascending("interactions.occurred_at")], limit: limit), in: records)
  }

  static func narrow(_ conditions: inout Conditions, by filter: InteractionFilter, now: Instant) {
    conditions.match("interactions.school_id", filter.school.map(Value.id))
    conditions.match("interactions.coach_id", filter.coach.map(Value.id))
    conditions.match("interactions.event_id", filter.event.map(Value.id))
    conditions.match("interactions.type", filter.type.map(Value.raw))
    conditions.match("interactions.direction", filter.direction.map(Value.raw))
    if let sentiment = filter.sentiment {
      // No sentiment counts as neutral (rule 4.10).
      conditions.require("coalesce(interactions.sentiment, 'neutral') = ?", .raw(sentiment))
    }
    if let since = filter.since {
      conditions.require("interactions.occurred_at >= ?", .instant(since))
    }
    if let before = filter.before {
      conditions.require("interactions.occurred_at < ?", .instant(before))
    }
  }

  static func order(_ sort: InteractionSort, now: Instant) -> [OrderTerm] {
    let date = OrderTerm.newest("interactions.occurred_at")
    return switch sort {
    case .date: [date]
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

  static func details(_ found: Interaction, in records: RecordScope) throws -> InteractionRow {
    try row(found, in: records)
  }

  static func make(
    _ new: NewInteraction, id: RecordID, in records: RecordScope
  ) throws -> Interaction {
    let school: RecordID
    var coach: RecordID?
    switch new.with {
    case .school(let named): school = try records.require(School.self, named).id
    case .coach(let named):
      coach = named
      school = try records.require(Coach.self, named).schoolID
    }
    var interaction = Interaction(
      id: id, schoolID: school, familyID: records.family, type: new.type,
      direction: new.direction, occurredAt: new.occurredAt, loggedBy: records.scope.caller.id)
    interaction.coachID = coach
    interaction.createdAt = records.scope.now
    try interaction.change(new.fields, in: records)
    interaction.updatedBy = nil
    interaction.updatedAt = records.scope.now
    return interaction
  }

  /// A coach brings the school along; two that do not belong together are refused.
  mutating func change(_ edit: InteractionEdit, in records: RecordScope) throws {
    let before = self
    edit.apply(to: &self)
    guard self != before else { return }
    if schoolID != before.schoolID { _ = try records.require(School.self, schoolID) }
    if let coachID, coachID != before.coachID || schoolID != before.schoolID {
      let coach = try records.require(Coach.self, coachID)
      if edit.school == nil { schoolID = coach.schoolID }
      try records.requireStaff(coach, of: schoolID)
    }
    if let eventID, eventID != before.eventID {
      _ = try records.require(RecruitingEvent.self, eventID)
    }
    updatedAt = records.scope.now
    updatedBy = records.scope.caller.id
  }

  var rowScope: RowScope { RowScope(owner: loggedBy, author: loggedBy, family: familyID) }

  static func settle(
    _ change: RecordChange<Interaction>, in records: RecordScope
  ) throws -> [DerivedWrite] {
    let effects = InteractionEffects(records)
    let now = records.scope.now
    switch change {
    case .added(let interaction, _):
      // What a plan sets off follows once its time has come (`PlannedContacts`).
      guard interaction.occurredAt <= now else { return [] }
      return try effects.settleContacts([interaction.coachID])
        + effects.completeSuggestions(of: interaction.schoolID)
        + effects.notify(of: interaction)
    case .edited(let before, let after, _):
      return try effects.settleContacts([before.coachID, after.coachID])
        + (before.occurredAt > now && after.occurredAt <= now
          ? effects.completeSuggestions(of: after.schoolID) : [])
    case .deleted(let interaction):
      return try effects.settleContacts([interaction.coachID])
    }
  }
}

extension RecordScope {
  /// Throws when the coach works somewhere else.
  func requireStaff(_ coach: Coach, of school: RecordID) throws {
    guard coach.schoolID != school else { return }
    let coachName = try references(.coach, [coach.id]).of(coach.id, .coach)
    let schools = try references(.school, [coach.schoolID, school])
    throw Problem(
      .usage,
      "\(coachName.handle) \(coachName.title) is a coach of \(schools.of(coach.schoolID, .school).title), not of \(schools.of(school, .school).title).",
      fix: "Name a coach of that school, or no coach.")
  }
}
