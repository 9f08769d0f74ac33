public import SQLite

extension DatabaseConnection {
  /// Returns the content of the tables as a text that depends only on the content: rows are sorted,
  /// and values are written as SQL literals.
  ///
  /// Two data files have the same content when their dumps are equal. `tables` must not name tables
  /// that are local to one data file, because their content differs anyway.
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
  /// Returns the dump of all tables that devices share, for comparing two data files.
  public func canonicalDump() throws -> String {
    try read { try $0.canonicalDump(tables: schema.sharedTables) }
  }
}
