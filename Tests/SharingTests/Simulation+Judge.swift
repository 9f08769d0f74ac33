import Basics
import CivilTime
import Domain
import Foundation
import JSON
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Supabase

@testable import Sharing

// What must be true in the end.
extension Simulation {
  private static let shared = [
    "schools", "coaches", "events", "interactions", "offers", "performance_metrics", "documents",
    "school_status_history", "athlete_task", "family_units", "family_members",
  ]

  func judge() async throws {
    let first = seats[0]
    // After a restore, a parent who had left may be a member again, because the backup has the
    // older memberships. A parent whom the athlete has removed may not.
    for place in seats.indices where restores > 0 && !seats[place].wasRemoved {
      seats[place].isMember = try await isMember(seats[place])
    }
    for table in Self.shared {
      let columns = table == "schools" || table == "coaches" ? ["private_notes"] : []
      let expected = try rows(table, at: first, without: columns)
      for seat in seats.dropFirst() where seat.isMember {
        let found = try rows(table, at: seat, without: columns)
        if found != expected {
          let left = expected.filter { !found.contains($0) }
          let right = found.filter { !expected.contains($0) }
          // The restored server lacks rows that the parent's file still has. The parent may not
          // send rows of the athlete, so the difference stays.
          if left.isEmpty, seat.isParent, restores > 0 { continue }
          wrong.append("\(table) of \(first.name) and \(seat.name) differ: \(left) / \(right)")
        }
      }
      // A parent with a file of her own must have no rows of the family after leaving. A file that
      // she shares with the athlete keeps the athlete's rows.
      for seat in seats where !seat.isMember && !seat.isShared {
        let found = try rows(table, at: seat, without: columns)
        if !found.isEmpty { wrong.append("\(seat.name) left and still has \(table): \(found)") }
      }
    }
    // The athlete's own data must be equal on all devices of the athlete.
    for table in ["suggestion", "notifications", "user_preferences", "schools", "coaches"] {
      let isPersonal = ["notifications", "user_preferences"].contains(table)
      let whose = isPersonal ? "user_id = '\(first.person)'" : "1"
      let expected = try rows(table, at: first, where: whose, without: [], notesOf: first.person)
      for seat in seats.dropFirst() where !seat.isParent {
        let found = try rows(table, at: seat, where: whose, without: [], notesOf: first.person)
        if found != expected {
          let left = expected.filter { !found.contains($0) }
          let right = found.filter { !expected.contains($0) }
          wrong.append("\(table) of \(first.name) and \(seat.name) differ: \(left) / \(right)")
        }
      }
    }
    try await judgeServer(first)
    try judgeHandles()
    // Lost values are searched only if no restore happened and the parent never left. After a
    // restore the server lacks data, and a parent who left can read nothing.
    if restores == 0, !hasLeft {
      var end: [Readable.Place: JSONValue] = [:]
      for seat in seats { end.merge(values(at: seat)) { first, _ in first } }
      wrong += readable.lost(end)
    }
    for seat in seats {
      if try !seat.device.items(.waiting).isEmpty {
        wrong.append("\(seat.name) has something waiting")
      }
      let texts = try seat.device.file.read { connection in
        try connection.query("SELECT coalesce(private_notes, '') FROM schools") { row in
          try row.text(0)
        }
      }.joined()
      if !seat.isShared, texts.contains(seat.isParent ? "private-sam" : "private-dana") {
        wrong.append("\(seat.name) holds a private note of somebody else")
      }
    }
    let file = seats[0].device
    let deleted = try await deletedByPeople()
    for (id, label) in made where !gone.contains(id) && !deleted.contains(id) {
      let isThere = try file.file.read { connection in
        try Self.tables.contains { table in
          try !connection.query(
            "SELECT 1 FROM \(table) WHERE id = ?", values: [.text(id.description)],
            read: { _ in true }
          ).isEmpty
        }
      }
      if !isThere {
        wrong.append("\(label) was acknowledged and is nowhere: \(try await history(of: id))")
      }
    }
  }

