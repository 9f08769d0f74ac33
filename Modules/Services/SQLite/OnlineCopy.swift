import CSQLite

extension DatabaseConnection {
  /// Replaces the whole content of `target` by this database as it is now, in one transaction of the target.
  ///
  /// Other connections, of this or another process, may go on reading and writing the source; those of the target see
  /// the new content at their next query.
  ///
  /// - Parameter onceLocked: runs while nobody else can write to the target and nothing of it is replaced yet; another
  ///   connection still reads the old content. If it throws, the target stays as it is.
  public func copy(to target: DatabaseConnection, onceLocked: () throws -> Void = {}) throws {
    target.forgetStatements()
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    do {
      // A step of no pages copies nothing, but takes the write lock, which the copy then keeps to its end. A transaction of
      // the target's own could not be that lock: a copy refuses a target that is in use.
      let locked = sqlite3_backup_step(backup, 0)
      guard locked == SQLITE_OK || locked == SQLITE_DONE else { throw target.failure(locked) }
      try onceLocked()
      let stepped = sqlite3_backup_step(backup, -1)
      guard stepped == SQLITE_DONE else {
        throw target.failure(stepped == SQLITE_OK ? SQLITE_BUSY : stepped)
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw target.afterFailedCommit(error)
    }
    let finished = sqlite3_backup_finish(backup)
    if finished != SQLITE_OK { throw target.afterFailedCommit(target.failure(finished)) }
  }
}

extension DatabaseConnection {
  /// What SQLite finds wrong with the file, in its own words; empty for a sound one.
  public func integrityFindings(limit: Int = 100) throws -> [String] {
    do {
      let rows = try query("PRAGMA integrity_check(\(limit))") { row in try row.text(0) }
      let findings = try rows.flatMap { try Self.findings(in: $0) }
      return findings == ["ok"] ? [] : findings
    } catch SQLiteError.damaged(let detail, _) {
      return [detail]
    }
  }

  /// The sentences of a finding, without the heading that names the database.
  ///
  /// A page that could not be read stands among those that are wrong; whoever restored a backup for it would lose what came since.
  static func findings(in text: String) throws(SQLiteError) -> [String] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("***") }.map(String.init)
    for line in lines {
      let number = line.split(separator: "error code=").dropFirst().first
      guard let code = number.flatMap({ Int32($0) }), code & 0xFF == SQLITE_IOERR
      else { continue }
      throw .inputOutput(code: code, FailedQuery(sql: "PRAGMA integrity_check"))
    }
    return lines
  }

  /// Rows that point at a parent which is not there, one sentence each; of `table` only, when given.
  public func foreignKeyFindings(in table: String? = nil) throws -> [ForeignKeyFinding] {
    let scope = table.map { "(\(Self.quoted($0)))" } ?? ""
    return try query("PRAGMA foreign_key_check\(scope)") { row in
      ForeignKeyFinding(
        table: try row.text(0), rowID: try row.optionalInt(1), parent: try row.text(2))
    }
  }

  /// A name as SQL writes it, whatever is in it.
  public static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// A row whose foreign key points at nothing.
public struct ForeignKeyFinding: Hashable, Sendable {
  public var table: String
  /// Absent for a table without row ids.
  public var rowID: Int?
  public var parent: String

  public init(table: String, rowID: Int?, parent: String) {
    self.table = table
    self.rowID = rowID
    self.parent = parent
  }
}
