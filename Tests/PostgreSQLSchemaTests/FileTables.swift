import CivilTime
import FeatureKit
import Foundation
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// The shared tables of a new file, as SQLite describes them.
struct FileTables {
  struct Column {
    var type: String
    var isRequired: Bool
    var defaultText: String?

    /// The default in the form of the server's type.
    func plainDefault(as serverType: String) -> String? {
      guard let text = defaultText else { return nil }
      if serverType == "boolean" { return text == "0" ? "false" : "true" }
      let plain = text.hasPrefix("'") ? String(text.dropFirst().dropLast()) : text
      guard serverType.hasSuffix("[]") else { return plain }
      // `["ALL"]` is `{ALL}`.
      return "{" + plain.dropFirst().dropLast().replacing("\"", with: "") + "}"
    }
  }

  let tables: Set<String>
  let columns: [String: Column]
  let references: [String: ServerTables.Reference]
  let uniqueRules: Set<String>

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "compass-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = DataFile(
      path: folder.appending(path: "compass.sqlite").path, schema: CompassSchema.schema,
      now: { Instant(milliseconds: 0) })
    let shared = CompassSchema.schema.sharedTables + ["parent_view_log"]
    tables = Set(shared)
    var columns: [String: Column] = [:]
    var references: [String: ServerTables.Reference] = [:]
    var uniqueRules: Set<String> = []
    try file.read { connection in
      for table in shared {
        _ = try connection.query(
          #"SELECT name, type, "notnull", dflt_value FROM pragma_table_info(?)"#, table
        ) { row in
          columns["\(table).\(try row.text(0))"] = Column(
            type: try row.text(1), isRequired: try row.bool(2), defaultText: try row.optionalText(3)
          )
        }
        _ = try connection.query(
          #"SELECT "from", "table", on_delete FROM pragma_foreign_key_list(?)"#, table
        ) { row in
          references["\(table).\(try row.text(0))"] = ServerTables.Reference(
            table: try row.text(1), onDelete: try row.text(2))
        }
        _ = try connection.query(
          """
          SELECT group_concat(name, ', ') FROM (
            SELECT list.name AS rule, columns.name FROM pragma_index_list(?) AS list
            JOIN pragma_index_info(list.name) AS columns
            WHERE list."unique" AND NOT list.partial ORDER BY list.name, columns.name)
          GROUP BY rule
          """, table
        ) { row in uniqueRules.insert("\(table): \(try row.text(0))") }
      }
    }
    self.columns = columns
    self.references = references
    self.uniqueRules = uniqueRules
    catalogueRows = try file.read { connection in
      try connection.query(
        """
        SELECT json_array(id, category, CAST(grade_level AS TEXT), title, description, CAST(required AS TEXT),
          dependency_task_ids, why_it_matters, failure_risk, division_applicability, CAST(due_month AS TEXT))
        FROM task ORDER BY catalogue_order
        """
      ) { row in try row.text(0) }
    }
  }

  private let catalogueRows: [String]

  func catalogue() throws -> [[String]] { try catalogueRows.map { try JSONTexts.list($0) } }
}

/// A JSON array of texts; a text that is JSON itself gets a form without blanks.
enum JSONTexts {
  static func list(_ line: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(line.utf8)).map { text in
      text.hasPrefix("[") ? text.replacing(", ", with: ",") : text
    }
  }
}
