package import SQLite

/// The tables of a new data file that are shared with a server, read from SQLite's catalog.
package struct FileTables {
  package struct Column {
    package var type: String
    package var isRequired: Bool
    package var defaultText: String?

    /// Returns the default of the column, written as PostgreSQL writes a default of the type
    /// `serverType`.
    ///
    /// A test compares it with the default that the server has.
    package func plainDefault(as serverType: String) -> String? {
      guard let text = defaultText else { return nil }
      if serverType == "boolean" { return text == "0" ? "false" : "true" }
      let plain = text.hasPrefix("'") ? String(text.dropFirst().dropLast()) : text
      guard serverType.hasSuffix("[]") else { return plain }
      // A list is a JSON array in the file and an array literal on the server: `["ALL"]` becomes
      // `{ALL}`.
      return "{" + plain.dropFirst().dropLast().filter { $0 != "\"" } + "}"
    }
  }

  package let tables: Set<String>
  /// The columns, each under its name in the form `table.column`.
  package private(set) var columns: [String: Column] = [:]
  package private(set) var references: [String: StoredReference] = [:]
  package private(set) var uniqueRules: Set<String> = []
  /// The columns by which an index begins, as `table.column`.
  ///
  /// A search by such a column is fast.
  package private(set) var indexed: Set<String> = []

  package init(_ tables: [String], in connection: DatabaseConnection) throws {
    self.tables = Set(tables)
    for table in tables {
      for (name, column) in try connection.query(
        #"SELECT name, type, "notnull", dflt_value FROM pragma_table_info(?)"#, table,
        read: { row in
          (
            try row.text(0),
            Column(
              type: try row.text(1), isRequired: try row.bool(2),
              defaultText: try row.optionalText(3))
          )
        })
      { columns["\(table).\(name)"] = column }
      for (name, reference) in try connection.query(
        #"SELECT "from", "table", on_delete FROM pragma_foreign_key_list(?)"#, table,
        read: { row in
          (
            try row.text(0),
            StoredReference(table: try row.text(1), onDelete: try row.text(2))
          )
        })
      { references["\(table).\(name)"] = reference }
      uniqueRules.formUnion(
        try connection.query(
          """
          SELECT group_concat(name, ', ') FROM (
            SELECT list.name AS rule, columns.name FROM pragma_index_list(?) AS list
            JOIN pragma_index_info(list.name) AS columns
            WHERE list."unique" AND NOT list.partial ORDER BY list.name, columns.name)
          GROUP BY rule
          """, table
        ) { row in "\(table): \(try row.text(0))" })
      indexed.formUnion(
        try connection.query(
          """
          SELECT columns.name FROM pragma_index_list(?) AS list
          JOIN pragma_index_info(list.name) AS columns
          WHERE columns.seqno = 0 AND columns.name IS NOT NULL
          """, table
        ) { row in "\(table).\(try row.text(0))" })
    }
  }
}

/// A foreign key: the table to which the column refers, and what happens to this row when the other
/// row is deleted.
package struct StoredReference: Equatable {
  package var table: String
  package var onDelete: String

  package init(table: String, onDelete: String) {
    self.table = table
    self.onDelete = onDelete
  }
}
