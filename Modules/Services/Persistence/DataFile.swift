public import CivilTime
public import SQLite
import Synchronization

/// The family's data file, opened and migrated at its first use and shared by all threads of the
/// process.
///
/// All queries of a `read` see the same snapshot; a `write` is one transaction and durable when it
/// returns. A `read` or `write` inside another one on the same thread joins its transaction. The
/// closures must be short and never wait for other work, because other callers wait for them.
///
/// ```swift
/// let file = DataFile(path: "\(folder)/compass.sqlite", schema: .compass, now: clock.now)
/// let names = try file.read {
///   try $0.query("SELECT name FROM schools") { row in try row.text(0) }
/// }
/// ```
public final class DataFile: @unchecked Sendable {
  // `Sendable` is unchecked because the compiler cannot see that `lock` guards all mutable
  // properties below. No connection leaves the closure that uses it.
  public let path: String
  public let schema: Schema
  let now: @Sendable () -> Instant
  /// The data file whose content a data file in memory starts with; nil for one that starts empty.
  private let model: DataFile?
  private let lock = RecursiveLock()
  /// The threads on which the data file does its work, so that many callers can use it at once. It
  /// is nil where each caller works on its own thread, as a single command does.
  let threads: FileThreads?
  private let watch = FileWatch()
  private var opened: DatabaseConnection?
  private var use = Use.idle
  private var seenDataVersion: Int?
  private var foreignChanges: Int64 = 0
  private var ownWrites: Int64 = 0
  /// Whether the journal (the stored history of undo steps) is recording a step. If another step
  /// begins during that time, it becomes part of the same step.
  var isRecording = false
  /// The person and the operation (the name of the command) of the current transaction. They are
  /// sent to the server together with the changes.
  var meaning = Meaning()
  /// Whether this process has recorded a change that is to be sent to the server.
  private var keptToSend = false
  /// True while this process replaces the data file and has locked its folder. It then opens the
  /// new file without locking the folder again.
  private var isExchanging = false
  /// The identity (device and inode) of the data file when it was opened; `logIdentity` is that of
  /// its write-ahead log. If the path leads to a file with another identity, the data file was
  /// replaced.
  private var identity: FileIdentity?
  private var logIdentity: FileIdentity?
  /// The path of the write-ahead log of the open file. SQLite keeps the log beside the file to
  /// which the path led, after symbolic links, when it was opened.
  private var logPath = ""

  /// Whether this process may write to the data file and beside it.
  public var isWritable: Bool { SystemFile.isWritable(path) }

  /// Whether the disk had no room when the data file was opened last, so that it can only be read.
  public var isOnFullDisk: Bool { openedOnFullDisk.load(ordering: .relaxed) }
  private let openedOnFullDisk = Atomic(false)

  private enum Use { case idle, reading, writing }

  /// Facts about a write that are stored with its changes: the person and operation, the number of
  /// the undo step in the journal, and whether the rows came from the server.
  struct Meaning {
    var act: Act?
    var journal: Int?
    var isFetched = false
  }

  /// Creates the object for the data file at `path`, which is opened at its first use.
  ///
  /// - Parameter readers: how many reads may run at once besides a write, each on a thread of the
  ///   data file. With nil, and for every data file in memory, all work runs on the caller's thread
  ///   over one connection.
  public init(
    path: String, schema: Schema, now: @escaping @Sendable () -> Instant, readers: Int? = nil
  ) {
    self.path = path
    self.schema = schema
    self.now = now
    threads =
      path == DatabaseConnection.inMemoryPath ? nil : readers.map { FileThreads(readers: $0) }
    model = nil
  }

  /// Creates a data file in memory that starts with a copy of the content of `model`. The copy is
  /// made when the new data file is first used.
  ///
  /// Tests and previews use it, because they start with the same rows many times.
  package init(inMemoryAs model: DataFile, now: @escaping @Sendable () -> Instant) {
    path = DatabaseConnection.inMemoryPath
    schema = model.schema
    self.now = now
    threads = nil
    self.model = model
  }

