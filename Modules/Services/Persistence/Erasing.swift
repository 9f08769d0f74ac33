import Glibc
public import SQLite

extension DataFile {
  /// A write after which nothing of what it deleted stands in a page of the file. Old pages and the log go with `scrub`.
  public func erasing<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
    try alone { connection in try connection.execute("PRAGMA secure_delete = ON") }
    defer { try? alone { connection in try connection.execute("PRAGMA secure_delete = OFF") } }
    return try write(body)
  }

  /// Rewrites the file without its free pages and empties the log: deleting alone leaves old content in both. False when
  /// another program still reads the log.
  public func scrub() throws -> Bool {
    try alone { connection in
      try connection.execute("VACUUM")
      return try connection.emptiesLog()
    }
  }

  /// Waits until every copy that others are taking is done, and removes what killed programs left of theirs. False when one
  /// was not done in time.
  public func endCopies() -> Bool {
    guard path != DatabaseConnection.inMemoryPath else { return true }
    let haveEnded = Staging.othersEnded(beside: path)
    Staging.sweep(beside: path)
    return haveEnded
  }

  /// Removes every backup in whose bytes one of the texts stands, half-made and damaged copies included; answers those that
  /// are listed as backups.
  public func removeCopies(holding texts: [String]) throws -> [String] {
    guard path != DatabaseConnection.inMemoryPath else { return [] }
    let backups = try backups.holding(texts)
    try self.backups.remove(backups)
    let folder = SystemFile.folder(of: path)
    // The file's own log and index are in use by whoever has it open: deleting them would lose what others write, and
    // closing a descriptor of theirs drops our locks. `scrub` empties the log.
    let inUse = Set(["", "-wal", "-shm", "-journal"].map { self.name + $0 })
    for name in ownNames() where !inUse.contains(name) {
      if try FileBytes.hold(texts, in: "\(folder)/\(name)") { unlink("\(folder)/\(name)") }
    }
    FileCopy.synchronizeFolder(of: path)
    return backups
  }

  /// The paths of the file, its log, what stands beside it under its name, and everything in the folder of backups in whose bytes one
  /// of the texts stands.
  public func traces(of texts: [String]) throws -> [String] {
    guard path != DatabaseConnection.inMemoryPath else { return [] }
    let real = SystemFile.resolved(path)
    let folder = SystemFile.folder(of: path)
    // Closed, because closing a descriptor of an open database drops its locks.
    return try closed {
      let own = [real, real + "-wal", real + "-journal"] + ownNames().map { "\(folder)/\($0)" }
      let copies = try backups.files().map { "\(backups.folder)/\($0)" }
      return try Set(own + copies).sorted().filter { try FileBytes.hold(texts, in: $0) }
    }
  }

  /// Other files of the folder in whose bytes one of the texts stands: an export that somebody put there.
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

  /// The file itself, and whatever bears its name with an ending: logs, and half-finished copies of every version of the program.
  private func ownNames() -> [String] {
    SystemFile.names(in: SystemFile.folder(of: path)).filter {
      $0 == name || $0.hasPrefix(name + "-") || $0.hasPrefix(name + ".")
    }
  }
}

extension BackupShelf {
  /// The names of everything in the folder, copies of damaged files among them, in whose bytes one of the texts stands.
  public func holding(_ texts: [String]) throws -> [String] {
    try files().filter { try FileBytes.hold(texts, in: "\(folder)/\($0)") }
  }

  /// Removes copies for good.
  public func remove(_ names: [String]) throws {
    for name in names where unlink("\(folder)/\(name)") != 0 && errno != ENOENT {
      throw SystemFile.failure("\(folder)/\(name)")
    }
    if !names.isEmpty { FileCopy.synchronizeFolder(of: "\(folder)/") }
  }
}

/// Looks for texts in the raw bytes of a file.
private enum FileBytes {
  private static let portion = 1 << 20

  /// Read and not mapped: a mapped file that somebody cuts short meanwhile ends the program.
  static func hold(_ texts: [String], in path: String) throws -> Bool {
    guard SystemFile.isFile(path) else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return false }
      throw SystemFile.failure(path)
    }
    defer { close(descriptor) }
    let wanted = texts.map { Array($0.utf8) }
    // What two portions share must be found as well.
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

/// Files of texts that go with an erasure.
public enum ErasedFile {
  /// Removes a file and what stands beside it under its name with an ending, as a killed program leaves half-written ones. Where
  /// the name is a link, the file it leads to is emptied first: that is where the text is.
  public static func remove(_ path: String) throws {
    let folder = SystemFile.folder(of: path)
    let beginning = path.split(separator: "/").last.map { $0 + "." } ?? path
    let drafts = SystemFile.names(in: folder).filter { $0.hasPrefix(beginning) }
    for path in [path] + drafts.map({ "\(folder)/\($0)" }) {
      let real = SystemFile.resolved(path)
      // A terminal or another device keeps nothing, and is nobody's to remove.
      if SystemFile.isFile(real) {
        guard truncate(real, 0) == 0 else { throw SystemFile.failure(real) }
        if real != path, unlink(real) != 0, errno != ENOENT { throw SystemFile.failure(real) }
      }
      guard unlink(path) == 0 || errno == ENOENT else { throw SystemFile.failure(path) }
    }
  }
}
