public import Basics
public import CivilTime
public import SQLite

/// The changes of a data file that are to be sent to its server, and the state of the exchange with
/// the server, such as how far its rows have been fetched (docs/sharing.md).
///
/// The first connection of a data file to a server creates the tables of the outbox; a data file
/// without a server has none. They stay after an account was disconnected, so that later changes
/// are still recorded.
public struct Outbox {
  private let connection: DatabaseConnection

  /// Opens the outbox of a data file; nil if the data file has none, because it was never connected
  /// to a server.
  public init?(_ connection: DatabaseConnection) throws {
    guard try Self.isThere(in: connection) else { return nil }
    self.connection = connection
  }

  private init(made connection: DatabaseConnection) { self.connection = connection }

  /// One transaction of the data file that is to be sent to the server, or that the server did not
  /// accept.
  public struct Item: Equatable, Sendable {
    /// The position of the transaction in the order of sending.
    public let place: Int
    /// The id of the transaction, by which the server recognizes it if it is sent twice.
    public let step: RecordID
    public let person: RecordID?
    public let athlete: RecordID?
    public let operation: String
    public let summary: String
    public let at: Instant
    /// The number of the transaction's undo step in the journal; nil for a write that is no undo
    /// step.
    public let journal: Int?
    public let changeset: Changeset
    /// The schema version of the data file when the transaction was written, because the columns in
    /// its changeset are those of that version.
    public let schemaVersion: Int
    public let state: State
    /// The server's answer about a transaction that it did not accept, as received; nil before an
    /// answer.
    ///
    /// The text about the conflict that the person reads is made from it.
    public let answer: String?

    /// Whether the program made the change by itself and not because of a command.
    public var isOfProgram: Bool { operation.isEmpty && summary.isEmpty && journal == nil }
  }

  /// The state of a change that was recorded for sending.
  ///
  /// A `waiting` change will be sent. A `held` one was not accepted, because another write changed
  /// the same data on the server meanwhile. A `refused` one was not accepted, because a rule or a
  /// missing right forbids it. The person decides about held and refused changes.
  public enum State: String, Sendable, CaseIterable { case waiting, held, refused }

  /// How far an account has fetched the rows of one scope from the server. A scope is one family or
  /// one person.
  ///
  /// The next fetch returns the rows that follow in the order of `revision`, the server's number of
  /// a change, `table` and `id`. `era` identifies the server's data: a server that was restored
  /// from a backup has a new era.
  public struct Cursor: Equatable, Sendable {
    public var scope: RecordID
    public var kind: String
    public var era: String
    public var revision: Int
    public var table: String
    public var id: String

    public init(
      scope: RecordID, kind: String, era: String, revision: Int, table: String, id: String
    ) {
      self.scope = scope
      self.kind = kind
      self.era = era
      self.revision = revision
      self.table = table
      self.id = id
    }
  }

  /// Creates the tables with the data of each account at the server. In a data file that several
  /// people use, each person has an account and such data of their own.
  private static let accounts = """
    CREATE TABLE outbox_accounts (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT NOT NULL UNIQUE,
      email TEXT NOT NULL
    ) STRICT;
    CREATE TABLE outbox_facts (
      account TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outbox_cursors (
      account TEXT NOT NULL,
      scope TEXT NOT NULL,
      kind TEXT NOT NULL,
      era TEXT NOT NULL,
      revision INTEGER NOT NULL,
      table_name TEXT NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (account, scope)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outbox_steps (
      account TEXT NOT NULL,
      step TEXT NOT NULL,
      number INTEGER,
      person TEXT,
      summary TEXT NOT NULL,
      at TEXT NOT NULL,
      kind TEXT,
      record TEXT,
      PRIMARY KEY (account, step)
    ) STRICT;
    """

