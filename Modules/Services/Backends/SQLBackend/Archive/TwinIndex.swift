import Basics
import Domain
import Persistence
import SQLite

/// Finds the record that an imported row duplicates. A temporary table contains the columns by
/// which people recognize a record, for the existing records and those that the import has added so
/// far.
///
/// Two rows of one file with ids of their own are two records, even if all their other values are
/// equal, because they come from an export. The temporary table therefore says of each record
/// whether the file contains its id.
///
/// The temporary table has an index of all compared columns together. The indexes of the stored
/// table begin with only one of them: if every row of a file has the same day or school, each row
/// would be compared with all rows before it.
struct TwinIndex<Record: StoredRecord> {
  private let connection: DatabaseConnection
  private let columns: [(name: String, column: Column<Record>, twin: TwinColumn)]

  private static var table: String { "temp.import_twins" }

  /// Creates the temporary table of the columns by which duplicates are found, and fills it with
  /// the athlete's existing records, as far as the caller (the importing person) may read them.
  init(_ records: RecordScope) throws {
    connection = records.connection
    columns = Record.table.twin.enumerated().compactMap { place, twin in
      Record.table.column(twin.name).flatMap { Column($0) }.map { ("key\(place)", $0, twin) }
    }
    let keys = columns.map { "\($0.name)\($0.twin.ignoresCase ? " COLLATE NOCASE" : "")" }
    try drop()
    try connection.execute(
      """
      CREATE TABLE \(Self.table)
        (id TEXT NOT NULL PRIMARY KEY,
         has_own_id INTEGER NOT NULL\(keys.map { ", \($0)" }.joined()))
      """)
    if !columns.isEmpty {
      let names = columns.map(\.name).joined(separator: ", ")
      try connection.execute("CREATE INDEX temp.import_twins_by_key ON import_twins (\(names))")
    }
    let visible = try Record.visible(in: records)
    let stored = columns.map { ", \(Record.table.name).\($0.twin.name)" }.joined()
    try connection.execute(
      """
      INSERT INTO \(Self.table)
      SELECT id, 0\(stored) FROM \(Record.table.name) WHERE \(visible.clause)
      ORDER BY \(Record.table.name).rowid
      """, values: visible.values)
  }

  /// Returns the id of the first record with the same values as `record` in all compared columns;
  /// nil if there is none.
  ///
  /// - Parameters:
  ///   - hasOwnID: whether the file gives the record's id.
  ///   - isGiven: returns true if the file has the column. A column with `isOnlyIfGiven` is
  ///     compared only if the file has it.
  func twin(
    of record: Record, hasOwnID: Bool, isGiven: (TwinColumn) -> Bool
  ) throws -> RecordID? {
    var same = Conditions()
    if hasOwnID { same.require("has_own_id = 0") }
    for (name, column, twin) in columns where !twin.isOnlyIfGiven || isGiven(twin) {
      same.require("\(name) IS ?", column.value(record))
    }
    return try connection.query(
      "SELECT id FROM \(Self.table) WHERE \(same.clause) ORDER BY rowid LIMIT 1",
      values: same.values
    ) { row in try row.recordID(0) }.first
  }

  /// Records that the file contains this id, so that no row with another id duplicates the record.
  /// Does nothing if no record in the index has the id.
  func noteOwnRow(of id: RecordID) throws {
    try connection.execute("UPDATE \(Self.table) SET has_own_id = 1 WHERE id = ?", id)
  }

  func add(_ record: Record, hasOwnID: Bool) throws {
    let places = columns.map { _ in ", ?" }.joined()
    try connection.execute(
      "INSERT INTO \(Self.table) VALUES (?, ?\(places))",
      values: [.id(record.id), .integer(hasOwnID ? 1 : 0)] + columns.map { $0.column.value(record) }
    )
  }

  func replace(_ record: Record) throws {
    try connection.execute("DELETE FROM \(Self.table) WHERE id = ?", record.id)
    try add(record, hasOwnID: true)
  }

  /// Drops the temporary table. It is called at the end of an import, and also before a new table
  /// is created, in case an earlier import has left one. If the transaction of an import is rolled
  /// back, SQLite drops the table.
  func drop() throws { try connection.execute("DROP TABLE IF EXISTS \(Self.table)") }
}
