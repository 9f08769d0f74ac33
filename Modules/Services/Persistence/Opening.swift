import CivilTime
import Glibc
import SQLite

/// Opens a data file. Before any write, it refuses a file of another program or of a newer version.
/// Then it migrates the data file.
struct Opening {
  let path: String
  let schema: Schema
  let now: @Sendable () -> Instant

  /// Opens the data file, and creates or migrates it as needed.
  ///
  /// - Parameter beginning: fills a new file with its initial content.
  func open(beginning: (DatabaseConnection) throws -> Void = { _ in }) throws -> DatabaseConnection
  {
    guard schema.isNumberedInOrder else {
      throw PersistenceError.misuse("migrations must be numbered one after the other")
    }
    // If the file is empty but its log is not, the file was truncated. SQLite would delete the log
    // and start over, and the data would be lost.
    guard !isEmpty || (SystemFile.size(of: path + "-wal") ?? 0) == 0 else {
      throw SQLiteError.damaged(detail: "The file is empty, but its log is not.", .none)
    }
    do {
      return try prepared(try Self.connect(to: path), beginning)
    } catch SQLiteError.full where !isEmpty && !hasLogIndex {
      // The opening fails as the disk has too little space for the index of the log. Every
      // connection needs this index to read a file that other processes may use. A connection that
      // excludes other processes can read without it, so such a connection is opened.
      let connection = try Self.connect(to: path)
      try connection.keepOthersOut()
      return try prepared(connection, beginning)
    }
  }

  private func prepared(
    _ connection: DatabaseConnection, _ beginning: (DatabaseConnection) throws -> Void
  ) throws -> DatabaseConnection {
    try schema.defineFunctions(on: connection)
    do {
      try beginning(connection)
      // All checks read one snapshot, because another process may be creating the file right now.
      let found = try connection.transaction(.deferred) { try identify(connection) }
      let isOld =
        found.version < schema.version || found.localVersion < LocalTables.version
      if isOld, found.version > 0 {
        // The tables are checked before the first write, because a data file that lost its tables
        // must be set aside unchanged.
        let lost = try SchemaCheck.lost(in: connection, schema: schema)
        guard lost.isEmpty else { throw PersistenceError.damaged(path: path, findings: lost) }
      }
      if !connection.isReadOnly { try Self.prepareForWriting(connection) }
      if isOld {
        guard !connection.isReadOnly else { throw SQLiteError.readOnly(.none) }
        try Migrator(path: path, schema: schema, now: now, savesFirst: true).run(on: connection)
      }
      return connection
    } catch let error as SQLiteError {
      throw error.about(path: path)
    }
  }

  /// Migrates a copy of a backup, which no other process uses. Triggers and views that the program
  /// did not make are removed first, so that they never run.
  func adopt(_ copy: DatabaseConnection) throws {
    try copy.execute("PRAGMA trusted_schema = OFF")
    let found = try copy.transaction(.deferred) { try identify(copy) }
    // An empty file is not a backup.
    guard found.version > 0 else { throw PersistenceError.notOurs(path: path) }
    try SchemaCheck(schema: schema, version: found.version, localVersion: found.localVersion)
      .clean(copy, path: path)
    try copy.execute("PRAGMA foreign_keys = ON")
    try Migrator(path: path, schema: schema, now: now, savesFirst: false).run(on: copy)
  }

  /// Whether the index of the write-ahead log exists beside the file, in at least the size with
  /// which SQLite creates it.
  private var hasLogIndex: Bool {
    (SystemFile.size(of: SystemFile.resolved(path) + "-shm") ?? 0) >= 32 * 1024
  }

  /// Whether the file is missing or has no bytes. In both cases it is about to be created.
  var isEmpty: Bool { (SystemFile.size(of: path) ?? 0) == 0 }

