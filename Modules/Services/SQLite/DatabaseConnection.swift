import CSQLite

/// One open SQLite file (or one in memory), used by one thread at a time.
///
/// Not `Sendable` on purpose: SQLite's own locks are switched off, whoever shares a connection between
/// threads guards it with a lock of their own, as `Persistence.DataFile` does.
public final class DatabaseConnection {
  public enum Access: Sendable {
    /// Makes the file, closed to everybody else, when it is missing.
    case create
    case readWrite
    case readOnly
    /// A file that nothing will change while it is open, on a disk where not even locks can be written.
    case immutable
  }

  public let path: String
  public let interrupter: Interrupter
  let handle: OpaquePointer
  var statements: StatementCache
  var transactionDepth = 0

  /// How long a locked file is waited for before `busy` is an answer.
  public static let defaultPatience: Int32 = 5_000

  public init(
    path: String, _ access: Access = .create, patience milliseconds: Int32 = defaultPatience
  ) throws(SQLiteError) {
    _ = Self.isPrepared
    if ![Self.inMemoryPath, Self.namelessPath].contains(path) {
      if access == .create { try SystemFile.makePrivate(path) }
      // SQLite would wait at a pipe for ever, and ask a folder for its log.
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
    interrupter = Interrupter(handle)
    statements = StatementCache(handle)
  }

  /// Settings of the whole process; SQLite refuses them, harmlessly, when something else has used it before.
  private static let isPrepared = compass_count_no_memory() == SQLITE_OK

  /// SQLite's own word for a database that is no file.
  public static let inMemoryPath = ":memory:"

  /// A private database that lives as long as the connection.
  public static func inMemory() throws(SQLiteError) -> DatabaseConnection {
    let connection = try DatabaseConnection(path: inMemoryPath, .readWrite)
    try connection.execute("PRAGMA foreign_keys = ON")
    return connection
  }

  private static let namelessPath = ""

  /// A private database that SQLite keeps in a file without a name as soon as it outgrows the cache; both end with the connection.
  public static func withoutName() throws(SQLiteError) -> DatabaseConnection {
    try DatabaseConnection(path: namelessPath, .readWrite)
  }

  deinit {
    interrupter.detach()
    statements.removeAll()
    // `v2` lets a session or a backup that outlives the connection finish it.
    sqlite3_close_v2(handle)
  }

  /// Rows that the last statement inserted, updated or deleted, cascades and triggers left out.
  public var changes: Int { Int(sqlite3_changes64(handle)) }
  /// Rows changed since the connection opened, cascades and triggers included.
  public var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
  public var lastInsertedRowID: Int { Int(sqlite3_last_insert_rowid(handle)) }
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
  public var cachedStatementCount: Int { statements.count }
  /// The SQL of every cached statement, in the alphabet's order; a test of query plans asks what was run.
  public var cachedStatements: [String] { statements.texts }

  /// Whether the path leads to another file than the one that is open, or to none.
  public var hasMoved: Bool {
    var answer: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return code == SQLITE_OK && answer != 0
  }

  /// Ends the life of every cached statement; a restore needs a connection that stands nowhere.
  public func forgetStatements() {
    statements.removeAll()
  }

  /// Closing will leave the log beside the file as it is, for the next opening to read, instead of folding it in.
  public func keepLogOnClose() {
    _ = compass_keep_log_on_close(handle)
  }

  func failure(_ code: Int32, _ query: FailedQuery = .none) -> SQLiteError {
    SQLiteError(code: code, on: handle, query).about(path: path)
  }

  private static func immutableAddress(of path: String) -> String {
    var address = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        address += "%" + String(byte, radix: 16)
      default: address.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return address + "?immutable=1"
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
