import CivilTime
import Domain
import Foundation
import Persistence
import SQLite
import SchemaWriting
import Testing

@testable import SQLBackend

/// Compares the tables of the server's PostgreSQL database with the tables of the SQLite data file
/// that each device has. The tests read the tables from a real database of each kind.
///
/// The tables that both databases share must agree, because devices send their rows to the server
/// and the server sends rows to the devices.
@Suite struct SameSchemaTests {
  private static let readServer = Result {
    let server = try DatabaseServer.plain.get()
    return try ServerTables { try server.query($0, in: "compass") }
  }
  private static let dataFile = SQLBackend.file(at: DatabaseConnection.inMemoryPath) {
    Instant(milliseconds: 0)
  }
  private static let readFile = Result {
    let schema = dataFile.schema
    return try dataFile.read { try FileTables(schema.sharedTables + schema.sharedLogs, in: $0) }
  }

  private let server: ServerTables
  private let file: FileTables

  init() throws {
    server = try Self.readServer.get()
    file = try Self.readFile.get()
  }

  /// Columns of the SQLite file that the server does not have in the same table. The server stores
  /// private notes in the table `private_notes`, with a row for each author.
  private static let mapped: Set = ["schools.private_notes", "coaches.private_notes"]
  /// Tables that only the server has: audit logs, private notes, and handles (short names of
  /// records, such as `s1`), which the file stores in another table.
  private static let serverOnly: Set = ["audit_logs", "handles", "private_notes"]

  @Test("Both have the same tables")
  func sameTables() {
    #expect(server.tables.subtracting(Self.serverOnly) == file.tables)
    #expect(Self.serverOnly.isSubset(of: server.tables))
  }

  @Test("Both have the same columns")
  func sameColumns() {
    let here = Set(file.columns.keys).subtracting(Self.mapped)
    let there = Set(server.columns.keys.filter { !Self.serverOnly.contains(table(of: $0)) })
    #expect(here.subtracting(there) == [])
    #expect(there.subtracting(here) == [])
  }

  @Test("Each column that code names is a column of a table of the file or of the server")
  func namedColumns() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Modules/Domain/Gateways/Records/Description/ColumnName.swift")
    // The constants are read from the source text, so that a new one is compared too.
    let named = try String(contentsOf: source, encoding: .utf8)
      .matches(of: /ColumnName\("([a-z_]+)"\)/).map { String($0.1) }
    #expect(named.count > 80)
    #expect(Set(named).count == named.count)
    let here = try Self.dataFile.read { connection in
      try connection.query(
        """
        SELECT c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table'
        """
      ) { row in try row.text(0) }
    }
    let there = server.columns.keys.compactMap { $0.split(separator: ".").last.map { String($0) } }
    #expect(Set(named).subtracting(here + there) == [])
  }

  @Test("Each column holds what the file's holds, is as required, and has its default")
  func sameForms() {
    for (name, here) in file.columns.sorted(by: { $0.key < $1.key }) {
      guard let there = server.columns[name] else { continue }
      #expect(there.fileType == here.type, "\(name) is \(there.type)")
      #expect(there.isRequired == here.isRequired, "\(name)")
      // The server has defaults for ids, moments and the current day, for clients that do not send
      // them. The file needs no such defaults, because the program always writes these values.
      if here.defaultText != nil || !there.isMadeByServer {
        #expect(there.plainDefault == here.plainDefault(as: there.type), "\(name)")
      }
    }
  }

  @Test("Foreign keys lead to the same tables and do the same when a row goes")
  func sameReferences() {
    #expect(
      server.references.filter { !Self.serverOnly.contains(table(of: $0.key)) } == file.references)
  }

  @Test("What is unique in the file is unique on the server")
  func sameUniqueRules() {
    #expect(file.uniqueRules.subtracting(server.uniqueRules) == [])
  }

  @Test("The catalogue is the same, task by task")
  func sameCatalogue() throws {
    let file = try Self.fileCatalogue()
    #expect(try Self.serverCatalogue() == file)
    #expect(file.count == TaskCatalogue.all.count)
  }

  // This test compares only the columns that `KnownWords` lists. `DescribedSchemaTests` compares
  // the columns of records, such as schools, with the descriptions of the records.
  @Test("The server takes what the program's words are, and no others", arguments: KnownWords.all)
  func sameWords(_ known: KnownWords) throws {
    let found = try #require(server.words(known.column), "\(known.column) takes any text")
    #expect(found == Set(known.words))
  }

  @Test("The server takes texts as long as the program does", arguments: KnownLength.all)
  func sameLengths(_ known: KnownLength) throws {
    let limit = try #require(server.length(known.column), "\(known.column) has no limit")
    #expect(limit >= known.limit)
    #expect(known.isExact ? limit == known.limit : true)
  }

  @Test("Every text, list and JSON of the server ends somewhere")
  func everyTextEnds() {
    // Every text column of the server needs a limit: a maximal length or a list of words. Lists and
    // JSON are limited by the size of the whole row instead.
    let endless = server.columns.filter { name, column in
      column.type == "text" && server.length(name) == nil && server.words(name) == nil
        && !["family_units.family_code", "handles.kind"].contains(name)
    }
    #expect(endless.keys.sorted() == [])
  }

  private func table(of column: String) -> String { String(column.prefix { $0 != "." }) }

  private static func fileCatalogue() throws -> [[String]] {
    try dataFile.read { connection in
      try connection.query(
        """
        SELECT json_array(id, category, CAST(grade_level AS TEXT), title, description, CAST(required AS TEXT),
          dependency_task_ids, why_it_matters, failure_risk, division_applicability, CAST(due_month AS TEXT))
        FROM task ORDER BY catalogue_order
        """
      ) { row in try row.text(0) }
    }.map(list)
  }

  private static func serverCatalogue() throws -> [[String]] {
    try DatabaseServer.plain.get().query(
      """
      SELECT jsonb_build_array(id, category, grade_level::text, title, description, required::integer::text,
        to_jsonb(dependency_task_ids)::text, why_it_matters, failure_risk,
        to_jsonb(division_applicability)::text, due_month::text)
      FROM public.task ORDER BY catalogue_order
      """, in: "compass"
    ).map(list)
  }

  /// Returns the texts of a JSON array.
  ///
  /// A text that is JSON itself loses its blanks, so that both databases' forms are equal.
  private static func list(_ line: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(line.utf8)).map { text in
      text.hasPrefix("[") ? text.replacing(", ", with: ",") : text
    }
  }
}