  /// Returns the server's transactions that changed a record, which help to find the cause of a
  /// failure.
  private func history(of id: RecordID) async throws -> String {
    let answer = try await seats[0].device.account.client.call(
      "compass_history", ["limit": 500])
    let steps = (answer.array ?? []).reversed().compactMap { step -> String? in
      let changes = (step["changes"]?.array ?? []).filter { $0["id"]?.string == id.description }
      guard let change = changes.first else { return nil }
      return
        "\(step["number"]?.int ?? 0) \(step["summary"]?.string ?? "") \(change["op"]?.string ?? "")"
    }
    return "\(id): \(steps.joined(separator: "; "))"
  }

  /// Returns the rows of a table as texts, so that two devices can be compared.
  ///
  /// - Parameter person: the person whose private notes are compared; a shared file may also
  ///   contain the notes of another person.
  private func rows(
    _ table: String, at seat: Seat, where condition: String = "1", without: [String],
    notesOf person: RecordID? = nil
  ) throws -> [String] {
    try seat.device.file.read { connection in
      let columns = try connection.query(
        "SELECT name, type FROM pragma_table_info(?) ORDER BY name", table
      ) { row in try row.text(0) }.filter {
        !(without + ["updated_at", "updated_by", "family_code", "code_generated_at"]).contains($0)
      }
      return try connection.query(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(condition) ORDER BY id",
        values: []
      ) { row in
        try columns.enumerated().map { place, name in
          var value = WireValue.canonical(
            WireValue.sent(try row.value(place), WireForm.of(ColumnName(unchecked: name))))
          if name == "private_notes", let person {
            let notes = value.string.flatMap { try? JSONValue.parse($0) } ?? value
            value = notes[person.description] ?? .null
          }
          return "\(name)=\(value.text)"
        }.joined(separator: " ")
      }
    }
  }

  /// Checks that the server has applied no transaction twice.
  private func judgeServer(_ seat: Seat) async throws {
    let people = Set(seats.map(\.person.description)).map { "'\($0)'" }.joined(separator: ", ")
    let twice = try await server.admin.run(
      """
      SELECT summary FROM compass.steps WHERE person IN (\(people))
      GROUP BY person, id, part, summary HAVING count(*) > 1
      """)
    for row in twice.rows { wrong.append("\(row[0] ?? "A step") was applied twice") }
  }

  /// Returns the records that people have deleted, as the server's transactions say.
  ///
  /// A deletion on the server can include rows that the deleting device has not seen.
  func deletedByPeople() async throws -> Set<RecordID> {
    let people = Set(seats.map(\.person.description)).map { "'\($0)'" }.joined(separator: ", ")
    let rows = try await server.admin.run(
      """
      SELECT DISTINCT c.id FROM compass.step_changes AS c JOIN compass.steps AS s ON s.number = c.step
      WHERE c.op = 'delete' AND s.person IN (\(people))
      """
    ).rows
    return Set(rows.compactMap { $0[0].flatMap { RecordID($0) } })
  }

  /// Checks that each handle, the short name of a record such as `s4`, names the same record on all
  /// devices of the athlete. The handles of schools, coaches, interactions and measurements are
  /// checked.
  private func judgeHandles() throws {
    var known: [String: String] = [:]
    for seat in seats where !seat.isParent {
      let handles = try seat.device.file.read { connection in
        try connection.query(
          "SELECT kind || number, id FROM handles WHERE kind IN ('s', 'c', 'i', 'm') AND id IN (SELECT id FROM schools UNION SELECT id FROM coaches UNION SELECT id FROM interactions UNION SELECT id FROM performance_metrics)"
        ) { row in (try row.text(0), try row.text(1)) }
      }
      for (handle, id) in handles {
        if let other = known[handle], other != id {
          wrong.append("\(handle) is \(other) here and \(id) at \(seat.name)")
        }
        known[handle] = id
      }
    }
  }
}
