import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Collects the rows that the server sends page by page, before they are written into the data
/// file.
///
/// The rows are in a temporary SQLite database, which moves to disk when it grows and is deleted
/// when it is closed. So a fetch of any size needs the memory of one page and is still written into
/// the data file in one transaction.
final class FetchedPages {
  private let database: DatabaseConnection
  private(set) var isEmpty = true

  /// The order in which tables are written: parents before children, and handles (short names such
  /// as `s51`) last, because they refer to records.
  private static let ranks = Dictionary(
    SharedTable.all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })

  static func rank(of table: TableName) -> Int { ranks[table] ?? 99 }

  init() throws {
    database = try .withoutName()
    try database.execute(
      """
      CREATE TABLE fetched (
        place INTEGER PRIMARY KEY, rank INTEGER NOT NULL, table_name TEXT NOT NULL, id TEXT NOT NULL, scope TEXT, revision INTEGER,
        members TEXT, UNIQUE (table_name, id)
      ) STRICT
      """)
  }

  /// Adds the rows of a page. If a row comes twice, the later entry replaces the earlier one, with
  /// one exception: a deletion from one scope (a family or a person) does not replace a row that
  /// exists in another scope, because the row has moved there.
  func add(_ rows: some Sequence<FetchedRow>) throws {
    try database.transaction {
      for row in rows {
        isEmpty = false
        try database.execute(
          """
          INSERT INTO fetched (rank, table_name, id, scope, revision, members) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT (table_name, id)
          DO UPDATE SET scope = excluded.scope, revision = excluded.revision, members = excluded.members
          WHERE excluded.members IS NOT NULL OR members IS NULL OR scope IS excluded.scope
          """, Self.rank(of: row.table), row.table.description, row.id, row.place?.scope,
          row.place?.revision, row.members.map { JSONValue.object($0).text })
      }
    }
  }

  /// Returns the fetched entries for rows that the server has deleted; `members` is nil in them.
  func gone() throws -> [FetchedRow] {
    try rows("members IS NULL ORDER BY place")
  }

  /// Returns the fetched rows of a table that the server has not deleted.
  func there(of table: TableName) throws -> [FetchedRow] {
    try rows("members IS NOT NULL AND table_name = ?1 ORDER BY place", [.text(table.description)])
  }

  /// Calls `visit` for every row that exists on the server, parents first, without collecting the
  /// rows in memory.
  func forEachThere(_ visit: (FetchedRow) throws -> Void) throws {
    try database.forEachRow(
      "SELECT \(Self.columns) FROM fetched WHERE members IS NOT NULL ORDER BY rank, place"
    ) { row in
      try visit(Self.row(row))
      return true
    }
  }

  subscript(_ table: TableName, _ id: RecordID) -> FetchedRow? {
    get throws {
      try rows("table_name = ?1 AND id = ?2", [.text(table.description), .text(id.description)])
        .first
    }
  }

  private static let columns = "table_name, id, scope, revision, members"

  private func rows(_ condition: String, _ values: [Value] = []) throws -> [FetchedRow] {
    try database.query(
      "SELECT \(Self.columns) FROM fetched WHERE \(condition)", values: values, read: Self.row)
  }

  private static func row(_ row: borrowing ResultRow) throws -> FetchedRow {
    var found = FetchedRow(
      table: TableName(unchecked: try row.text(0)), id: try row.recordID(1),
      members: try row.optionalText(4).map { try JSONValue.parse($0).object ?? [:] })
    if let scope = try row.optionalRecordID(2), let revision = try row.optionalInt(3) {
      found.place = FetchedRow.Place(scope: scope, revision: revision)
    }
    return found
  }
}
