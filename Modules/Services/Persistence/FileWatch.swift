import SQLite

/// Counts the changes of a data file over a connection of its own, so that a page that asks for the
/// count never waits for a long write.
final class FileWatch: @unchecked Sendable {
  // `Sendable` is unchecked because the compiler cannot see that `lock` guards all properties
  // below. Code that holds the lock waits for no other lock.
  private let lock = RecursiveLock()
  private var connection: DatabaseConnection?
  private var identity: FileIdentity?
  private var version = 0
  private var changes: Int64 = 0
  /// The number of running replacements of the data file. While there is one, no connection is
  /// opened.
  private var exchanges = 0

  /// Returns how often a change of the data file was noticed, whichever connection made it. A
  /// replaced data file counts as a change.
  ///
  /// - Parameter identity: the identity of the file that the writer has open.
  func count(of path: String, _ identity: FileIdentity?) throws -> Int64 {
    try lock.withLock {
      guard exchanges == 0 else { return changes }
      if self.identity != identity || FileIdentity(path) != identity
        || connection?.hasMoved != false
      {
        connection = nil
        let opened = try Opening.connect(to: path, .readOnly)
        guard FileIdentity(path) == identity, !opened.hasMoved else {
          throw PersistenceError.replaced(path: path)
        }
        (connection, self.identity) = (opened, identity)
        version = try look(with: opened)
        changes += 1
      } else if let connection {
        let now = try look(with: connection)
        if now != version { changes += 1 }
        version = now
      }
      return changes
    }
  }

  func close() { lock.withLock { connection = nil } }

  func closed<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.withLock {
      exchanges += 1
      connection = nil
    }
    defer { lock.withLock { exchanges -= 1 } }
    return try body()
  }

  private func look(with connection: DatabaseConnection) throws -> Int {
    try connection.one("PRAGMA data_version") { row in try row.int(0) }
  }
}
