public import SQLite

extension DatabaseConnection {
  /// The tables' content as text that depends on nothing but the content: rows sorted, values as SQL literals.
  ///
  /// Two files hold the same when their dumps are equal; what is local to a file is not in the list.
  public func canonicalDump(tables: [String]) throws -> String {
    var lines: [String] = []
    for table in tables.sorted() {
      let columns = try query(
        "SELECT name FROM pragma_table_info(?) ORDER BY cid", table
      ) { row in try row.text(0) }
      guard !columns.isEmpty else {
        throw PersistenceError.misuse("there is no table \(table) to dump")
      }
      lines.append("\(table)(\(columns.joined(separator: ", ")))")
      let values = columns.map { "quote(\(Self.quoted($0)))" }.joined(separator: " || ', ' || ")
      let rows = try query("SELECT \(values) FROM \(Self.quoted(table)) ORDER BY 1") { row in
        "  " + (try row.text(0))
      }
      lines += rows
    }
    return lines.joined(separator: "\n")
  }
}

extension DataFile {
  /// The dump of everything people share.
  public func canonicalDump() throws -> String {
    try read { try $0.canonicalDump(tables: schema.sharedTables) }
  }
}
