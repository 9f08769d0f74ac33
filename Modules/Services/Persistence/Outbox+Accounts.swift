public import Basics
public import SQLite

// MARK: - Accounts of this data file at the server

extension Outbox {
  /// Returns the accounts that this data file uses at the server, in the order in which they were
  /// connected.
  public func accounts() throws -> [(id: RecordID, email: String)] {
    try connection.query("SELECT account, email FROM outbox_accounts ORDER BY place") { row in
      (try row.recordID(0), try row.text(1))
    }
  }

  /// Returns whether a person of this data file has an account at a server.
  public static func hasAccount(
    of person: RecordID, in connection: DatabaseConnection
  ) throws -> Bool {
    try Outbox(connection)?.accounts().contains { $0.id == person } ?? false
  }

  public func add(_ account: RecordID, email: String) throws {
    try setFact(Self.kept, nil, of: account)
    try connection.execute(
      "INSERT INTO outbox_accounts (account, email) VALUES (?, ?)", account, email)
  }

  public func setAddress(of account: RecordID, to email: String) throws {
    try connection.execute(
      "UPDATE outbox_accounts SET email = ? WHERE account = ?", email, account)
  }

  /// Removes an account of this data file when the person disconnects it from the server.
  ///
  /// The person's unsent changes stay and new ones are still recorded. All are sent when the
  /// account is connected again.
  public func remove(_ account: RecordID) throws {
    // Transactions without a person belong to the first account. They get this person's id, so that
    // they still belong to this account when another one is the first.
    try connection.execute("UPDATE outbox SET person = ?1 WHERE \(Self.isOf) = ?1", account)
    let scopes = try cursors(of: account).map(\.scope.description).joined(separator: " ")
    for table in ["outbox_facts", "outbox_cursors", "outbox_steps", "outbox_accounts"] {
      try connection.execute("DELETE FROM \(table) WHERE account = ?", account)
    }
    if !scopes.isEmpty { try setFact(Self.kept, scopes, of: account) }
  }

  /// The key under which `remove` stores the scopes (families and persons) of a disconnected
  /// account. Their rows stay in the data file.
  private static let kept = "kept"
}

// MARK: - Stored values, cursors and record numbers

extension Outbox {
  /// Returns a value that the exchange with the server stores, such as the time of the last sync.
  ///
  /// - Parameter account: the account to which the value belongs; nil for a value about the data
  ///   file.
  public func fact(_ key: String, of account: RecordID? = nil) throws -> String? {
    try connection.first(
      "SELECT value FROM outbox_facts WHERE account = ? AND key = ?", account?.description ?? "",
      key
    ) { row in try row.text(0) }
  }

  public func setFact(_ key: String, _ value: String?, of account: RecordID? = nil) throws {
    let account = account?.description ?? ""
    guard let value else {
      return try connection.execute(
        "DELETE FROM outbox_facts WHERE account = ? AND key = ?", account, key)
    }
    try connection.execute(
      """
      INSERT INTO outbox_facts (account, key, value) VALUES (?, ?, ?)
      ON CONFLICT (account, key) DO UPDATE SET value = excluded.value
      """, account, key, value)
  }

  public func cursors(of account: RecordID) throws -> [Cursor] {
    try connection.query(
      """
      SELECT scope, kind, era, revision, table_name, id FROM outbox_cursors WHERE account = ? ORDER BY scope
      """, account
    ) { row in
      Cursor(
        scope: try row.recordID(0), kind: try row.text(1), era: try row.text(2),
        revision: try row.int(3), table: try row.text(4), id: try row.text(5))
    }
  }

