import CivilTime
import SQLite

/// Migrates a data file to the program's schema, with one transaction for each migration. Two
/// processes may migrate the same data file at once.
struct Migrator {
  let path: String
  let schema: Schema
  let now: @Sendable () -> Instant
  /// Whether to back up an existing data file before it is changed. A temporary copy needs no
  /// backup.
  let savesFirst: Bool

  func run(on connection: DatabaseConnection) throws {
    // A migration that rebuilds a table drops the old table. With foreign keys on, SQLite would
    // then delete the rows that refer to the old table.
    try connection.execute("PRAGMA foreign_keys = OFF")
    defer { try? connection.execute("PRAGMA foreign_keys = ON") }
    var isSaved = false
    while try step(on: connection, isSaved: &isSaved) {}
  }

  /// Applies the next migration, and returns whether another one remains. It runs under the write
  /// lock and reads the version again, because another process may have migrated already.
  ///
  /// A new data file gets all migrations in one transaction, so that no other process sees it half
  /// made.
  private func step(on connection: DatabaseConnection, isSaved: inout Bool) throws -> Bool {
    try connection.transaction(.immediate) {
      let version = try connection.one("PRAGMA user_version") { row in try row.int(0) }
      guard version <= schema.version else {
        throw PersistenceError.tooNew(path: path, found: version, known: schema.version)
      }
      if version > 0, savesFirst, !isSaved {
        // The backup is made over another connection, which reads the committed content while this
        // connection holds the write lock.
        _ = try BackupShelf(besideFile: path).save(
          reason: "before-version-\(schema.version)", at: now())
        isSaved = true
      }
      try LocalTables.bringUpToDate(connection)
      let missing = schema.migrations.filter { $0.number > version }
      for migration in version == 0 ? missing[...] : missing.prefix(1) {
        try apply(migration, to: connection)
      }
      return version > 0 && missing.count > 1
    }
  }

  private func apply(_ migration: Migration, to connection: DatabaseConnection) throws {
    let isFirst = migration.number == schema.oldest
    let brokenBefore = isFirst ? [] : try connection.foreignKeyFindings()
    do {
      try migration.apply(connection)
      let broken = try connection.foreignKeyFindings().filter { !brokenBefore.contains($0) }
      guard broken.isEmpty else { throw PersistenceError.brokenReferences(broken) }
    } catch SQLiteError.full(let query) {
      throw SQLiteError.full(query)
    } catch SQLiteError.damaged(let detail, let query) {
      throw SQLiteError.damaged(detail: detail, query)
    } catch {
      throw PersistenceError.migrationFailed(
        number: migration.number, name: migration.name, reason: "\(error)")
    }
    if isFirst {
      try connection.execute("PRAGMA application_id = \(schema.applicationID)")
      try connection.setMetadata("made_at", now().description)
    }
    try connection.execute("PRAGMA user_version = \(migration.number)")
    try connection.setMetadata("migrated_at", now().description)
  }
}
