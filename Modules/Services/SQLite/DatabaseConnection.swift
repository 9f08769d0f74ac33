import Basics
import CSQLite

/// One open SQLite file (or one database in memory), used by one thread at a time.
///
/// The type is not `Sendable` on purpose, because SQLite's own locks are switched off. Code that
/// shares a connection between threads guards it with a lock, as `Persistence.DataFile` does.
public final class DatabaseConnection {
  public enum Access: Sendable {
    /// Creates a missing file with permissions for its owner only.
    case create
    case readWrite
    case readOnly
    /// Opens a file for reading and takes no locks.
    ///
    /// This mode is meant for a disk on which locks cannot be written. No program may change the
    /// file while it is open.
    case immutable
  }

  public let path: String
  /// Whether this connection locks the file for itself alone, because `keepOthersOut` was called.
  public private(set) var keepsOthersOut = false
  let handle: OpaquePointer
  var statements: StatementCache
  var transactionDepth = 0
  /// The tables that were looked up, with whether each exists. The answers are valid as long as
  /// `PRAGMA schema_version` has the value `form`; nil if nothing is known.
  private var lookedUp: (form: Int, tables: [String: Bool])?

  /// How many milliseconds to wait for a locked file before failing with `busy`.
  public static let defaultPatience: Int32 = 5_000

  public init(
    path: String, _ access: Access = .create, patience milliseconds: Int32 = defaultPatience
  ) throws(SQLiteError) {
    _ = Self.isPrepared
    if ![Self.inMemoryPath, Self.namelessPath].contains(path) {
      if access == .create { try SystemFile.makePrivate(path) }
      // Opening fails if another kind of object is at the path of SQLite's write-ahead log. A named
      // pipe would make SQLite wait forever, and a folder cannot be a log.
      if let obstacle = SystemFile.obstacle(besideDatabase: path) {
        throw .inTheWay(path: obstacle.path, kind: obstacle.kind)
      }
    }
    var handle: OpaquePointer?
    let isImmutable = access == .immutable
    let code = sqlite3_open_v2(
      isImmutable ? Self.immutableAddress(of: path) : path, &handle, access.flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(code: code, on: handle)
      sqlite3_close_v2(handle)
      throw error.about(path: path)
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, milliseconds)
    self.path = path
    self.handle = handle
    statements = StatementCache(handle)
  }

  /// Switches off, once for the whole process, that SQLite counts the memory it uses, because the
  /// count slows down every allocation.
  ///
  /// If another library in the process has used SQLite before, SQLite refuses this and goes on
  /// counting.
  private static let isPrepared = compass_count_no_memory() == SQLITE_OK

  /// The path that SQLite uses for a database in memory.
  public static let inMemoryPath = ":memory:"

  /// Returns a new private database in memory, which exists as long as the connection.
  public static func inMemory() throws(SQLiteError) -> DatabaseConnection {
    let connection = try DatabaseConnection(path: inMemoryPath, .readWrite)
    try connection.execute("PRAGMA foreign_keys = ON")
    return connection
  }

  private static let namelessPath = ""

  /// Returns a new private database without a name. SQLite keeps it in its cache, and in a
  /// temporary file as soon as it no longer fits into the cache. The database and the file are
  /// deleted when the connection closes.
  public static func withoutName() throws(SQLiteError) -> DatabaseConnection {
    try DatabaseConnection(path: namelessPath, .readWrite)
  }

  deinit {
    statements.removeAll()
    // A session or a backup that still uses the connection may outlive this object. `close_v2` then
    // closes the connection only after these have ended.
    sqlite3_close_v2(handle)
  }

  /// The number of rows that the last statement inserted, updated or deleted. Rows that cascades
  /// and triggers changed are not counted.
  public var changes: Int { Int(sqlite3_changes64(handle)) }
  /// The number of rows changed since the connection was opened, including those changed by
  /// cascades and triggers.
  public var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
  public var lastInsertedRowID: Int { Int(sqlite3_last_insert_rowid(handle)) }
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
  /// The SQL of every cached statement, sorted. A test of query plans reads it.
  public var cachedStatements: [String] { statements.texts }

  /// Whether the path of the database now leads to another file than the one that is open, or to no
  /// file.
  public var hasMoved: Bool {
    var answer: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return code == SQLITE_OK && answer != 0
  }

  /// Returns whether the database has the table.
  ///
  /// SQLite has no index of its tables by name, so a table is looked up again only if a table was
  /// created or dropped since, also by another process.
  public func hasTable(_ name: String) throws -> Bool {
    let form = try one("PRAGMA schema_version") { row in try row.int(0) }
    if lookedUp?.form != form { lookedUp = (form, [:]) }
    if let isThere = lookedUp?.tables[name] { return isThere }
    let isThere =
      try first(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name, read: { _ in true })
      ?? false
    lookedUp?.tables[name] = isThere
    return isThere
  }

  /// Undoes the changes since the savepoint with this name, or the whole transaction without one.
  ///
  /// A rolled back schema version is used again by the next change of the tables, so the answers of
  /// `hasTable` are dropped.
  func rollBack(to savepoint: String? = nil) {
    lookedUp = nil
    // SQLite rolls back some transactions by itself. A rollback that fails is ignored, because the
    // error that caused the rollback is the one to report.
    guard isInTransaction else { return }
    try? execute(savepoint.map { "ROLLBACK TO \($0)" } ?? "ROLLBACK")
  }

  /// Finalizes every cached statement. This is necessary before a copy is written into this
  /// connection's database, because SQLite refuses that while statements are open.
  public func forgetStatements() {
    statements.removeAll()
  }

  /// Makes closing leave the write-ahead log beside the data file, instead of moving its content
  /// into the data file. The next connection reads the log.
  public func keepLogOnClose() {
    _ = compass_keep_log_on_close(handle)
  }

  /// Locks the file for this connection alone, from its first query until it closes. The index of
  /// the write-ahead log is then kept in memory and not in a file beside the database, so a database
  /// on a full disk can be read.
  ///
  /// It must be called before the first query.
  public func keepOthersOut() throws(SQLiteError) {
    try execute("PRAGMA locking_mode = EXCLUSIVE")
    keepsOthersOut = true
  }

  func failure(_ code: Int32, _ query: FailedQuery = .none) -> SQLiteError {
    SQLiteError(code: code, on: handle, query).about(path: path)
  }

  private static func immutableAddress(of path: String) -> String {
    let file = PercentEncoding.encoded(path) {
      $0 == UInt8(ascii: "/") || PercentEncoding.isUnreserved($0)
    }
    return "file:\(file)?immutable=1"
  }
}

extension DatabaseConnection.Access {
  fileprivate var flags: Int32 {
    let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    return switch self {
    case .create, .readWrite: common | SQLITE_OPEN_READWRITE
    case .readOnly: common | SQLITE_OPEN_READONLY
    case .immutable: common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }
}