  /// Opens a connection to the data file. On a read-only disk the data file can still be read.
  static func connect(
    to path: String, _ access: DatabaseConnection.Access = .create
  ) throws -> DatabaseConnection {
    guard SystemFile.exists(path), !SystemFile.isWritable(path) else {
      return try DatabaseConnection(path: path, access)
    }
    // The file cannot be written. If it has no write-ahead log, its content is complete, and it is
    // opened as immutable, that is, without locks, because locks could not be written either.
    let hasLog = (SystemFile.size(of: path + "-wal") ?? 0) > 0
    let connection = try DatabaseConnection(path: path, hasLog ? .readOnly : .immutable)
    try connection.execute("PRAGMA temp_store = MEMORY")
    return connection
  }

  /// Opens a further connection to a data file that this process has already opened, checked and
  /// migrated. This connection only reads.
  static func connectReader(to path: String, _ schema: Schema) throws -> DatabaseConnection {
    let connection = try connect(to: path, .readOnly)
    try connection.execute("PRAGMA temp_store = MEMORY")
    // The size is in KiB. Served pages read the same rows repeatedly; with SQLite's default of two
    // MiB, the rows of a large family would be read from the system each time.
    try connection.execute("PRAGMA cache_size = -32768")
    try schema.defineFunctions(on: connection)
    return connection
  }

  private func identify(_ connection: DatabaseConnection) throws -> (
    version: Int, localVersion: Int
  ) {
    let version = try connection.one("PRAGMA user_version") { row in try row.int(0) }
    let application = try connection.one("PRAGMA application_id") { row in try row.int(0) }
    if application != schema.applicationID {
      // A file that was just created has no application id and no content. It counts as version 0,
      // so that its tables are created. Any other file without this program's id is refused.
      let isEmpty = try connection.one("SELECT count(*) FROM sqlite_schema") { row in
        try row.int(0) == 0
      }
      guard application == 0, version == 0, isEmpty else {
        throw PersistenceError.notOurs(path: path)
      }
      return (0, 0)
    }
    let localVersion = try LocalTables.version(in: connection)
    guard version == 0 || version >= schema.oldest else {
      throw PersistenceError.tooOld(path: path, found: version, oldest: schema.oldest)
    }
    guard version <= schema.version, localVersion <= LocalTables.version else {
      throw PersistenceError.tooNew(path: path, found: version, known: schema.version)
    }
    return (version, localVersion)
  }

  /// The size in bytes to which a write-ahead log is cut: twice what SQLite collects before it moves
  /// the log into the file.
  static let logLimit = 8 << 20

  private static func prepareForWriting(_ connection: DatabaseConnection) throws {
    try switchToLog(connection)
    // With FULL the write-ahead log is on the disk before a commit returns, so the commit survives
    // a power failure.
    // A log that a large import made is cut to the limit by a later write. The limit is above the
    // size that a log usually reaches, so that usual writes cut nothing.
    for pragma in [
      "synchronous = FULL", "foreign_keys = ON", "temp_store = MEMORY",
      "journal_size_limit = \(logLimit)",
    ] {
      try connection.execute("PRAGMA \(pragma)")
    }
  }

  /// Switches the data file to the mode with a write-ahead log (WAL). When two processes create the
  /// data file at once, both switch the mode, and SQLite refuses one of them without waiting; so
  /// the call is repeated. A data file in memory, as in tests, keeps its own mode.
  private static func switchToLog(_ connection: DatabaseConnection) throws {
    let pause: UInt32 = 10_000
    for attempt in 1... {
      do {
        let mode = try connection.one("PRAGMA journal_mode = WAL") { row in try row.text(0) }
        guard mode == "wal" || mode == "memory" else {
          throw PersistenceError.misuse("the log mode is \(mode)")
        }
        return
      } catch SQLiteError.busy(let query) {
        guard attempt < DatabaseConnection.defaultPatience * 1000 / Int32(pause) else {
          throw SQLiteError.busy(query)
        }
        usleep(pause)
      }
    }
  }
}
