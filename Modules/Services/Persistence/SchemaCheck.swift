import SQLite

/// Compares the schema of a data file with the schema that this program creates: tables, indexes,
/// views and triggers.
///
/// A data file may come from any source. If it contained a trigger or view of another origin, the
/// program's own statements would run it. A table without its constraints would accept values that
/// no rule allows.
struct SchemaCheck {
  let schema: Schema
  let version: Int
  let localVersion: Int

  /// Drops triggers, views, tables and indexes that the program did not make. Throws for a data
  /// file in which a table of the program has other columns or constraints than expected.
  func clean(_ copy: DatabaseConnection, path: String) throws {
    let ours = try expected()
    let found = try Self.entries(of: copy)
    func isSame(_ entry: Entry) -> Bool {
      found[entry].map(Self.plain) == ours[entry].map(Self.plain)
    }
    let lost = Self.lost(of: ours, among: found)
    guard lost.isEmpty else { throw PersistenceError.damaged(path: path, findings: lost) }
    let foreign = found.keys.filter { !isSame($0) }
      .sorted { ($0.order, $0.name) < ($1.order, $1.name) }
    let missing = ours.filter { !isSame($0.key) }.sorted { $0.key.name < $1.key.name }
    guard !foreign.isEmpty || !missing.isEmpty else { return }
    try copy.transaction(.immediate) {
      for entry in foreign {
        try copy.execute(
          "DROP \(entry.kind.uppercased()) IF EXISTS \(DatabaseConnection.quoted(entry.name))")
      }
      for (_, sql) in missing { try copy.execute(sql) }
    }
  }

  /// Returns a sentence for each of the program's tables that is missing or has other columns or
  /// constraints than expected.
  static func lost(in connection: DatabaseConnection, schema: Schema) throws -> [String] {
    // All queries read one snapshot, because another process may be migrating the file.
    try connection.transaction(.deferred) {
      let version = try connection.one("PRAGMA user_version") { row in try row.int(0) }
      guard version > 0, version <= schema.version else { return [] }
      // Every data file of this program has local tables, such as the journal of undo steps. If
      // their version is missing, the data file has lost these tables.
      let found = try LocalTables.version(in: connection)
      guard found <= LocalTables.version else { return [] }
      let check = SchemaCheck(
        schema: schema, version: version, localVersion: found == 0 ? LocalTables.version : found)
      return lost(of: try check.expected(), among: try entries(of: connection))
    }
  }

  /// Returns a sentence for each trigger, view, table and index that this program did not make. A
  /// trigger that it did not make would run at every write.
  static func foreign(in connection: DatabaseConnection, schema: Schema) throws -> [String] {
    try connection.transaction(.deferred) {
      let version = try connection.one("PRAGMA user_version") { row in try row.int(0) }
      guard version > 0, version <= schema.version else { return [] }
      let local = try LocalTables.version(in: connection)
      guard local <= LocalTables.version else { return [] }
      let ours = try SchemaCheck(schema: schema, version: version, localVersion: local).expected()
      return try entries(of: connection).filter { entry, sql in
        // Connecting a file to a server creates tables with this prefix, so they belong to the
        // program.
        !(entry.kind == "table" && entry.name.hasPrefix("outbox"))
          && ours[entry].map(plain) != plain(sql)
      }.keys.sorted { ($0.order, $0.name) < ($1.order, $1.name) }
        .map { "The \($0.kind) \($0.name) is not of this program." }
    }
  }

  private static func lost(
    of ours: [Entry: String], among found: [Entry: String]
  ) -> [String] {
    ours.keys.filter { $0.kind == "table" }.sorted { $0.name < $1.name }.compactMap { table in
      guard let there = found[table] else { return "The table \(table.name) is missing." }
      return plain(there) == ours[table].map(plain)
        ? nil : "The table \(table.name) has another form than ours."
    }
  }

  /// Returns the schema entries (tables, indexes, views and triggers) that a data file of this
  /// version has. They are read from a new database in memory.
  private func expected() throws -> [Entry: String] {
    let fresh = try DatabaseConnection.inMemory()
    try fresh.execute("PRAGMA foreign_keys = OFF")
    try LocalTables.bringUpToDate(fresh, to: localVersion)
    for migration in schema.migrations where migration.number <= version {
      try migration.apply(fresh)
    }
    return try Self.entries(of: fresh)
  }

  private static func plain(_ sql: String) -> String {
    sql.filter { !$0.isWhitespace && $0 != "\"" }
  }

  struct Entry: Hashable {
    let kind: String
    let name: String

    /// The position of this object in the order of dropping. Triggers and views come before the
    /// tables that they use. An index comes before its table, because dropping the table would drop
    /// the index too.
    var order: Int { ["trigger", "view", "index", "table"].firstIndex(of: kind) ?? 0 }
  }

  /// Returns all tables, indexes, views and triggers that were created by a statement of their own.
  /// SQLite's internal ones are left out, and so are the tables that SQLite itself makes for a
  /// full-text search, because they disappear when the search is dropped.
  private static func entries(of connection: DatabaseConnection) throws -> [Entry: String] {
    let rows = try connection.query(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND NOT (type IN ('table', 'index') AND name LIKE 'sqlite\\_%' ESCAPE '\\')
        AND NOT (type = 'table' AND name IN
          (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'))
      """
    ) { row in (Entry(kind: try row.text(0), name: try row.text(1)), try row.text(2)) }
    return Dictionary(rows, uniquingKeysWith: { $1 })
  }
}
