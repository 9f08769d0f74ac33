import Basics
import Domain
import Persistence
import SQLite

/// One athlete's records as the caller may see them, in one transaction.
struct RecordScope {
  var scope: Scope
  let athlete: RecordID
  /// The athlete's family; nil while there is none.
  let family: RecordID?

  var connection: DatabaseConnection { scope.connection }
  var isOwner: Bool { scope.caller.id == athlete }

  /// Throws "no such person" where the caller may see nothing of the athlete's.
  init(_ scope: Scope, of athlete: RecordID) throws {
    try scope.requireToRead(athlete)
    self.scope = scope
    self.athlete = athlete
    family = try scope.family(of: athlete)
  }

  /// The record, or "no such" for one that is not there for the caller.
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

  /// Counts one owner's rows by taking the others' away from all.
  ///
  /// SQLite knows the number of all from the pages, while those of an owner are counted one by one: a hundred times slower in a
  /// family's file, where hardly anything belongs to others.
  private static func number(of table: TableName, by column: String) -> String {
    let all = "SELECT count(*) FROM \(table)"
    return """
      SELECT (\(all)) - (\(all) WHERE \(column) < ?1) - (\(all) WHERE \(column) > ?1)
        - (\(all) WHERE \(column) IS NULL)
      """
  }

  /// Counts by an id column of many records at once.
  func counts(_ table: TableName, by column: String, of ids: [RecordID]) throws -> [RecordID: Int] {
    let pairs = try connection.query(
      """
      SELECT \(column), count(*) FROM \(table)
      WHERE \(column) IN (SELECT value FROM json_each(?)) GROUP BY \(column)
      """, JSONList.text(ids)
    ) { row in (try row.recordID(0), try row.int(1)) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Names for the records of a page, one query a kind.
  func references(
    _ kind: ReferenceKind, _ ids: some Sequence<RecordID>
  ) throws -> [RecordID: Reference] {
    try RecordNames(connection).references(kind, Set(ids))
  }
}

extension [RecordID: Reference] {
  /// The reference of a record that must exist; a plain one should another program have broken the link.
  func of(_ id: RecordID, _ kind: ReferenceKind) -> Reference {
    self[id] ?? Reference(kind: kind, id: id, handle: "\(kind.letter)0", title: "Unknown")
  }
}