/// A column that accepts only certain words, and the words that the program can write into it.
struct KnownWords: CustomTestStringConvertible {
  var column: String
  var words: [String]
  var testDescription: String { column }

  init<Words: RawRepresentable<String> & CaseIterable>(_ column: String, _ type: Words.Type) {
    self.column = column
    words = type.allCases.map(\.rawValue)
  }

  static let all = [
    KnownWords("users.current_phase", Phase.self),
    KnownWords("users.status_label", StatusLabel.self),
    KnownWords("family_code_usage_log.action", FamilyCodeUse.Action.self),
    KnownWords("parent_view_log.viewed_item_type", ViewLogEntry.ItemType.self),
    KnownWords("task.category", TaskCategory.self),
    KnownWords("athlete_task.status", TaskStatus.self),
    KnownWords("suggestion.urgency", SuggestionUrgency.self),
    KnownWords("suggestion.action_type", SuggestionAction.self),
    KnownWords("notifications.type", NotificationType.self),
    KnownWords("notifications.priority", NotificationPriority.self),
    KnownWords("notifications.related_entity_type", AppNotification.RelatedType.self),
  ]
}

/// A column of texts with the largest length that the program accepts.
///
/// `isExact` means that the domain reference states this length, so the server's limit must equal
/// it. Otherwise the server may accept more.
struct KnownLength: CustomTestStringConvertible {
  var column: String
  var limit: Int
  var isExact = false
  var testDescription: String { column }

  static let all = [
    KnownLength(column: "schools.name", limit: TextLimit.name),
    KnownLength(column: "schools.notes", limit: TextLimit.long, isExact: true),
    KnownLength(column: "private_notes.note", limit: TextLimit.long, isExact: true),
    KnownLength(column: "coaches.notes", limit: TextLimit.long, isExact: true),
    KnownLength(column: "interactions.subject", limit: Interaction.subjectLimit, isExact: true),
    KnownLength(column: "interactions.content", limit: Interaction.contentLimit, isExact: true),
    KnownLength(column: "offers.conditions", limit: TextLimit.long, isExact: true),
    KnownLength(column: "events.description", limit: TextLimit.long, isExact: true),
    KnownLength(column: "events.state", limit: 2, isExact: true),
    KnownLength(column: "performance_metrics.unit", limit: TextLimit.unit, isExact: true),
    KnownLength(column: "documents.file_url", limit: TextLimit.address),
    KnownLength(column: "users.email", limit: 255, isExact: true),
    KnownLength(column: "users.zip_code", limit: 5, isExact: true),
    KnownLength(column: "family_units.family_name", limit: 255, isExact: true),
    KnownLength(column: "task.title", limit: 255, isExact: true),
    KnownLength(column: "suggestion.rule_type", limit: 50, isExact: true),
    KnownLength(column: "notifications.action_url", limit: 500, isExact: true),
  ]
}
