import CivilTime
import Domain
import FeatureKit
import Persistence
import SQLite

extension RecruitingEvent: StoredRecord {
  static var form: TableForm<RecruitingEvent> { .events }
  static var area: DataArea { .event }
  static var adding: (operation: String, pastTense: String) { ("addEvent", "Added") }
  static var searched: [String] {
    [
      "events.name", "events.location", "events.city", "events.description",
      "(SELECT name FROM schools WHERE schools.id = events.school_id)",
    ]
  }

  static func narrow(_ conditions: inout Conditions, by filter: EventFilter, now: Instant) {
    conditions.match("events.type", filter.type.map(Value.raw))
    conditions.match("events.school_id", filter.school.map(Value.id))
    if let from = filter.from { conditions.require("events.start_date >= ?", .day(from)) }
    if let through = filter.through { conditions.require("events.start_date <= ?", .day(through)) }
    if let isAttended = filter.isAttended {
      conditions.require("coalesce(events.attended, 0) = ?", .integer(isAttended ? 1 : 0))
    }
    if let isRegistered = filter.isRegistered {
      conditions.require("coalesce(events.registered, 0) = ?", .integer(isRegistered ? 1 : 0))
    }
  }

  static func order(_ sort: EventSort, now: Instant) -> [OrderTerm] {
    let name = OrderTerm.name("events.name")
    return switch sort {
    case .date: [.newest("events.start_date"), name]
    // By rule 4.6: the day, then the hour.
    case .upcoming:
      [.ascending("events.start_date"), .ascending("coalesce(events.start_time, '00:00')"), name]
    case .name: [name, .newest("events.start_date")]
    case .type: [.rank("events.type", EventType.self), .newest("events.start_date")]
    }
  }

  static func rows(_ found: [RecruitingEvent], in records: RecordScope) throws -> [EventRow] {
    let references = try records.references(.event, found.map(\.id))
    let schools = try records.references(.school, found.compactMap(\.schoolID))
    return found.map { event in
      EventRow(
        reference: references.of(event.id, .event), event: event,
        school: event.schoolID.flatMap { schools[$0] })
    }
  }

  static func details(_ found: RecruitingEvent, in records: RecordScope) throws -> EventDetails {
    let coaches = try records.references(.coach, found.coachesPresent)
    return EventDetails(
      row: try row(found, in: records),
      // A coach who was deleted since is simply not there any more.
      coachesPresent: found.coachesPresent.compactMap { coaches[$0] },
      interactions: try Interaction.first(in: records) { $0.event = found.id },
      metrics: try PerformanceMetric.first(in: records) { $0.event = found.id })
  }

  static func make(
    _ new: NewEvent, id: RecordID, in records: RecordScope
  ) throws -> RecruitingEvent {
    var event = RecruitingEvent(
      id: id, athleteID: records.athlete, familyID: records.family, type: new.type,
      name: new.name, startDate: new.startDate)
    event.createdBy = records.scope.caller.id
    event.createdAt = records.scope.now
    try event.change(new.fields, in: records)
    event.updatedBy = nil
    event.updatedAt = records.scope.now
    return event
  }

  mutating func change(_ edit: EventEdit, in records: RecordScope) throws {
    let before = self
    edit.apply(to: &self)
    guard self != before else { return }
    if let schoolID, schoolID != before.schoolID { _ = try records.require(School.self, schoolID) }
    if coachesPresent != before.coachesPresent {
      let added = Set(coachesPresent).subtracting(before.coachesPresent)
      try records.requireAll(Coach.self, added.sorted())
    }
    updatedAt = records.scope.now
    updatedBy = records.scope.caller.id
  }

  var rowScope: RowScope { RowScope(owner: athleteID, family: familyID) }

  static func losses(of id: RecordID, in records: RecordScope) throws -> Losses {
    func count(_ kind: ReferenceKind, _ table: String) throws -> KindCount {
      KindCount(kind, try records.count(table, Conditions("\(table).event_id = ?", .id(id))))
    }
    return Losses(
      unlinked: [
        try count(.interaction, "interactions"), try count(.metric, "performance_metrics"),
      ])
  }
}
