import Basics
import Domain
public import JSON
public import Persistence
import SQLite

/// What is written into a column, for whoever puts other words in the place of people's own.
public enum RecordedText: Sendable {
  /// What a person or a place is called.
  case name
  case text
  /// JSON or words that the program made of what somebody chose.
  case setting
}

/// The rows of a whole file for a recording, and back into an empty one.
///
/// Nothing that proves who somebody is goes along: no passphrase, no session, no mail server. Steps that were made before are
/// left out, and the catalogue of tasks, which every file has.
public struct RecordedRows: Sendable {
  let file: DataFile

  public init(of file: DataFile) { self.file = file }

  private static let leftOut: Set = [
    "compass_meta", "journal", "local_credentials", "local_security_time", "local_sessions", "task",
  ]
  private static let settingsLeftOut: Set = [
    DevicePreferenceKey.mailSetup, DevicePreferenceKey.keptAnswers,
  ]

  /// - Parameter replacing: what stands in the place of a text; nil keeps every one.
  public func read(
    _ replacing: ((String, RecordedText) -> String)?,
    _ visit: (_ table: String, JSONObject) throws -> Void
  ) throws {
    try file.read { connection in
      let tables = try connection.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid"
      ) { row in try row.text(0) }
      for table in tables where !Self.leftOut.contains(table) {
        let columns = try connection.query(
          "SELECT name FROM pragma_table_info(?) ORDER BY cid", table
        ) { row in try row.text(0) }
        let rows = try connection.query("SELECT * FROM \(DatabaseConnection.quoted(table))") {
          row in
          var values = JSONObject()
          for (position, column) in columns.enumerated() {
            switch try row.value(position) {
            case .null, .blob: break
            case .integer(let number): values[column] = JSONValue(Int(number))
            case .real(let number): values[column] = JSONValue(number)
            case .text(let text):
              let use = Self.use(of: column, in: table)
              values[column] = .string(use.flatMap { replacing?(text, $0) } ?? text)
            }
          }
          return values
        }
        for row in rows where !Self.isLeftOut(row, of: table) { try visit(table, row) }
      }
    }
  }

  private static func isLeftOut(_ row: JSONObject, of table: String) -> Bool {
    table == "device_preferences" && row["key"]?.string.map(settingsLeftOut.contains) == true
  }

  /// Puts the rows into a file that has nobody yet. What a later program does not know any more is left out.
  public func write(_ rows: some Sequence<(table: String, values: JSONObject)>) throws {
    try file.write { connection in
      // Rows of one table may name those of a later one; at the end everything has to be there.
      try connection.execute("PRAGMA defer_foreign_keys = ON")
      var known: [String: Set<String>] = [:]
      for (table, values) in rows {
        let columns =
          try known[table]
          ?? Set(
            connection.query("SELECT name FROM pragma_table_info(?)", table) { row in
              try row.text(0)
            })
        known[table] = columns
        let members = values.members.filter { columns.contains($0.key) }
        guard !members.isEmpty, !Self.leftOut.contains(table) else { continue }
        let names = members.map { DatabaseConnection.quoted($0.key) }.joined(separator: ", ")
        let places = members.map { _ in "?" }.joined(separator: ", ")
        try connection.execute(
          "INSERT OR REPLACE INTO \(DatabaseConnection.quoted(table)) (\(names)) VALUES (\(places))",
          values: members.map { EverythingImport.value($0.value) })
      }
    }
  }
}

// MARK: - Whose words they are

extension RecordedRows {
  /// What a column holds; nil where it is none of anybody's words: an id, a moment, a word of a vocabulary. A column nobody
  /// thought of is taken for somebody's words.
  static func use(of column: String, in table: String) -> RecordedText? {
    if programsOwn[table]?.contains(column) == true { return nil }
    if settings[table]?.contains(column) == true { return .setting }
    if let record = StoredKinds.all.first(where: { $0.tableName == table }),
      record.holdsNoWords(in: column)
    {
      return nil
    }
    return column.contains("name") ? .name : .text
  }

  private static let settings: [String: Set<String>] = [
    "users": ["phase_milestone_data"], "user_preferences": ["data"],
    "preference_history": ["old_value", "new_value", "changed_fields"],
    "suggestion": ["condition_snapshot"], "device_preferences": ["value"],
  ]

  private static let rowKeys: Set = ["id", "user_id", "created_at", "updated_at"]
  private static let programsOwn: [String: Set<String>] = [
    "users": rowKeys.union([
      "role", "current_phase", "status_label", "timezone", "recovery_plan_shown_at",
    ]),
    "family_units": rowKeys.union(["player_user_id", "code_generated_at"]),
    "family_members": rowKeys.union(["family_unit_id", "role", "added_at", "helps"]),
    "family_code_usage_log": rowKeys.union(["family_unit_id", "action"]),
    "user_preferences": rowKeys.union(["category"]),
    "preference_history": rowKeys.union(["category", "changed_by"]),
    "parent_view_log": [
      "id", "parent_user_id", "athlete_id", "viewed_item_type", "viewed_item_id", "viewed_at",
    ],
    "school_status_history": rowKeys.union([
      "school_id", "previous_status", "new_status", "changed_by", "changed_at",
    ]),
    "athlete_task": rowKeys.union([
      "athlete_id", "task_id", "status", "completed_at", "deadline_date", "created_by",
      "updated_by",
    ]),
    "suggestion": rowKeys.union([
      "athlete_id", "rule_type", "urgency", "action_type", "related_school_id", "related_task_id",
      "dismissed_at", "completed_at", "surfaced_at", "previous_suggestion_id",
    ]),
    "notifications": rowKeys.union([
      "type", "priority", "related_entity_type", "related_entity_id", "scheduled_for", "sent_at",
      "read_at", "email_sent_at", "action_url", "occasion",
    ]),
    "handles": ["kind", "id"],
    "device_preferences": ["user_id", "key"],
  ]
}

extension StoredRecord {
  fileprivate static func holdsNoWords(in column: String) -> Bool {
    if column == "id" { return true }
    return switch table.columns.first(where: { $0.name == column && !$0.isMember })?.access {
    case .id, .day, .time, .moment, .ids, .word: true
    case .text, .json, .texts, .whole, .number, .flag, nil: false
    }
  }
}
