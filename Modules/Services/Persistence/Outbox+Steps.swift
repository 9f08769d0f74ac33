public import Basics
public import CivilTime
import SQLite

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
  /// A transaction that the server has reported. Those of other devices are shown by the command
  /// `history` from here. Those of this device are shown from its own journal of undo steps.
  public struct SharedStep: Equatable, Sendable {
    public var step: RecordID
    /// The server's number for the transaction, in the order in which the server applied them; nil
    /// for a transaction of this device that the server has not reported yet.
    public var number: Int?
    public var person: RecordID?
    public var summary: String
    public var at: Instant
    /// The kind of the changed record (such as school or coach), as the letter of its short name:
    /// the `s` in `s51`; nil for a kind without short names.
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
  /// If a transaction is already stored, it only gets the server's number. A transaction without a
  /// summary is in this file's journal (the history of undo steps), and the history page shows it
  /// from there. This device made it, and stored it without a number when it was sent, or the
  /// person made it elsewhere and can undo it here.
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

  /// Returns whether a transaction is already stored for the account, because this device sent it,
  /// or fetched it before.
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
