import Basics
import Persistence
import SQLite

/// Replaces one id with another in all rows of a data file: in columns, keys, JSON members and undo
/// steps. When an account of the server is connected, the local profile gets the account's id in
/// this way. Both ids have the same length, so that the stored changes of undo steps stay valid.
struct Rekeying {
  let old: RecordID
  let new: RecordID

  init(from old: RecordID, to new: RecordID) {
    self.old = old
    self.new = new
  }

  func run(in connection: DatabaseConnection) throws {
    let columns = try connection.query(
      """
      SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type IN ('TEXT', 'BLOB') ORDER BY t.name
      """
    ) { row in (table: try row.text(0), column: try row.text(1), type: try row.text(2)) }
    for (table, column, type) in columns {
      let (table, column) = (
        DatabaseConnection.quoted(table), DatabaseConnection.quoted(column)
      )
      guard type == "TEXT" else {
        try replaceBytes(table, column, in: connection)
        continue
      }
      try connection.execute(
        "UPDATE \(table) SET \(column) = replace(\(column), ?1, ?2) WHERE instr(\(column), ?1) > 0",
        old.description, new.description)
    }
  }

  private func replaceBytes(
    _ table: String, _ column: String, in connection: DatabaseConnection
  ) throws {
    let (needle, other) = (Array(old.description.utf8), Array(new.description.utf8))
    let found = try connection.query(
      "SELECT rowid, \(column) FROM \(table) WHERE instr(\(column), CAST(?1 AS BLOB)) > 0",
      old.description
    ) { row in (try row.int(0), try row.blob(1)) }
    for (row, bytes) in found {
      var bytes = bytes
      var place = 0
      while place + needle.count <= bytes.count {
        if bytes[place] == needle[0], bytes[place..<place + needle.count].elementsEqual(needle) {
          bytes.replaceSubrange(place..<place + needle.count, with: other)
          place += needle.count
        } else {
          place += 1
        }
      }
      try connection.execute(
        "UPDATE \(table) SET \(column) = ? WHERE rowid = ?",
        values: [.blob(bytes), .integer(Int64(row))])
    }
  }
}
