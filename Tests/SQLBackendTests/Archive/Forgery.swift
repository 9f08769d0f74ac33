import Basics
import Domain
import JSON
import Persistence
import SQLite

@testable import SQLBackend

/// Makes rows that claim to belong to any person, for any table of an export. Tests check that the
/// import refuses them. The columns are read from the schema.
struct Forgery {
  let backend: SQLBackend

  /// The ids of the people and records that a forged row names.
  struct Names {
    var person: RecordID
    var family: RecordID?
    var school: RecordID?
    var coach: RecordID?
    var event: RecordID?
    var document: RecordID?
    /// A second person, for tables that refer to two people.
    var other: RecordID
  }

  static let people: Set = [
    "user_id", "athlete_id", "player_user_id", "parent_user_id", "logged_by", "changed_by",
    "uploaded_by", "created_by", "updated_by",
  ]

  static func isID(_ column: String) -> Bool {
    column != "id" && (column.hasSuffix("_id") || people.contains(column))
  }

  func columns(_ table: String) throws -> [(name: String, type: String, isNeeded: Bool)] {
    try backend.dataFile.read { connection in
      try connection.query(
        "SELECT name, type, \"notnull\" AND dflt_value IS NULL FROM pragma_table_info(?)", table
      ) { row in (try row.text(0), try row.text(1), try row.bool(2)) }
    }
  }

  /// Returns a row with every required column, and with every column that contains an id.
  func row(_ table: String, id: RecordID, _ names: Names) throws -> JSONObject {
    var row: JSONObject = [:]
    for column in try columns(table) {
      if column.name == "id" {
        row["id"] = .string(id.description)
      } else if Self.isID(column.name) {
        let value = Self.value(column.name, names)
        row[column.name] = value.map { .string($0.description) }
      } else if column.isNeeded {
        row[column.name] = Self.filler(column.name, column.type, id)
      }
    }
    return row
  }

  private static func value(_ column: String, _ names: Names) -> RecordID? {
    switch column {
    case "family_unit_id": names.family
    case "school_id", "related_school_id", "related_entity_id": names.school
    case "coach_id": names.coach
    case "event_id": names.event
    case "document_id": names.document
    case "task_id", "related_task_id": task("9-01")
    case "parent_user_id": names.other
    case "previous_suggestion_id", "viewed_item_id": nil
    default: names.person
    }
  }

  /// The bytes 1, 2 and 3 in Base64, which is the form of bytes in an export.
  private static let bytes = "AQID"

  private static func filler(_ column: String, _ type: String, _ id: RecordID) -> JSONValue {
    if column.hasSuffix("_at") { return "2026-02-10T12:00:00.000Z" }
    if column.hasSuffix("_date") { return "2026-02-10" }
    switch type {
    case "INTEGER", "REAL": return 9
    case "BLOB": return .string(bytes)
    default: return column == "role" ? "player" : .string("x\(id)")
    }
  }

  func tables(_ table: String, _ rows: [JSONObject]) -> [ExportedTable] {
    [
      ExportedTable(
        name: table,
        rows: rows.enumerated().map { ImportRequest.Line(number: $0 + 1, values: $1) })
    ]
  }
}

extension Forgery {
  /// Writes a row into the SQLite data file without checking any rule. The tests need rows of other
  /// people that exist before the import.
  func put(_ row: JSONObject, into table: String) throws {
    let columns = row.keys.map(DatabaseConnection.quoted).joined(separator: ", ")
    let places = row.members.map { _ in "?" }.joined(separator: ", ")
    try backend.dataFile.write { connection in
      try connection.execute(
        "INSERT INTO \(table) (\(columns)) VALUES (\(places))",
        values: row.members.map { member in
          if member.value.string == Self.bytes { return .blob(Base64URL.bytes(Self.bytes) ?? []) }
          return member.value.string.map(Value.text) ?? member.value.double.map(Value.real) ?? .null
        })
    }
  }
}
