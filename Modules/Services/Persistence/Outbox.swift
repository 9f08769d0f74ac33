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
  let connection: DatabaseConnection

  /// Opens the outbox (the stored changes to send to a server) of a data file; nil if the data file
  /// has none, because it was never connected to a server.
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
    /// The number of the transaction's undo step in the journal (the stored history of undo steps);
    /// nil for a write that is no undo step.
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

  /// The SQL that creates the tables for the data that belongs to one account at the server. In a
  /// data file that several people use, each person has an account, and so rows of their own in
  /// these tables.
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

  /// Returns whether the changes of a transaction in this state contain a text, such as the id
  /// of a file.
  public func isNamed(_ text: String, by state: State) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM outbox WHERE state = ? AND instr(changeset, CAST(? AS BLOB)) > 0",
      state.rawValue, text, read: { _ in true }) ?? false
  }

  /// Returns the names of the tables that store changes, such as the journal (the stored history of
  /// undo steps). A stored change may still name a row or file that was deleted, and an undo may
  /// bring the row or file back.
  public static func tablesOfChanges(in connection: DatabaseConnection) throws -> [String] {
    try ["journal", "outbox", "outbox_let_go"].filter { try connection.hasTable($0) }
  }

  static func isThere(in connection: DatabaseConnection) throws -> Bool {
    try connection.hasTable("outbox")
  }

  /// Creates the tables of the outbox (the stored changes to send to a server). From then on, every
  /// write to a table that devices share is recorded for sending.
  public static func make(in connection: DatabaseConnection) throws -> Outbox {
    try connection.executeScript(sql)
    return Outbox(made: connection)
  }

  /// Drops all tables of the outbox (the stored changes to send to a server). Changes that were not
  /// sent yet are never sent.
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

  static let isOf =
    "coalesce(person, (SELECT account FROM outbox_accounts ORDER BY place LIMIT 1))"

  /// Returns a transaction whose sending the person has given up, so that the person can make the
  /// change again; nil if it is not stored any more.
  ///
  /// Such a transaction is stored for at least a month. It is deleted when another one is given up
  /// later.
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

  /// Adds changes in front of those of a transaction in the outbox. The added changes create rows
  /// that the transaction needs and that the server no longer has.
  public func put(_ changeset: Changeset, before item: Item) throws {
    try connection.execute(
      "UPDATE outbox SET changeset = ? WHERE place = ?",
      values: [
        .blob(try changeset.followed(by: item.changeset).bytes), .integer(Int64(item.place)),
      ])
  }

  /// Removes a transaction from the outbox (the stored changes to send to the server). The program
  /// calls this when the server has accepted the transaction, or when the person has made a change
  /// again whose sending was given up.
  public func remove(_ place: Int) throws {
    try connection.execute("DELETE FROM outbox WHERE place = ?", place)
    if connection.changes == 0, try connection.hasTable("outbox_let_go") {
      try connection.execute("DELETE FROM outbox_let_go WHERE place = ?", place)
    }
  }

  /// Ends the tries to send a transaction that the server did not accept, because the person has
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

  /// Marks a transaction that the server did not accept as `held` (another write changed the same
  /// data) or `refused` (a rule or right forbids it). Its undo step is deleted, because its changes
  /// are not in the data file any more.
  public func set(_ state: State, _ item: Item, answer: String) throws {
    try connection.execute(
      "UPDATE outbox SET state = ?, answer = ? WHERE place = ?", state.rawValue, answer, item.place)
    if let journal = item.journal {
      try connection.execute("DELETE FROM journal WHERE id = ?", journal)
    }
  }
}
