import CSQLite

extension DatabaseConnection {
  public enum TransactionKind: String, Sendable {
    /// A transaction that takes no lock before its first read. It gives several queries the same
    /// snapshot.
    case deferred = "BEGIN DEFERRED"
    /// A transaction that takes the write lock at its beginning.
    ///
    /// If it took the lock only at its first write, SQLite could refuse that write, because another
    /// process has written since the transaction's first read. The transaction would have to start
    /// again.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as one unit: either all of its writes are kept, or none.
  ///
  /// Inside another transaction it is a savepoint. If the inner body fails and the outer body
  /// continues, no write of the inner one remains.
  @discardableResult
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    transactionDepth == 0 && !isInTransaction
      ? try outermost(kind, body) : try savepoint(body)
  }

  /// Runs `body` in a transaction and then rolls the transaction back. `body` can read what the
  /// database would contain after its writes, but the writes are not stored.
  public func tryingOut(_ body: () throws -> Void) throws {
    struct Over: Error {}
    do {
      try transaction {
        try body()
        throw Over()
      }
    } catch is Over {}
  }

  private func outermost<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    try execute(kind.rawValue)
    transactionDepth = 1
    do {
      let result = try body()
      transactionDepth = 0
      guard isInTransaction else { throw SQLiteError.transactionLost(FailedQuery(sql: "COMMIT")) }
      try commit()
      return result
    } catch {
      transactionDepth = 0
      rollBack()
      throw error
    }
  }

  /// Commits the transaction.
  ///
  /// A failed commit may have written the whole transaction into the write-ahead log, where the
  /// next program that opens the data file finds it. If the log can be emptied afterwards, the
  /// transaction is certainly gone. Otherwise the outcome is unknown.
  private func commit() throws {
    do {
      try execute("COMMIT")
    } catch {
      rollBack()
      throw afterFailedCommit(error)
    }
  }

  /// Returns the error to report for a failed commit: the original error if it is certain that no
  /// change of the transaction remains, and `outcomeUnknown` otherwise.
  func afterFailedCommit(_ error: any Error) -> any Error {
    switch error {
    case SQLiteError.inputOutput(let code, let query):
      (try? emptiesLog()) == true ? error : SQLiteError.outcomeUnknown(code: code, query)
    default: error
    }
  }

  /// Moves committed changes from the write-ahead log into the data file and truncates the log.
  /// Returns false while another connection still reads the log.
  public func emptiesLog() throws -> Bool {
    try one("PRAGMA wal_checkpoint(TRUNCATE)") { row in try !row.bool(0) }
  }

  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    let name = "s\(transactionDepth)"
    try execute("SAVEPOINT \(name)")
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do {
      let result = try body()
      try execute("RELEASE \(name)")
      return result
    } catch {
      rollBack(to: name)
      if isInTransaction { try? execute("RELEASE \(name)") }
      throw error
    }
  }
}
