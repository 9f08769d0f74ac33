import CSQLite

extension DatabaseConnection {
  /// Replaces the whole content of `target` with the current content of this database, in one
  /// transaction of the target.
  ///
  /// Other connections, of this or another process, may continue to read and write the source.
  /// Connections to the target see the new content at their next query.
  ///
  /// - Parameter onceLocked: runs after the target is locked and before its content is replaced. At
  ///   that time no other connection can write to the target, and other connections still read the
  ///   old content. If the closure throws, the target is unchanged.
  public func copy(to target: DatabaseConnection, onceLocked: () throws -> Void = {}) throws {
    target.forgetStatements()
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    do {
      // A step of zero pages copies nothing but takes the write lock, which the copy then holds to
      // its end. A transaction of the target cannot serve as that lock, because a copy refuses a
      // target that is in use.
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
  /// Returns the damage that SQLite finds in the file, in SQLite's own words; empty for a sound
  /// file.
  public func integrityFindings(limit: Int = 100) throws -> [String] {
    do {
      let rows = try query("PRAGMA integrity_check(\(limit))") { row in try row.text(0) }
      let findings = try rows.flatMap { try Self.findings(in: $0) }
      return findings == ["ok"] ? [] : findings
    } catch SQLiteError.damaged(let detail, _) {
      return [detail]
    }
  }

  /// Returns the sentences of one row of `PRAGMA integrity_check`, each of which describes damage.
  /// The heading that names the database is left out.
  ///
  /// SQLite also lists pages that it could not read. For such a page this function throws a read
  /// error instead: the file may be sound, and a user who restored a backup because of the sentence
  /// would lose all later changes.
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

  /// Returns an entry for each row whose foreign key refers to a missing row. `table` restricts the
  /// search to one table; with nil all tables are searched.
  public func foreignKeyFindings(in table: String? = nil) throws -> [ForeignKeyFinding] {
    let scope = table.map { "(\(Self.quoted($0)))" } ?? ""
    return try query("PRAGMA foreign_key_check\(scope)") { row in
      ForeignKeyFinding(
        table: try row.text(0), rowID: try row.optionalInt(1), parent: try row.text(2))
    }
  }

  /// Returns the name of a table or column in the quotes of an SQL identifier, so that it can
  /// contain any characters.
  public static func quoted(_ name: String) -> String { quoted(name, with: "\"") }

  /// Returns a text in the quotes of an SQL literal, for a statement that cannot bind it. The text
  /// must not contain the character NUL, which would end the statement.
  public static func literal(_ text: String) -> String { quoted(text, with: "'") }

  /// Returns the text between two marks, with each mark inside of the text doubled. The marks are
  /// found among the Unicode scalars, because a combining mark after one would make it another
  /// character.
  private static func quoted(_ text: String, with mark: Unicode.Scalar) -> String {
    let doubled = text.unicodeScalars.flatMap { $0 == mark ? [mark, mark] : [$0] }
    return String(String.UnicodeScalarView([mark] + doubled + [mark]))
  }
}

/// A row whose foreign key refers to a missing row.
public struct ForeignKeyFinding: Hashable, Sendable {
  public var table: String
  /// The number of the row in its table (SQLite's `rowid`); nil for a table without row ids.
  public var rowID: Int?
  public var parent: String

  public init(table: String, rowID: Int?, parent: String) {
    self.table = table
    self.rowID = rowID
    self.parent = parent
  }
}
