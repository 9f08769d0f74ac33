import Glibc
public import SQLite

extension DataFile {
  /// Runs a write that erases a person's data: SQLite overwrites the deleted content. Older copies
  /// of the content in free pages and in the write-ahead log stay until `scrub` removes them.
  public func erasing<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    try alone { connection in try connection.execute("PRAGMA secure_delete = ON") }
    defer { try? alone { connection in try connection.execute("PRAGMA secure_delete = OFF") } }
    return try write(body)
  }

  /// Rewrites the data file without its free pages and empties the write-ahead log, because both
  /// can still contain deleted content. Returns false when another program still reads the log.
  public func scrub() throws -> Bool {
    try alone { connection in
      try connection.execute("VACUUM")
      return try connection.emptiesLog()
    }
  }

  /// Waits until other processes have finished the copies of the data file that they are writing,
  /// and removes the unfinished copies of killed processes. Returns false when a copy was not
  /// finished in time.
  public func endCopies() -> Bool {
    guard path != DatabaseConnection.inMemoryPath else { return true }
    let haveEnded = Staging.othersEnded(beside: path)
    Staging.sweep(beside: path)
    return haveEnded
  }

  /// Removes every file in the folder of backups, and every copy beside the data file, that
  /// contains one of the texts, and the backups about which `holds` returns true. Unfinished and
  /// damaged copies are removed too. Returns the names of the files that it removed from the folder
  /// of backups.
  public func removeCopies(
    holding texts: [String], or holds: (DatabaseConnection) throws -> Bool = { _ in false }
  ) throws -> [String] {
    guard path != DatabaseConnection.inMemoryPath else { return [] }
    let backups = try backups.holding(texts, or: holds)
    try self.backups.remove(backups)
    let folder = SystemFile.folder(of: path)
    // The data file and its log may be open in other processes. Deleting them would lose data that
    // those processes write, and closing a descriptor of such a file drops this process's locks.
    // `scrub` empties the log instead.
    let inUse = Set(["", "-wal", "-shm", "-journal"].map { self.name + $0 })
    for name in ownNames() where !inUse.contains(name) {
      if try FileBytes.hold(texts, in: "\(folder)/\(name)") { unlink("\(folder)/\(name)") }
    }
    FileCopy.synchronizeFolder(of: path)
    return backups
  }

  /// Returns the paths of all files that contain one of the texts. It searches the data file, its
  /// log, files whose name begins with the data file's name, and all files in the folder of
  /// backups. After a complete erasure the result is empty.
  public func traces(of texts: [String]) throws -> [String] {
    guard path != DatabaseConnection.inMemoryPath else { return [] }
    let real = SystemFile.resolved(path)
    let folder = SystemFile.folder(of: path)
    // The database is closed first. This function opens and closes its files, and closing any
    // descriptor of an open database drops its locks.
    return try closed {
      let own = [real, real + "-wal", real + "-journal"] + ownNames().map { "\(folder)/\($0)" }
      let copies = try backups.files().map { "\(backups.folder)/\($0)" }
      return try Set(own + copies).sorted().filter { try FileBytes.hold(texts, in: $0) }
    }
  }

  /// Returns the names of files beside the data file that contain one of the texts and that the
  /// program did not make, for example an export that a person saved there. An erasure names them,
  /// because it does not remove them.
  public func copiesOfOthers(holding texts: [String]) throws -> [String] {
    guard path != DatabaseConnection.inMemoryPath else { return [] }
    let folder = SystemFile.folder(of: path)
    let own = Set(ownNames())
    return try SystemFile.names(in: folder).filter { name in
      try !own.contains(name) && SystemFile.isFile("\(folder)/\(name)")
        && FileBytes.hold(texts, in: "\(folder)/\(name)")
    }
  }

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the names of the data file and of all files beside it that the program made. Their
  /// names are that of the data file, followed by `-` or `.` and an ending: logs, and unfinished
  /// copies of every version of the program.
  private func ownNames() -> [String] {
    SystemFile.names(in: SystemFile.folder(of: path)).filter {
      $0 == name || $0.hasPrefix(name + "-") || $0.hasPrefix(name + ".")
    }
  }
}

