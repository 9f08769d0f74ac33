import CSQLite

extension DatabaseConnection {
  public enum TransactionKind: String, Sendable {
    /// Takes no lock before it reads: for a snapshot over several queries.
    case deferred = "BEGIN DEFERRED"
    /// Takes the write lock at once, so that a writer never has to start over half way.
    case immediate = "BEGIN IMMEDIATE"
    case exclusive = "BEGIN EXCLUSIVE"
  }

  /// Runs `body` as one unit: all of it is written, or nothing.
  ///
  /// Within another transaction it is a savepoint, so an inner failure that the outer body survives
  /// leaves nothing behind.
  @discardableResult
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    transactionDepth == 0 && !isInTransaction
      ? try outermost(kind, body) : try savepoint(body)
  }

  /// Does something within a transaction and takes it back: what would come of it is seen while it runs.
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
      // The first failure is the one to tell; SQLite may have rolled back already.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// A commit that fails may have put all of the transaction into the log before it did: the next program that opens the file
  /// finds it there. So either the log is emptied, and nothing of it is anywhere, or nobody knows.
  private func commit() throws {
    do {
      try execute("COMMIT")
    } catch {
      if isInTransaction { try? execute("ROLLBACK") }
      throw afterFailedCommit(error)
    }
  }

  /// The failure of a commit as it may be told: as it is when nothing was changed for certain.
  func afterFailedCommit(_ error: any Error) -> any Error {
    switch error {
    case SQLiteError.inputOutput(let code, let query):
      (try? emptiesLog()) == true ? error : SQLiteError.outcomeUnknown(code: code, query)
    default: error
    }
  }

  /// Moves what is committed into the file and cuts the log to nothing; false when somebody still reads the log.
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
      if isInTransaction {
        try? execute("ROLLBACK TO \(name)")
        try? execute("RELEASE \(name)")
      }
      throw error
    }
  }
}