  /// Whether this process has opened the data file, even if the file was moved or deleted since.
  ///
  /// For a data file that many callers share, the answer is true from its first opening on. The
  /// call does not wait for a running write.
  public var isOpen: Bool {
    if let pool = threads?.pool { return pool.identity != nil }
    return lock.withLock { opened != nil }
  }

  /// The path of the data file after all symbolic links. It is the same for two paths that lead to
  /// one file.
  public var resolvedPath: String { SystemFile.resolved(path) }

  @discardableResult
  public func read<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    guard let pool = threads?.pool, !lock.isHeld else { return try readWithWriter(body) }
    if let own = pool.own { return try body(own) }
    do {
      let result = try pool.withConnection(open: openReader) { connection in
        try requireOpenFile()
        return try connection.transaction(.deferred) { try body(connection) }
      }
      openedOnFullDisk.store(false, ordering: .relaxed)
      return result
    } catch SQLiteError.full where isOnFullDisk {
      return try readWithWriter(body)
    }
  }

  private func readWithWriter<Result>(
    _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    try lock.withLock {
      let connection = try connection()
      guard use == .idle else { return try body(connection) }
      use = .reading
      defer { endUse() }
      return try connection.transaction(.deferred) { try body(connection) }
    }
  }

  /// Runs a write that the command `undo` cannot revert, such as a remembered choice, an entry in
  /// the log of pages that a parent viewed, or a sign-in.
  ///
  /// Writes that can be undone use `Journal.step`.
  ///
  /// - Parameter act: the person and operation, if the write may change tables that devices share.
  @discardableResult
  public func write<Result>(
    as act: Act? = nil, _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    try lock.withLock {
      // A read must not begin a write: SQLite cannot turn a read transaction into a write
      // transaction if another process has written since the read began.
      guard use != .reading, threads?.pool.own == nil else {
        throw PersistenceError.misuse("a write inside a read")
      }
      let connection = try connection()
      guard !connection.isReadOnly else { throw SQLiteError.readOnly(.none) }
      guard use == .idle else { return try connection.transaction { try body(connection) } }
      use = .writing
      defer { endUse() }
      let before = connection.totalChanges
      meaning = Meaning(act: act)
      let result = try connection.transaction(.immediate) {
        try keepingToSend(connection) { try body(connection) }
      }
      if connection.totalChanges != before { ownWrites += 1 }
      try requireSameFile()
      return result
    }
  }

  /// Runs a write of rows that came from the server, or of facts about such rows. The write is not
  /// recorded for sending, because the server has these rows already.
  ///
  /// Foreign keys are off, because a child row may arrive before its parent. The caller checks the
  /// references at the end.
  public func writeFetched<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    try writeWithoutForeignKeys { connection in
      meaning.isFetched = true
      return try body(connection)
    }
  }

  /// Runs a write, and adds its changes of shared tables to the outbox in the same transaction.
  ///
  /// The outbox contains the changes to send to the server. A data file that was never connected
  /// has no outbox, and nothing is added.
  private func keepingToSend<Result>(
    _ connection: DatabaseConnection, _ body: () throws -> Result
  ) throws -> Result {
    guard try Outbox.isThere(in: connection) else { return try body() }
    let recorder = try ChangeRecorder(connection, tables: schema.sharedTables + schema.sharedLogs)
    let result = try body()
    guard !meaning.isFetched else { return result }
    let changeset = try recorder.changeset()
    if !changeset.isEmpty {
      try Outbox(connection)?.add(
        changeset, of: meaning.act, journal: meaning.journal, schemaVersion: schema.version,
        at: now())
      keptToSend = true
    }
    return result
  }

  /// Whether this process has recorded a change that is to be sent to the server.
  ///
  /// It stays true after the change was sent.
  public var hasKeptToSend: Bool { lock.withLock { keptToSend } }

  /// Runs a write with foreign keys off. `body` has to check the references itself.
  ///
  /// Undo, redo and the writing of rows from the server use it, because the references between
  /// their rows are complete only when all rows are written.
  func writeWithoutForeignKeys<Result>(_ body: (DatabaseConnection) throws -> Result) throws
    -> Result
  {
    try alone { connection in
      // SQLite silently ignores this pragma inside a transaction, so it is executed before the
      // transaction begins.
      try connection.execute("PRAGMA foreign_keys = OFF")
      defer { try? connection.execute("PRAGMA foreign_keys = ON") }
      use = .writing
      defer { use = .idle }
      let before = connection.totalChanges
      meaning = Meaning()
      let result = try connection.transaction(.immediate) {
        try keepingToSend(connection) { try body(connection) }
      }
      if connection.totalChanges != before { ownWrites += 1 }
      try requireSameFile()
      return result
    }
  }

  /// Runs `body` with the writer's connection outside of any transaction, for work that begins its
  /// own transactions or cannot run inside one.
  func alone<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    try lock.withLock {
      guard use == .idle, threads?.pool.own == nil else { throw Self.insideTransaction }
      defer { endUse() }
      return try body(try connection())
    }
  }

  /// Ends a read, a write or other work. On a full disk the connection locks all other processes
  /// out of the data file. Such a connection is closed here, so that they can open the file, and
  /// the next work tries to open a connection without that lock.
  private func endUse() {
    use = .idle
    if opened?.keepsOthersOut == true { opened = nil }
  }

  /// Closes all connections to the data file and blocks all threads of this process from opening it
  /// while `body` runs.
  func closed<Result>(_ body: () throws -> Result) throws -> Result {
    guard let pool = threads?.pool else { return try closedWriter(body) }
    // `pool.closed` waits for running reads before `lock` is taken. In the opposite order there
    // could be a deadlock: a reader that opens a connection waits for the lock, while the holder of
    // the lock waits for the reader.
    guard pool.own == nil, !lock.isHeld || use == .idle else { throw Self.insideTransaction }
    return try pool.closed { try watch.closed { try closedWriter(body) } }
  }

  private func closedWriter<Result>(_ body: () throws -> Result) throws -> Result {
    try lock.withLock {
      guard use == .idle else { throw Self.insideTransaction }
      opened = nil
      return try body()
    }
  }

  private static let insideTransaction = PersistenceError.misuse(
    "work on the file inside a transaction")

  /// Closes the data file and runs `body`, which may replace the file. Meanwhile no other process
  /// can create or replace it.
  func exchangingFile<Result>(_ body: () throws -> Result) throws -> Result {
    try closed {
      try FolderLock.holding(folderOf: path) {
        isExchanging = true
        defer { isExchanging = false }
        return try body()
      }
    }
  }

  /// Closes the data file until its next use. Its write-ahead log is written into it, so that the
  /// single file is a complete copy.
  public func close() {
    lock.withLock {
      guard use == .idle else { return }
      threads?.pool.closeIdle()
      watch.close()
      opened = nil
    }
  }

  /// Closes the data file after a single command. A short write-ahead log stays beside it.
  ///
  /// Writing the log into the data file (a checkpoint) costs as much as the command's write did.
  /// The next opening reads a short log quickly, so only a long one is written.
  public func closeQuickly() {
    lock.withLock {
      guard use == .idle else { return }
      if let size = SystemFile.size(of: path + "-wal"), size < Self.shortLog {
        opened?.keepLogOnClose()
      }
      opened = nil
    }
  }

  /// The size in bytes up to which a write-ahead log counts as short: about six writing commands.
  static let shortLog = 256 * 1024

  /// Returns how often this process has noticed that another process wrote into the data file. A
  /// page that was made before the number changed is outdated.
  public func changesElsewhere() throws -> Int64 {
    try alone { connection in
      let version = try connection.one("PRAGMA data_version") { row in try row.int(0) }
      if let seen = seenDataVersion, seen != version { foreignChanges += 1 }
      seenDataVersion = version
      return foreignChanges
    }
  }

  /// Returns a number that grows when this or another process has written, so that a caller can
  /// notice that a page is outdated.
  ///
  /// In a server, where many visitors share the data file, the call does not wait for a running
  /// write.
  public func revision() throws -> Int64 {
    guard threads != nil else { return try lock.withLock { try changesElsewhere() + ownWrites } }
    return try watch.count(of: path, try openIdentity())
  }

  /// Returns the faults of the data file, in SQLite's words and in the program's; empty for a sound
  /// data file. The command `doctor` prints them.
  public func findings() throws -> [String] {
    let damage = try damage()
    guard damage.isEmpty else { return damage }
    return try alone { connection in
      try SchemaCheck.foreign(in: connection, schema: schema)
        + Soundness.danglingReferences(connection)
    }
  }

  /// Returns faults that put the whole file in doubt: missing tables, and damage in the pages in
  /// which SQLite stores the database.
  public func damage() throws -> [String] {
    let lost = lostTables()
    guard lost.isEmpty else { return lost }
    return try alone { connection in try connection.integrityFindings() }
  }

  /// Returns a sentence for each of the program's tables that is missing or has other columns or
  /// constraints than expected; empty for a data file that cannot be read.
  ///
  /// It is called when a query fails that should not fail, and before a check of the whole data
  /// file. The comparison takes as long as creating a new data file, so it is not part of every
  /// opening.
  public func lostTables() -> [String] {
    // Only a regular file with content is opened. Opening a named pipe would wait until a writer
    // opens it, and for an empty file SQLite would delete the log beside it.
    guard SystemFile.isFile(path), (SystemFile.size(of: path) ?? 0) > 0 else { return [] }
    return (try? SchemaCheck.lost(in: DatabaseConnection(path: path, .readOnly), schema: schema))
      ?? []
  }

  private func connection() throws -> DatabaseConnection {
    if let opened {
      try requireSameFile()
      return opened
    }
    let connection = try open()
    opened = connection
    openedOnFullDisk.store(connection.keepsOthersOut, ordering: .relaxed)
    identity = FileIdentity(path)
    logIdentity = nil
    logPath = resolvedPath + "-wal"
    // `hasMoved` means that the file was replaced while it was being opened: its path leads to
    // another file or to none.
    if connection.hasMoved { identity = nil }
    try requireSameFile()
    threads?.pool.identity = identity
    seenDataVersion = try connection.one("PRAGMA data_version") { row in try row.int(0) }
    return connection
  }

  /// Throws when the path leads to another file than the open one, or to no file, because a write
  /// to the open file would then be lost. It is called before a transaction, and again before a
  /// write is acknowledged.
  func requireSameFile() throws {
    guard path != DatabaseConnection.inMemoryPath else { return }
    let log = FileIdentity(logPath)
    guard let identity, FileIdentity(path) == identity, logIdentity == nil || log == logIdentity
    else { throw PersistenceError.replaced(path: path) }
    logIdentity = log
  }

  /// Returns a new read-only connection to the file that the writer has open.
  private func openReader() throws -> DatabaseConnection {
    // A missing file is reported as moved or deleted. Without this check, SQLite would only say
    // that the file does not open.
    try requireOpenFile()
    let reader = try Opening.connectReader(to: path, schema)
    try requireOpenFile()
    guard !reader.hasMoved else { throw PersistenceError.replaced(path: path) }
    return reader
  }

  /// Throws if another file is at the path than the one that is open. It is called before a read
  /// begins.
  private func requireOpenFile() throws {
    // `openIdentity` opens the file, and may create it, if it is not open yet. The identity of the
    // file at the path is therefore read after that call.
    let known = try openIdentity()
    guard FileIdentity(path) == known else { throw PersistenceError.replaced(path: path) }
  }

  /// Returns the identity (device and inode) of the file that the writer has open.
  ///
  /// It is cached for readers, so that a long write, which holds the lock, does not delay them.
  private func openIdentity() throws -> FileIdentity? {
    if let known = threads?.pool.identity { return known }
    return try lock.withLock {
      _ = try connection()
      defer { if use == .idle { endUse() } }
      return identity
    }
  }

  private func open() throws -> DatabaseConnection {
    let opening = Opening(path: path, schema: schema, now: now)
    guard path != DatabaseConnection.inMemoryPath else {
      return try opening.open { connection in
        try model?.alone { try $0.copy(to: connection) }
      }
    }
    // A process that creates the data file waits for a process that replaces it. Otherwise it could
    // create one after the old file was removed and before the new one is in place.
    let connection =
      opening.isEmpty && !isExchanging
      ? try FolderLock.holding(folderOf: path) { try opening.open() } : try opening.open()
    if !connection.isReadOnly { Staging.sweep(beside: path) }
    return connection
  }
}
