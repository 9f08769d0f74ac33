public import Basics
public import SQLite

/// The permanent short names of records: a kind and a number, given in order of creation and never reused.
///
/// They lie outside the shared tables and outside undo (rule 9), so a record that is undone and redone, or deleted and
/// restored, keeps its handle. Allot one in the transaction that inserts the record.
public struct Handles {
  private let connection: DatabaseConnection

  fileprivate init(_ connection: DatabaseConnection) {
    self.connection = connection
  }

  /// The record's number: the one it has, or the next of its kind.
  @discardableResult
  public func allot(_ kind: ReferenceKind, to id: RecordID) throws -> Int {
    try connection.execute(
      """
      INSERT INTO handles (kind, number, id)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM handles WHERE kind = ?1
      ON CONFLICT (kind, id) DO NOTHING
      """, kind.key, id)
    return try connection.one(
      "SELECT number FROM handles WHERE kind = ? AND id = ?", kind.key, id
    ) { row in try row.int(0) }
  }

  /// Numbers for many records, in the order given.
  public func allot(_ kind: ReferenceKind, to ids: [RecordID]) throws {
    for id in ids { try allot(kind, to: id) }
  }

  public func number(_ kind: ReferenceKind, of id: RecordID) throws -> Int? {
    try connection.first(
      "SELECT number FROM handles WHERE kind = ? AND id = ?", kind.key, id
    ) { row in try row.int(0) }
  }

  public func id(_ kind: ReferenceKind, number: Int) throws -> RecordID? {
    try connection.first(
      "SELECT id FROM handles WHERE kind = ? AND number = ?", kind.key, number
    ) { row in try row.recordID(0) }
  }

  /// The numbers of a whole kind, read from front to back: for a list that holds most of it.
  public func numbers(_ kind: ReferenceKind) throws -> [RecordID: Int] {
    let count = try connection.one(
      "SELECT count(*) FROM handles WHERE kind = ?", kind.key
    ) { row in try row.int(0) }
    var numbers = [RecordID: Int](minimumCapacity: count)
    try connection.forEachRow(
      "SELECT id, number FROM handles WHERE kind = ? ORDER BY number", kind.key
    ) { row in
      numbers[try row.recordID(0)] = try row.int(1)
      return true
    }
    return numbers
  }

  /// The numbers of all records of a page, in one query.
  public func numbers(_ kind: ReferenceKind, of ids: [RecordID]) throws -> [RecordID: Int] {
    let found = try connection.query(
      """
      SELECT handles.id, handles.number FROM json_each(?2) AS wanted
      JOIN handles ON handles.kind = ?1 AND handles.id = wanted.value
      """, kind.key, JSONList.text(ids)
    ) { row in (try row.recordID(0), try row.int(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }
}

extension DatabaseConnection {
  public var handles: Handles { Handles(self) }
}

extension ReferenceKind {
  /// How the file names the kind: the letter of its handles.
  public var key: String { String(letter) }
}

/// Ids as one JSON argument, so that a list of any length is one prepared statement.
public enum JSONList {
  public static func text(_ ids: some Sequence<RecordID>) -> String {
    "[" + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }
}
