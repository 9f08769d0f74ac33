import Basics
import Domain
import Persistence
import SQLite

/// Finds the record that an imported row duplicates. It is a temporary table of the columns by
/// which people recognize a record, with the existing records and those that the import added.
///
/// An index of the stored table covers only one of the compared columns. In a file with the same
/// day or school in every row, each row would be compared with all rows before it.
struct TwinIndex<Record: StoredRecord> {
  private let connection: DatabaseConnection
  private let columns: [(name: String, column: Column<Record>, twin: TwinColumn)]

  private static var table: String { "temp.import_twins" }

  /// Creates the table and fills it with those of the athlete's records that the caller may read.
  init(_ records: RecordScope) throws {
    connection = records.connection
    columns = Record.table.twin.enumerated().compactMap { place, twin in
      Record.table.column(twin.name).flatMap { Column($0) }.map { ("key\(place)", $0, twin) }
    }
    let keys = columns.map { "\($0.name)\($0.twin.ignoresCase ? " COLLATE NOCASE" : "")" }
    try drop()
    try connection.execute(
      "CREATE TABLE \(Self.table) (id TEXT NOT NULL\(keys.map { ", \($0)" }.joined()))")
    if !columns.isEmpty {
      let names = columns.map(\.name).joined(separator: ", ")
      try connection.execute("CREATE INDEX temp.import_twins_by_key ON import_twins (\(names))")
    }
    let visible = try Record.visible(in: records)
    let stored = columns.map { ", \(Record.table.name).\($0.twin.name)" }.joined()
    try connection.execute(
      """
      INSERT INTO \(Self.table)
      SELECT id\(stored) FROM \(Record.table.name) WHERE \(visible.clause)
      ORDER BY \(Record.table.name).rowid
      """, values: visible.values)
  }

  /// Returns the first record with the same values as `record`. A column that counts only if the
  /// file has it is compared only where `isGiven` is true.
  func twin(of record: Record, isGiven: (TwinColumn) -> Bool) throws -> RecordID? {
    var same = Conditions()
    for (name, column, twin) in columns where !twin.isOnlyIfGiven || isGiven(twin) {
      same.require("\(name) IS ?", column.value(record))
    }
    return try connection.query(
      "SELECT id FROM \(Self.table) WHERE \(same.clause) ORDER BY rowid LIMIT 1",
      values: same.values
    ) { row in try row.recordID(0) }.first
  }

  func add(_ record: Record) throws {
    let places = columns.map { _ in ", ?" }.joined()
    try connection.execute(
      "INSERT INTO \(Self.table) VALUES (?\(places))",
      values: [.id(record.id)] + columns.map { $0.column.value(record) })
  }

  /// Drops the temporary table. A transaction that is rolled back drops it too.
  func drop() throws { try connection.execute("DROP TABLE IF EXISTS \(Self.table)") }
}