extension BackupShelf {
  /// Returns the names of all files in the folder of backups that contain one of the texts,
  /// including copies of damaged data files, and of the backups about which `holds` returns true. A
  /// backup that cannot be read may contain anything, so it is returned too.
  public func holding(
    _ texts: [String], or holds: (DatabaseConnection) throws -> Bool = { _ in false }
  ) throws -> [String] {
    try files().filter { name in
      let path = "\(folder)/\(name)"
      if try FileBytes.hold(texts, in: path) { return true }
      guard isCopy(name), SystemFile.isFile(path) else { return false }
      // A finished backup is opened as `immutable`, so that SQLite creates no log beside it. This
      // is safe, because no program changes a finished backup.
      do { return try holds(DatabaseConnection(path: path, .immutable)) } catch { return true }
    }
  }

  public func remove(_ names: [String]) throws {
    for name in names where unlink("\(folder)/\(name)") != 0 && errno != ENOENT {
      throw SystemFile.failure("\(folder)/\(name)")
    }
    if !names.isEmpty { FileCopy.synchronizeFolder(of: "\(folder)/") }
  }
}

/// Searches the raw bytes of a file for texts.
private enum FileBytes {
  private static let portion = 1 << 20

  /// Returns whether the file contains one of the texts.
  ///
  /// The file is read and not mapped: if another process truncates a mapped file, this process
  /// crashes.
  static func hold(_ texts: [String], in path: String) throws -> Bool {
    guard SystemFile.isFile(path) else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return false }
      throw SystemFile.failure(path)
    }
    defer { close(descriptor) }
    let wanted = texts.map { Array($0.utf8) }
    // Portions overlap, so that a text across two portions is found.
    let overlap = max(0, (wanted.map { $0.count }.max() ?? 0) - 1)
    var bytes = [UInt8](repeating: 0, count: portion + overlap)
    var kept = 0
    while true {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress.map { $0 + kept }, portion)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFile.failure(path) }
      guard count > 0 else { return false }
      let filled = kept + count
      let isThere = bytes.withUnsafeBytes { buffer in
        wanted.contains { text in
          text.withUnsafeBytes { find($0, in: UnsafeRawBufferPointer(rebasing: buffer[..<filled])) }
        }
      }
      if isThere { return true }
      kept = min(overlap, filled)
      bytes.replaceSubrange(0..<kept, with: Array(bytes[(filled - kept)..<filled]))
    }
  }

  private static func find(
    _ text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard let first = text.first, let start = bytes.baseAddress, let wanted = text.baseAddress
    else { return false }
    var position = 0
    while bytes.count - position >= text.count,
      let hit = memchr(start + position, Int32(first), bytes.count - position - text.count + 1)
    {
      if memcmp(hit, wanted, text.count) == 0 { return true }
      position = UnsafeRawPointer(hit) - start + 1
    }
    return false
  }
}

/// Deletion of text files as part of an erasure.
public enum ErasedFile {
  /// Removes a file and its drafts (partly written files that a killed process has left beside it,
  /// whose names begin with the file's name). If the path is a symbolic link, its target is emptied
  /// first, because the target contains the text.
  public static func remove(_ path: String) throws {
    let folder = SystemFile.folder(of: path)
    let beginning = path.split(separator: "/").last.map { $0 + "." } ?? path
    let drafts = SystemFile.names(in: folder).filter { $0.hasPrefix(beginning) }
    for path in [path] + drafts.map({ "\(folder)/\($0)" }) {
      let real = SystemFile.resolved(path)
      // A terminal or another device stores no text, so it is neither emptied nor removed.
      if SystemFile.isFile(real) {
        guard truncate(real, 0) == 0 else { throw SystemFile.failure(real) }
        if real != path, unlink(real) != 0, errno != ENOENT { throw SystemFile.failure(real) }
      }
      guard unlink(path) == 0 || errno == ENOENT else { throw SystemFile.failure(path) }
    }
  }
}
