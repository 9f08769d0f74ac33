import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Counts the contacts with each school and coach in both directions, for the report of contacts.
struct ReportContactRows {
  private let records: RecordScope
  private let days: ReportDays

  init(_ records: RecordScope, _ days: ReportDays) {
    self.records = records
    self.days = days
  }

  func contacts() throws -> ReportContacts {
    ReportContacts(schools: try schools(), coaches: try coaches())
  }

  private func schools() throws -> [ReportContacts.Line] {
    let rows = try counted(
      "schools", name: "schools.name", school: "NULL", key: .schoolID,
      School.visible(in: records), order: "schools.name")
    let references = try records.references(.school, rows.map(\.id))
    return rows.map { $0.line(references.of($0.id, .school), school: nil, end: days.last) }
  }

  private func coaches() throws -> [ReportContacts.Line] {
    let rows = try counted(
      "coaches", name: "trim(coaches.first_name || ' ' || coaches.last_name)",
      school: "coaches.school_id", key: .coachID, Coach.visible(in: records),
      order: "coaches.last_name, coaches.first_name")
    let references = try records.references(.coach, rows.map(\.id))
    let schools = try records.references(.school, rows.compactMap(\.school))
    return rows.map { row in
      row.line(
        references.of(row.id, .coach), school: row.school.map { schools.of($0, .school) },
        end: days.last)
    }
  }

  /// Returns each school or coach with the number of contacts in the report's range by direction,
  /// the moment of the athlete's first contact in the range, and the moments of the last contacts up
  /// to the end of the range.
  ///
  /// Each subquery reads one range of an index whose first column is the school or the coach.
  private func counted(
    _ table: String, name: String, school: String, key: ColumnName, _ visible: Conditions,
    order: String
  ) throws -> [CountedContacts] {
    let contacts = """
      FROM \(records.scope.readable(.interactions))
      WHERE \(key) = \(table).id AND occurred_at <= ?2
      """
    func isOf(_ direction: Direction) -> String { "AND direction = '\(direction.rawValue)'" }
    return try records.connection.query(
      """
      SELECT \(table).id, \(name), \(school),
        (SELECT count(*) \(contacts) \(isOf(.outbound)) AND occurred_at >= ?1),
        (SELECT count(*) \(contacts) \(isOf(.inbound)) AND occurred_at >= ?1),
        (SELECT max(occurred_at) \(contacts)),
        (SELECT max(occurred_at) \(contacts) \(isOf(.inbound))),
        (SELECT min(occurred_at) \(contacts) \(isOf(.outbound)) AND occurred_at >= ?1),
        (SELECT max(occurred_at) \(contacts) \(isOf(.outbound))
          AND type NOT IN (\(InteractionType.conversations)))
      FROM \(table)
      WHERE \(visible.clause) ORDER BY \(order), \(table).id
      """, values: [days.start, days.end] + visible.values
    ) { row in try CountedContacts(row) }
  }
}

private struct CountedContacts {
  var id: RecordID
  var name: String
  var school: RecordID?
  var sent: Int
  var received: Int
  var newest: Instant?
  var heard: Instant?
  var firstSent: Instant?
  var lastWritten: Instant?

  init(_ row: borrowing ResultRow) throws {
    id = try row.recordID(0)
    name = try row.text(1)
    school = try row.optionalRecordID(2)
    sent = try row.int(3)
    received = try row.int(4)
    newest = try row.optionalInstant(5)
    heard = try row.optionalInstant(6)
    firstSent = try row.optionalInstant(7)
    lastWritten = try row.optionalInstant(8)
  }

  func line(
    _ reference: Reference, school: Reference?, end: Instant
  ) -> ReportContacts.Line {
    ReportContacts.Line(
      reference, name: name, school: school, sent: sent, received: received, lastContact: newest,
      lastHeard: heard, firstSent: firstSent, lastWritten: lastWritten, end: end)
  }
}
