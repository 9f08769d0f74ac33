public import SQLite

/// Creates the tables that belong to one data file only and are never sent to other devices, such
/// as the journal of undo steps.
///
/// They have their own version number, apart from the migrations of the shared tables, which this
/// module does not know. New entries are appended to `steps`; a released entry is never edited.
enum LocalTables {
  static let steps = [
    """
    CREATE TABLE compass_meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE handles (
      kind TEXT NOT NULL,
      number INTEGER NOT NULL CHECK (number > 0),
      id TEXT NOT NULL,
      PRIMARY KEY (kind, number),
      UNIQUE (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      person TEXT NOT NULL,
      athlete TEXT,
      operation TEXT NOT NULL,
      summary TEXT NOT NULL,
      at TEXT NOT NULL,
      changeset BLOB NOT NULL,
      schema_version INTEGER NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0,
      batch TEXT,
      takes_back INTEGER,
      until TEXT
    ) STRICT;
    CREATE INDEX journal_by_person ON journal (person, undone, id);
    CREATE INDEX journal_that_takes_back ON journal (takes_back) WHERE takes_back IS NOT NULL;
    CREATE INDEX journal_of_imports ON journal (athlete, at) WHERE until IS NOT NULL;
    CREATE TABLE device_preferences (
      user_id TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (user_id, key)
    ) STRICT, WITHOUT ROWID;
    """
  ]

  static var version: Int { steps.count }

  /// Returns the version of the local tables (those that are never sent to other devices); zero for
  /// a data file without local tables.
  static func version(in connection: DatabaseConnection) throws -> Int {
    let exists = try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'compass_meta'"
    ) { _ in true }
    guard exists == true else { return 0 }
    return Int(try connection.metadata("local_tables") ?? "") ?? 0
  }

  static func bringUpToDate(_ connection: DatabaseConnection, to wanted: Int = version) throws {
    let found = try version(in: connection)
    guard found < wanted else { return }
    for step in steps[found..<wanted] { try connection.executeScript(step) }
    try connection.setMetadata("local_tables", String(wanted))
  }
}

extension DatabaseConnection {
  /// Returns a fact that the data file stores about itself, such as the time of its creation or the
  /// version of its local tables (those that are never sent to other devices); nil if the file has
  /// no such fact.
  public func metadata(_ key: String) throws -> String? {
    try first("SELECT value FROM compass_meta WHERE key = ?", key) { row in try row.text(0) }
  }

  public func setMetadata(_ key: String, _ value: String) throws {
    try execute(
      """
      INSERT INTO compass_meta (key, value) VALUES (?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, key, value)
  }
}