  private static let sql = """
    CREATE TABLE outbox (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      step TEXT NOT NULL UNIQUE,
      person TEXT,
      athlete TEXT,
      operation TEXT NOT NULL,
      summary TEXT NOT NULL,
      at TEXT NOT NULL,
      journal INTEGER,
      changeset BLOB NOT NULL,
      schema_version INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'held', 'refused')),
      answer TEXT
    ) STRICT;
    \(accounts)
    CREATE TABLE outbox_claims (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outbox_notes (
      id TEXT PRIMARY KEY,
      table_name TEXT NOT NULL,
      record_id TEXT NOT NULL,
      user_id TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Returns whether the changes of a transaction in the given state contain a text, such as the id
  /// of a file.
  public func isNamed(_ text: String, by state: State) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM outbox WHERE state = ? AND instr(changeset, CAST(? AS BLOB)) > 0",
      state.rawValue, text, read: { _ in true }) ?? false
  }

  /// Returns the names of the tables that store changes, such as the journal. Such a change may
  /// still name a row or file that was deleted, and an undo may bring it back.
  public static func tablesOfChanges(in connection: DatabaseConnection) throws -> [String] {
    try ["journal", "outbox", "outbox_let_go"].filter { try connection.hasTable($0) }
  }

  static func isThere(in connection: DatabaseConnection) throws -> Bool {
    try connection.hasTable("outbox")
  }

  /// Creates the tables of the outbox. From then on, every write to a table that devices share is
  /// recorded for sending.
  public static func make(in connection: DatabaseConnection) throws -> Outbox {
    try connection.executeScript(sql)
    return Outbox(made: connection)
  }

  /// Drops all tables of the outbox. Changes that were not sent yet are never sent.
  public func drop() throws {
    for table in [
      "outbox", "outbox_accounts", "outbox_facts", "outbox_cursors", "outbox_claims",
      "outbox_notes", "outbox_steps", "outbox_let_go", "outbox_gone",
    ] {
      try connection.execute("DROP TABLE IF EXISTS \(table)")
    }
  }
}

// MARK: - Transactions to send

extension Outbox {
  /// Records the changes of a transaction for sending. It is called inside that transaction, so
  /// that either both are stored or neither is.
  func add(_ changeset: Changeset, of act: Act?, journal: Int?, schemaVersion: Int, at: Instant)
    throws
  {
    // The id of the transaction is made and stored here, before it is sent. So the server
    // recognizes a transaction that is sent twice.
    try connection.execute(
      """
      INSERT INTO outbox (step, person, athlete, operation, summary, at, journal, changeset, schema_version)
      SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-4' || substr(h, 14, 3) || '-a' || substr(h, 18, 3) || '-'
        || substr(h, 21, 12), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
      FROM (SELECT lower(hex(randomblob(16))) AS h)
      """, act?.person, act?.athlete, act?.operation ?? "", act?.summary ?? "", act?.at ?? at,
      journal, changeset.bytes, schemaVersion)
  }

  /// Stores a change in the state `held`, so that a person decides about it.
  ///
  /// The change comes from a sync with the server and not from a command, so it has no operation
  /// and no undo step.
  public func hold(
    _ changeset: Changeset, of person: RecordID, _ summary: String, answer: String,
    schemaVersion: Int, at: Instant
  ) throws {
    try add(
      changeset, of: Act(person: person, athlete: nil, operation: "", summary: summary, at: at),
      journal: nil, schemaVersion: schemaVersion, at: at)
    try connection.execute(
      "UPDATE outbox SET state = 'held', answer = ? WHERE place = last_insert_rowid()", answer)
  }

  /// Returns the transactions in a state, in the order in which they were made.
  public func items(_ state: State) throws -> [Item] {
    try items("FROM outbox WHERE state = ? ORDER BY place", state.rawValue)
  }

  /// Returns one person's transactions in a state. Transactions without a person belong to the
  /// account that was connected first.
  public func items(_ state: State, of person: RecordID, limit: Int = 1_000_000) throws -> [Item] {
    try items(
      "FROM outbox WHERE state = ?1 AND \(Self.isOf) = ?2 ORDER BY place LIMIT ?3", state.rawValue,
      person, limit)
  }

  private static let isOf =
    "coalesce(person, (SELECT account FROM outbox_accounts ORDER BY place LIMIT 1))"

  /// Returns a transaction whose sending the person has given up and that is still stored, so that
  /// the person can make it again; otherwise nil.
  ///
  /// Such a transaction is stored for a month. After that it is deleted when the next transaction
  /// is given up.
  public func itemLetGo(_ place: Int, of person: RecordID) throws -> Item? {
    guard try connection.hasTable("outbox_let_go") else { return nil }
    return try items("FROM outbox_let_go WHERE place = ? AND \(Self.isOf) = ?", place, person).first
  }

  private func items<each Argument: Bindable>(
    _ source: String, _ arguments: repeat each Argument
  ) throws -> [Item] {
    try connection.query(
      """
      SELECT place, step, person, athlete, operation, summary, at, journal, changeset, schema_version, state, answer
      \(source)
      """, repeat each arguments
    ) { row in
      Item(
        place: try row.int(0), step: try row.recordID(1), person: try row.optionalRecordID(2),
        athlete: try row.optionalRecordID(3), operation: try row.text(4), summary: try row.text(5),
        at: try row.instant(6), journal: try row.optionalInt(7),
        changeset: Changeset(bytes: try row.blob(8)), schemaVersion: try row.int(9),
        state: State(rawValue: try row.text(10)) ?? .waiting, answer: try row.optionalText(11))
    }
  }

  public func count(_ state: State, of person: RecordID) throws -> Int {
    try connection.one(
      "SELECT count(*) FROM outbox WHERE state = ? AND \(Self.isOf) = ?", state.rawValue, person
    ) { row in try row.int(0) }
  }

  /// Adds changes in front of a transaction's own: they create rows that the transaction needs and
  /// that the server no longer has.
  public func put(_ changeset: Changeset, before item: Item) throws {
    try connection.execute(
      "UPDATE outbox SET changeset = ? WHERE place = ?",
      values: [
        .blob(try changeset.followed(by: item.changeset).bytes), .integer(Int64(item.place)),
      ])
  }

  /// Removes a transaction from the outbox, after the server has accepted it or after the person
  /// has made the change again.
  public func remove(_ place: Int) throws {
    try connection.execute("DELETE FROM outbox WHERE place = ?", place)
    if connection.changes == 0, try connection.hasTable("outbox_let_go") {
      try connection.execute("DELETE FROM outbox_let_go WHERE place = ?", place)
    }
  }

  /// Gives up the sending of a transaction that the server did not accept, because the person has
  /// decided so. The person can make the change again for a month.
  public func letGo(_ place: Int, at: Instant) throws {
    try connection.executeScript(
      """
      CREATE TABLE IF NOT EXISTS outbox_let_go (
        place INTEGER PRIMARY KEY, step TEXT NOT NULL, person TEXT, athlete TEXT, operation TEXT NOT NULL,
        summary TEXT NOT NULL, at TEXT NOT NULL, journal INTEGER, changeset BLOB NOT NULL,
        schema_version INTEGER NOT NULL, state TEXT NOT NULL, answer TEXT, let_go_at TEXT NOT NULL
      ) STRICT;
      """)
    try connection.execute(
      "DELETE FROM outbox_let_go WHERE let_go_at < ?", at.adding(seconds: -30 * 86_400))
    try connection.execute(
      "INSERT INTO outbox_let_go SELECT *, ?2 FROM outbox WHERE place = ?1", place, at)
    try remove(place)
  }

  /// Marks a transaction that the server did not accept as `held` or `refused`. Its undo step is
  /// deleted, because its changes are not in the data file any more.
  public func set(_ state: State, _ item: Item, answer: String) throws {
    try connection.execute(
      "UPDATE outbox SET state = ?, answer = ? WHERE place = ?", state.rawValue, answer, item.place)
    if let journal = item.journal {
      try connection.execute("DELETE FROM journal WHERE id = ?", journal)
    }
  }
}

// MARK: - Rows that were deleted at the server

extension Outbox {
  /// Stores which rows were deleted at the server. If the server is then restored from an older
  /// backup, it has these rows again, and this list tells that they must stay deleted.
  public func noteGone(_ rows: [(table: String, id: RecordID)], at: Instant) throws {
    guard !rows.isEmpty else { return }
    try connection.executeScript(
      """
      CREATE TABLE IF NOT EXISTS outbox_gone (
        table_name TEXT NOT NULL,
        id TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (table_name, id)
      ) STRICT, WITHOUT ROWID;
      """)
    // Entries are deleted after 180 days, because the server remembers deletions for as long.
    try connection.execute(
      "DELETE FROM outbox_gone WHERE at < ?", at.adding(seconds: -180 * 86_400))
    for row in rows {
      try connection.execute(
        "INSERT OR REPLACE INTO outbox_gone (table_name, id, at) VALUES (?, ?, ?)", row.table,
        row.id,
        at)
    }
  }

  public func gone() throws -> [(table: String, id: RecordID)] {
    guard try connection.hasTable("outbox_gone") else { return [] }
    return try connection.query("SELECT table_name, id FROM outbox_gone") { row in
      (try row.text(0), try row.recordID(1))
    }
  }
}

// MARK: - Transactions that the server reported

extension Outbox {
  /// A transaction that the server has reported: one of another device, which the command `history`
  /// shows, or one of this device, which is in the journal.
  public struct SharedStep: Equatable, Sendable {
    public var step: RecordID
    /// The server's number for the transaction, in the order in which the server applied them; nil
    /// for a transaction of this device that the server has not reported yet.
    public var number: Int?
    public var person: RecordID?
    public var summary: String
    public var at: Instant
    /// The kind of the changed record, as the letter of its short name (the `s` in `s51`); nil for
    /// a kind without short names.
    public var kind: String?
    public var record: RecordID?

    public init(
      step: RecordID, number: Int? = nil, person: RecordID? = nil, summary: String = "",
      at: Instant, kind: String? = nil, record: RecordID? = nil
    ) {
      self.step = step
      self.number = number
      self.person = person
      self.summary = summary
      self.at = at
      self.kind = kind
      self.record = record
    }
  }

  private static let mostSteps = 1_000

  /// Stores transactions that the server reported to an account. Of each account only the newest
  /// 1,000 are kept.
  ///
  /// An entry that exists gets the server's number and is otherwise not replaced. A transaction
  /// without a summary is in this file's journal, and the history shows it from there: one of this
  /// device, which is entered without a number when it is sent, or one that the person made
  /// elsewhere and can undo here.
  public func note(_ steps: [SharedStep], for account: RecordID) throws {
    for step in steps {
      try connection.execute(
        """
        INSERT INTO outbox_steps (account, step, number, person, summary, at, kind, record)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (account, step) DO UPDATE SET number = excluded.number WHERE number IS NULL
        """, account, step.step, step.number, step.person, step.summary, step.at, step.kind,
        step.record)
    }
    try connection.execute(
      """
      DELETE FROM outbox_steps WHERE rowid IN (
        SELECT rowid FROM outbox_steps WHERE account = ? ORDER BY at DESC LIMIT -1 OFFSET ?)
      """, account, Self.mostSteps)
  }

  /// Returns the transactions of other people and of the person's other devices that the server
  /// reported, newest first.
  public func steps(of account: RecordID, limit: Int) throws -> [SharedStep] {
    try connection.query(
      """
      SELECT step, number, person, summary, at, kind, record FROM outbox_steps
      WHERE account = ? AND number IS NOT NULL AND summary <> ''
      ORDER BY at DESC, number DESC LIMIT ?
      """, account, limit
    ) { row in
      SharedStep(
        step: try row.recordID(0), number: try row.optionalInt(1),
        person: try row.optionalRecordID(2), summary: try row.text(3), at: try row.instant(4),
        kind: try row.optionalText(5), record: try row.optionalRecordID(6))
    }
  }

  /// Returns whether a transaction has an entry: this device sent it, or fetched it before.
  public func knows(_ step: RecordID, of account: RecordID) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM outbox_steps WHERE account = ? AND step = ?", account, step,
      read: { _ in true }) ?? false
  }

  /// Returns the server's number of the last transaction that an account fetched; 0 if it fetched
  /// none. The next fetch begins after it.
  public func lastStep(of account: RecordID) throws -> Int {
    try connection.one(
      "SELECT coalesce(max(number), 0) FROM outbox_steps WHERE account = ?", account
    ) { row in try row.int(0) }
  }
}

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
  /// An account without cursors counts, because it fetches everything and may receive any scope. A
  /// disconnected account counts too, because its rows stay in the data file.
  ///
  /// - Parameter account: an account that is left out of the question.
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

extension DatabaseConnection {
  fileprivate func hasTable(_ name: String) throws -> Bool {
    try first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name, read: { _ in true })
      ?? false
  }
}
