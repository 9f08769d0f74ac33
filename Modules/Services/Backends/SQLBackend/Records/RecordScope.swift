import Basics
import Domain
import Persistence
import SQLite

/// The records of one athlete that the caller (the person who acts) may see, within one
/// transaction.
struct RecordScope {
  var scope: Scope
  let athlete: RecordID
  let family: RecordID?

  var connection: DatabaseConnection { scope.connection }
  var isOwner: Bool { scope.caller.id == athlete }

  /// Selects the records of one athlete. Throws "no such person" when the caller (the person who
  /// acts) may not see the athlete's data.
  init(_ scope: Scope, of athlete: RecordID) throws {
    try scope.requireToRead(athlete)
    self.scope = scope
    self.athlete = athlete
    family = try scope.family(of: athlete)
  }

  /// Returns a copy in which the athlete is the person who acts. Rules use it if their results must
  /// not depend on whether the athlete or a parent reads them.
  func asAthlete() throws -> RecordScope {
    guard !isOwner else { return self }
    return try RecordScope(
      scope.read(by: CallerQuery.caller(athlete, in: connection)), of: athlete)
  }

  /// Returns the record. Throws "no such record" for one that does not exist, and also for one that
  /// the signed-in person may not see, so that the error does not reveal that it exists.
  func require<Record: StoredRecord>(_ type: Record.Type, _ id: RecordID) throws -> Record {
    try scope.requireReadable(id, in: Record.form.table, Record.kind)
    var conditions = try Record.visible(in: self)
    conditions.require("\(Record.form.table).id = ?", .id(id))
    guard let found = try find(type, conditions).first else { throw Problem.noSuch(Record.kind) }
    return found
  }

  func requireVisible<Record: StoredRecord>(_ type: Record.Type, _ id: RecordID) throws {
    guard try isVisible(type, id) else { throw Problem.noSuch(Record.kind) }
  }

  func isVisible<Record: StoredRecord>(_ type: Record.Type, _ id: RecordID) throws -> Bool {
    var own = try Record.visible(in: self)
    own.require("\(Record.table.name).id = ?", .id(id))
    return try count(Record.table.name, own) > 0
  }

  func find<Record: StoredRecord>(
    _ type: Record.Type, _ conditions: Conditions, order: [OrderTerm] = [], limit: Int? = nil,
    offset: Int = 0
  ) throws -> [Record] {
    let form = Record.form
    return try connection.query(
      """
      SELECT \(form.list) FROM \(form.table) WHERE \(conditions.clause)
      ORDER BY \(order.clause(of: form.table, reversed: false)) LIMIT ? OFFSET ?
      """,
      values: conditions.values + [
        .integer(Int64(limit ?? -1)), .integer(Int64(max(0, offset))),
      ]
    ) { row in try form.read(row) }
  }

  func count(_ table: TableName, _ conditions: Conditions) throws -> Int {
    let number =
      conditions.onlyColumn.map { Self.number(of: table, by: $0) }
      ?? "SELECT count(*) FROM \(table) WHERE \(conditions.clause)"
    return try connection.query(number, values: conditions.values) { row in try row.int(0) }
      .first ?? 0
  }

  /// Returns SQL that counts the rows with a value in a column: the number of all rows minus the
  /// number of rows with other values.
  ///
  /// SQLite counts all rows of a table quickly from its pages, but the rows with one value in an
  /// index one by one. In a family's file hardly any row has another owner, so few rows are counted
  /// one by one, and the query is a hundred times faster there.
  private static func number(of table: TableName, by column: String) -> String {
    let all = "SELECT count(*) FROM \(table)"
    return """
      SELECT (\(all)) - (\(all) WHERE \(column) < ?1) - (\(all) WHERE \(column) > ?1)
        - (\(all) WHERE \(column) IS NULL)
      """
  }

  /// Returns, for each of these ids, the number of rows whose column has this id. One query counts
  /// the rows for all ids.
  func counts(
    _ table: TableName, by column: ColumnName, of ids: [RecordID]
  ) throws -> [RecordID: Int] {
    let pairs = try connection.query(
      """
      SELECT \(column), count(*) FROM \(table)
      WHERE \(column) IN (SELECT value FROM json_each(?)) GROUP BY \(column)
      """, JSONList.text(ids)
    ) { row in (try row.recordID(0), try row.int(1)) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the references of the records that a page shows (name and handle, such as `s4`), with
  /// one query.
  func references(
    _ kind: ReferenceKind, _ ids: some Sequence<RecordID>
  ) throws -> [RecordID: Reference] {
    try RecordNames(connection).references(kind, Set(ids))
  }
}

extension [RecordID: Reference] {
  /// Returns the reference (name and handle) of a record to which a shown record links. If another
  /// program has broken the link, it returns a placeholder with the title "Unknown".
  func of(_ id: RecordID, _ kind: ReferenceKind) -> Reference {
    self[id] ?? Reference(kind: kind, id: id, handle: "\(kind.letter)0", title: "Unknown")
  }
}