  public func setCursors(_ cursors: [Cursor], of account: RecordID) throws {
    try connection.execute("DELETE FROM outbox_cursors WHERE account = ?", account)
    for cursor in cursors {
      try connection.execute(
        """
        INSERT INTO outbox_cursors (account, scope, kind, era, revision, table_name, id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, account, cursor.scope, cursor.kind, cursor.era, cursor.revision, cursor.table,
        cursor.id)
    }
  }

  /// Makes the next fetch return all rows again for all accounts. It is needed after a local change
  /// was removed, because the change had hidden the server's version of rows.
  public func fetchAnew() throws {
    try connection.execute(
      """
      UPDATE outbox_cursors SET revision = 0, table_name = '', id = '00000000-0000-0000-0000-000000000000'
      """)
  }

  /// Returns whether several people have accounts in this data file.
  public func isOfSeveral() throws -> Bool { try accounts().count > 1 }

  /// Returns whether an account of this data file receives the rows of a scope (a family or a
  /// person) from the server, or may receive them.
  ///
  /// An account that has not fetched anything yet may receive any scope. A disconnected account
  /// also counts, because its rows stay in the data file.
  ///
  /// - Parameter account: an account that does not count.
  public func mayBeTold(_ scope: RecordID, besides account: RecordID? = nil) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM outbox_accounts AS a WHERE account IS NOT ?1 AND (
        account NOT IN (SELECT account FROM outbox_cursors)
        OR EXISTS (SELECT 1 FROM outbox_cursors AS c WHERE c.account = a.account AND c.scope = ?2))
      UNION ALL SELECT 1 FROM outbox_facts WHERE key = '\(Self.kept)' AND account IS NOT ?1 AND instr(value, ?2) > 0
      """, account, scope, read: { _ in true }) ?? false
  }

  /// Stores that the server knows the number in a record's short name (the 51 in `s51`), so that it
  /// is not reported again.
  public func setClaimed(_ kind: String, _ id: RecordID) throws {
    try connection.execute("INSERT OR IGNORE INTO outbox_claims (kind, id) VALUES (?, ?)", kind, id)
  }

  public func forgetClaims(_ kind: String) throws {
    try connection.execute("DELETE FROM outbox_claims WHERE kind = ?", kind)
  }

  /// Returns the people who use the program on other computers alone. Their profiles came from the
  /// server, and they have never had an account in this data file.
  ///
  /// A profile without the time of its creation stands for a person whose profile no account of this
  /// data file may read.
  ///
  /// - Parameter table: the table of the profiles, whose received rows are recorded with
  ///   `setClaimed` under its name.
  public func peopleElsewhere(_ table: String) throws -> Set<RecordID> {
    Set(
      try connection.query(
        """
        SELECT id FROM \(DatabaseConnection.quoted(table))
        WHERE (created_at IS NULL OR id IN (SELECT id FROM outbox_claims WHERE kind = ?1))
          AND id NOT IN (SELECT account FROM outbox_accounts)
          AND id NOT IN (SELECT account FROM outbox_facts WHERE key = ?2)
        """, table, Self.kept
      ) { row in try row.recordID(0) })
  }

  /// Returns the ids of a table's rows that never came from the server. It works only for a table,
  /// such as `users`, whose received rows are recorded with `setClaimed` under the name of the
  /// table.
  public func unknown(_ table: String) throws -> [RecordID] {
    try connection.query(
      """
      SELECT id FROM \(DatabaseConnection.quoted(table))
      WHERE id NOT IN (SELECT id FROM outbox_claims WHERE kind = ?)
      """, table
    ) { row in try row.recordID(0) }
  }

  /// Returns the records of a kind to which this device gave numbers (the 51 in `s51`) that the
  /// server does not know yet.
  ///
  /// - Parameter records: SQL that selects the ids of the relevant records, and the values of its
  ///   parameters `?1` and `?2`.
  public func unclaimed(
    _ kind: String, among records: (sql: String, RecordID, RecordID)
  ) throws -> [(number: Int, id: RecordID)] {
    try connection.query(
      """
      SELECT number, id FROM handles WHERE kind = ?3
        AND id NOT IN (SELECT id FROM outbox_claims WHERE kind = ?3) AND id IN (\(records.sql))
      ORDER BY number
      """, records.1, records.2, kind
    ) { row in (try row.int(0), try row.recordID(1)) }
  }

  /// Returns the record to which the private note with this id belongs, as its table and id, and
  /// the note's author; nil if this device does not know the note.
  public func note(_ id: RecordID) throws -> (table: String, record: RecordID, user: RecordID)? {
    try connection.first(
      "SELECT table_name, record_id, user_id FROM outbox_notes WHERE id = ?", id
    ) { row in (try row.text(0), try row.recordID(1), try row.recordID(2)) }
  }

  public func setNote(_ id: RecordID, on table: String, _ record: RecordID, of user: RecordID)
    throws
  {
    try connection.execute(
      "INSERT OR REPLACE INTO outbox_notes (id, table_name, record_id, user_id) VALUES (?, ?, ?, ?)",
      id, table, record, user)
  }
}
