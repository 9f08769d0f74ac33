public import CivilTime
public import SQLite

/// The family's one file: opened at its first use, brought up to date, shared by every thread of the process.
///
/// `read` sees one moment of the file over all its queries; `write` is all or nothing and durable when it returns.
/// Both join an outer call of the same thread. Bodies are short and never wait for anything else.
///
/// ```swift
/// let file = DataFile(path: "\(folder)/compass.sqlite", schema: .compass, now: clock.now)
/// let names = try file.read { try $0.query("SELECT name FROM schools") { row in try row.text(0) } }
/// ```
public final class DataFile: @unchecked Sendable {
  // Unchecked because the compiler does not know `lock`: it guards everything below, and no connection leaves the bodies
  // that run under it.
  public let path: String
  public let schema: Schema
  let now: @Sendable () -> Instant
  /// What a file in memory begins with; nil for one that begins empty.
  private let model: DataFile?
  private let lock = RecursiveLock()
  /// Where the work of many at once is done; nil where each caller does its own, as a single command does.
  let threads: FileThreads?
  private let watch = FileWatch()
  private var opened: DatabaseConnection?
  private var use = Use.idle
  private var seenDataVersion: Int?
  private var foreignChanges: Int64 = 0
  private var ownWrites: Int64 = 0
  /// True while a step of the journal records; a step begun within it joins it.
  var isRecording = false
  /// What the transaction under way means, for whoever is sent it; nil for a write of the program's own.
  var meaning = Meaning()
  /// Whether this process wrote something that is to be sent.
  private var keptToSend = false
  /// Whether the file is connected to a server, as of the form it had.
  private var connected: (form: Int, is: Bool)?
  /// True while this process exchanges the file, which others wait for.
  private var isExchanging = false
  /// The file and its log as they were opened: what the path leads to may be another file by now.
  private var identity: FileIdentity?
  private var logIdentity: FileIdentity?
  /// Where SQLite keeps the log of the file that is open: beside what the path led to when it was opened.
  private var logPath = ""

  private enum Use { case idle, reading, writing }

  /// Whose write it is, which step of undo, and whether it came from the server.
  struct Meaning {
    var act: Act?
    var journal: Int?
    var isFetched = false
  }

  /// - Parameter readers: how many may read at once beside the one who writes, each on a thread of the file's own. With
  ///   nil everything is done where it is asked for, over one connection; so is everything in memory.
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

  /// A file in memory that begins with all that is in another at its first use. For tests and previews, which begin with the
  /// same rows many times.
  package init(inMemoryAs model: DataFile, now: @escaping @Sendable () -> Instant) {
    path = DatabaseConnection.inMemoryPath
    schema = model.schema
    self.now = now
    threads = nil
    self.model = model
  }

  /// The path with its links followed: two names of one file have it in common.
  public var resolvedPath: String { SystemFile.resolved(path) }

