import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension RecruitingEvent: StoredRecord {
  static let form = TableForm(table)
  /// Returns the school whose status this event may advance. Only an official visit can do so; for
  /// any other event the result is nil.
  func advancedSchool(at now: Instant) -> RecordID? {
    type == .known(.officialVisit) ? schoolID : nil
  }
  static let naming = RecordNaming(
    title: "name", detail: "start_date", difference: "coalesce(nullif(location, ''), city)")
  static var searched: [String] {
    [
      "events.name", "events.location", "events.city", "events.description",
      "(SELECT name FROM schools WHERE schools.id = events.school_id)",
    ]
  }

  static var places: [String] { ["events.location", "events.city", "events.state"] }

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

  static func isOfOneRecord(_ filter: EventFilter) -> Bool {
    filter.school != nil
  }

  static func order(_ sort: EventSort, now: Instant) -> [OrderTerm] {
    let name = OrderTerm.name("events.name")
    return switch sort {
    case .date: [.newest("events.start_date"), name]
    // Upcoming events are sorted by day and then by time of day; an event without a time comes
    // first (domain.md 4.6).
    case .upcoming:
      [.ascending("events.start_date"), .ascending("coalesce(events.start_time, '00:00')"), name]
    case .name: [name, .newest("events.start_date")]
    case .type: [.rank("events.type", EventType.self), .newest("events.start_date")]
    }
  }

  static func rows(_ found: [RecruitingEvent], in records: RecordScope) throws -> [EventRow] {
    let references = try records.references(.event, found.map(\.id))
    let schools = try records.references(.school, found.compactMap(\.schoolID))
    let sport =
      try found.isEmpty ? nil : records.scope.sportOtherThanBaseball(of: records.athlete)
    return found.map { event in
      EventRow(
        reference: references.of(event.id, .event), event: event,
        school: event.schoolID.flatMap { schools[$0] }, typeWords: sport?.words(of: event.type))
    }
  }

  func requireFitting(from before: RecruitingEvent?, in records: RecordScope) throws {
    guard let before, before.startDate < startDate else { return }
    var passed = try PerformanceMetric.visible(in: records, owner: .followsLink)
    passed.match("performance_metrics.event_id", .id(id))
    passed.require(
      "performance_metrics.recorded_date >= ? AND performance_metrics.recorded_date < ?",
      .day(before.startDate), .day(startDate))
    let first = try records.find(
      PerformanceMetric.self, passed, order: [.ascending("performance_metrics.recorded_date")],
      limit: 1
    ).first
    guard let first else { return }
    let name = try records.references(.metric, [first.id]).of(first.id, .metric)
    throw ValueRefusal.afterResult("\(name.handle) \(name.title)", on: first.recordedDate).problem
      .about(["on"])
  }

  static func details(_ found: RecruitingEvent, in records: RecordScope) throws -> EventDetails {
    let coaches = try records.references(.coach, found.coachesPresent)
    return EventDetails(
      row: try row(found, in: records),
      // The event stores a list of coaches' ids. Coaches who were deleted later have no name and
      // handle to show, so they are left out.
      coachesPresent: found.coachesPresent.compactMap { coaches[$0] },
      interactions: try Interaction.first(in: records) { $0.event = found.id },
      metrics: try PerformanceMetric.first(in: records) { $0.event = found.id })
  }
}
