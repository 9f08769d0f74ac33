import Domain
import FeatureKit
import Persistence
import SQLite

/// One athlete's records as the caller may see them, in one transaction.
struct RecordScope {
  var scope: Scope
  let athlete: RecordID
  /// The athlete's family; nil while there is none.
  let family: RecordID?

  var connection: Connection { scope.connection }
  var isOwner: Bool { scope.caller.id == athlete }

  /// Throws "no such person" where the caller may see nothing of the athlete's.
  init(_ scope: Scope, of athlete: RecordID) throws {
    try scope.requireToRead(athlete)
    self.scope = scope
    self.athlete = athlete
    family = try scope.family(of: athlete)
  }

  /// The rows of a table that the caller sees: the family's, and those without a family for their owner alone (rule 3).
  ///
  /// Rows without a family are rare. Asking first keeps the common query one walk along one index.
  func visible(in table: String, owner: String = "user_id") throws -> Conditions {
    try scope.withoutUnreadable(try all(in: table, owner: owner), in: table)
  }

  private func all(in table: String, owner: String) throws -> Conditions {
    let shared = "\(table).family_unit_id"
    guard isOwner else {
      return family.map { Conditions("\(shared) = ?", .id($0)) } ?? Conditions("0")
    }
    let own = Conditions("\(shared) IS NULL AND \(table).\(owner) = ?", .id(athlete))
    guard let family else { return own }
    let hasLoose = try connection.query(
      "SELECT 1 FROM \(table) WHERE \(own.clause) LIMIT 1", values: own.values
    ) { _ in true }
    let together = Conditions("\(shared) = ?", .id(family))
    guard !hasLoose.isEmpty else { return together }
    return Conditions(
      "(\(together.clause) OR (\(own.clause)))", .id(family), .id(athlete))
  }

  /// Rows that are the athlete's own business, whatever the family.
  func owned(in table: String, owner: String = "user_id") throws -> Conditions {
    try scope.withoutUnreadable(
      Conditions("\(table).\(owner) = ?", .id(athlete)), in: table)
  }

  /// The record, or "no such" for one that is not there for the caller.
  func require<Record: StoredRecord>(_ type: Record.Type, _ id: RecordID) throws -> Record {
    try scope.requireReadable(id, in: Record.form.table, Record.kind)
    var conditions = try Record.visible(in: self)
    conditions.require("\(Record.form.table).id = ?", .id(id))
    guard let found = try find(type, conditions).first else { throw Problem.noSuch(Record.kind) }
    return found
  }

  func requireAll<Record: StoredRecord>(_ type: Record.Type, _ ids: [RecordID]) throws {
    for id in ids { _ = try require(type, id) }
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

  func count(_ table: String, _ conditions: Conditions) throws -> Int {
    try connection.query(
      "SELECT count(*) FROM \(table) WHERE \(conditions.clause)", values: conditions.values
    ) { row in try row.int(0) }.first ?? 0
  }

  /// Counts by an id column of many records at once.
  func counts(_ table: String, by column: String, of ids: [RecordID]) throws -> [RecordID: Int] {
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