  @discardableResult
  public func read<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    guard let pool = threads?.pool, !lock.isHeld else { return try readWithWriter(body) }
    if let own = pool.own { return try body(own) }
    return try pool.withConnection(open: openReader) { connection in
      try requireOpenFile()
      return try connection.transaction(.deferred) { try body(connection) }
    }
  }

  private func readWithWriter<Result>(
    _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    try lock.withLock {
      let connection = try connection()
      guard use == .idle else { return try body(connection) }
      use = .reading
      defer { use = .idle }
      return try connection.transaction(.deferred) { try body(connection) }
    }
  }

  /// A write that is no undo step: remembered choices, the view log, sign-in. `Journal.step` is for all others.
  ///
  /// - Parameter act: whose it is, where it may change what is shared.
  @discardableResult
  public func write<Result>(
    as act: Act? = nil, _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    try lock.withLock {
      // A reader that starts to write can be refused half way when another process wrote in between.
      guard use != .reading, threads?.pool.own == nil else {
        throw PersistenceError.misuse("a write inside a read")
      }
      let connection = try connection()
      guard !connection.isReadOnly else { throw SQLiteError.readOnly(.none) }
      guard use == .idle else { return try connection.transaction { try body(connection) } }
      use = .writing
      defer { use = .idle }
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

  /// Rows that came from the server, and what this device keeps about them: nothing of it is sent. References are checked by
  /// whoever writes: a child may come before its parent.
  public func writeFetched<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    try writeWithoutForeignKeys { connection in
      meaning.isFetched = true
      return try body(connection)
    }
  }

  /// Keeps what a transaction changes in what is shared, to be sent, in the same transaction.
  private func keepingToSend<Result>(
    _ connection: DatabaseConnection, _ body: () throws -> Result
  ) throws -> Result {
    guard try isConnected(connection) else { return try body() }
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

  /// Whether this process wrote something that waits to be sent, unless another one sent it meanwhile.
  public var hasKeptToSend: Bool { lock.withLock { keptToSend } }

  /// Asked of the file only when its form has changed since: connecting makes tables, and disconnecting drops them.
  private func isConnected(_ connection: DatabaseConnection) throws -> Bool {
    let form = try connection.one("PRAGMA schema_version") { row in try row.int(0) }
    if let connected, connected.form == form { return connected.is }
    let found = try Outbox.isThere(in: connection)
    connected = (form, found)
    return found
  }

  /// A write that keeps references in order by itself and is checked at its end: undo, redo, migrations.
  func writeWithoutForeignKeys<Result>(_ body: (DatabaseConnection) throws -> Result) throws
    -> Result
  {
    try alone { connection in
      // Inside a transaction the pragma is silently ignored.
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

  /// The connection outside of any transaction, for work that brings its own.
  func alone<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    try lock.withLock {
      guard use == .idle, threads?.pool.own == nil else { throw Self.insideTransaction }
      return try body(try connection())
    }
  }

  /// Keeps every thread of this process away from the file, which is closed while `body` runs.
  func closed<Result>(_ body: () throws -> Result) throws -> Result {
    guard let pool = threads?.pool else { return try closedWriter(body) }
    // Readers end first: one that begins needs to ask the writer's connection, and must not wait for somebody who waits for it.
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

  /// Keeps other processes from making or exchanging the file while `body` does; the connection is closed.
  func exchangingFile<Result>(_ body: () throws -> Result) throws -> Result {
    try closed {
      try FolderLock.holding(folderOf: path) {
        isExchanging = true
        defer { isExchanging = false }
        return try body()
      }
    }
  }

  /// Closes the file until its next use, with the log folded in, so that a copy of the one file is whole.
  public func close() {
    lock.withLock {
      guard use == .idle else { return }
      threads?.pool.closeIdle()
      watch.close()
      opened = nil
    }
  }

  /// Closes the file after a single command. Folding the log costs as much again as the write did, so a short log
  /// stays beside the file, where the next opening reads it in no time; a long one is folded.
  public func closeQuickly() {
    lock.withLock {
      guard use == .idle else { return }
      if let size = SystemFile.size(of: path + "-wal"), size < Self.shortLog {
        opened?.keepLogOnClose()
      }
      opened = nil
    }
  }

  /// In bytes: some six commands that write.
  static let shortLog = 256 * 1024

  /// Counts how often another process was found to have written: a page from before the count changed is stale.
  public func changesElsewhere() throws -> Int64 {
    try alone { connection in
      let version = try connection.one("PRAGMA data_version") { row in try row.int(0) }
      if let seen = seenDataVersion, seen != version { foreignChanges += 1 }
      seenDataVersion = version
      return foreignChanges
    }
  }

  /// The same, with what this process wrote. Where the file is shared by many visits, it waits for no write.
  public func revision() throws -> Int64 {
    guard threads != nil else { return try lock.withLock { try changesElsewhere() + ownWrites } }
    return try watch.count(of: path, try openIdentity())
  }

  /// What is wrong with the file, in SQLite's words and ours; empty for a sound one. For `doctor`.
  public func findings() throws -> [String] {
    let damage = try damage()
    guard damage.isEmpty else { return damage }
    return try alone { connection in
      try SchemaCheck.foreign(in: connection, schema: schema)
        + Soundness.danglingReferences(connection)
    }
  }

  /// What makes all of it doubtful: tables that are gone, pages that contradict each other.
  public func damage() throws -> [String] {
    let lost = lostTables()
    guard lost.isEmpty else { return lost }
    return try alone { connection in try connection.integrityFindings() }
  }

  /// The tables of ours that are gone from the file, or have another form, as sentences; empty for a file that cannot be asked.
  ///
  /// Asked when a query fails that cannot fail, and before the file as a whole is judged: comparing takes as long as making a
  /// new file does, so no opening waits for it.
  public func lostTables() -> [String] {
    // To open a pipe for reading waits for whoever writes to it; with an empty file SQLite takes away its log.
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
    identity = FileIdentity(path)
    logIdentity = nil
    logPath = resolvedPath + "-wal"
    // Exchanged in the moment between: what is open has no name any more.
    if connection.hasMoved { identity = nil }
    try requireSameFile()
    threads?.pool.identity = identity
    seenDataVersion = try connection.one("PRAGMA data_version") { row in try row.int(0) }
    return connection
  }

  /// Throws when the path leads to another file than the one that is open, or to none: what is written here would be gone with
  /// it. Asked before a transaction, and again before a write is acknowledged.
  func requireSameFile() throws {
    guard path != DatabaseConnection.inMemoryPath else { return }
    let log = FileIdentity(logPath)
    guard let identity, FileIdentity(path) == identity, logIdentity == nil || log == logIdentity
    else { throw PersistenceError.replaced(path: path) }
    logIdentity = log
  }

  /// A connection that only reads, of the file that the writer has open.
  private func openReader() throws -> DatabaseConnection {
    let known = try openIdentity()
    let reader = try Opening.connectReader(to: path)
    guard FileIdentity(path) == known, !reader.hasMoved else {
      throw PersistenceError.replaced(path: path)
    }
    return reader
  }

  /// Before a reader begins: the path may lead to another file by now.
  private func requireOpenFile() throws {
    guard FileIdentity(path) == (try openIdentity()) else {
      throw PersistenceError.replaced(path: path)
    }
  }

  /// Which file the writer has open. Readers remember it, so that a long write holds up none of them.
  private func openIdentity() throws -> FileIdentity? {
    if let known = threads?.pool.identity { return known }
    return try lock.withLock {
      _ = try connection()
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
    // Who makes a file waits for one who exchanges it, or would make one between the old and the new.
    let connection =
      opening.isEmpty && !isExchanging
      ? try FolderLock.holding(folderOf: path) { try opening.open() } : try opening.open()
    if !connection.isReadOnly { Staging.sweep(beside: path) }
    return connection
  }
}
