import Glibc
public import SQLite

extension DataFile {
  /// A write after which nothing of what it deleted is in any byte of the file or its log.
  ///
  /// Deleting alone leaves old content in free pages and in the log. False when another program still reads the log,
  /// which then goes when that program ends.
  public func erasing<Result>(
    _ body: (Connection) throws -> Result
  ) throws -> (result: Result, isLogEmpty: Bool) {
    try alone { connection in try connection.execute("PRAGMA secure_delete = ON") }
    defer { try? alone { connection in try connection.execute("PRAGMA secure_delete = OFF") } }
    let result = try write(body)
    let isLogEmpty = try alone { connection in
      try connection.execute("VACUUM")
      return try connection.one("PRAGMA wal_checkpoint(TRUNCATE)") { row in
        try !row.bool(0)
      }
    }
    return (result, isLogEmpty)
  }

  /// The paths of the file, its log and everything in the folder of backups in whose bytes one of the texts stands.
  public func traces(of texts: [String]) throws -> [String] {
    guard path != Connection.inMemoryPath else { return [] }
    // Closed, because closing a descriptor of an open database drops its locks.
    return try closed {
      let own = ["", "-wal", "-journal"].map { path + $0 }
      return try (own + backups.files().map { "\(backups.folder)/\($0)" }).filter {
        try FileBytes.hold(texts, in: $0)
      }
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
      throw SQLiteError.cannotOpen(
        path: "\(folder)/\(name)", reason: String(cString: strerror(errno)))
    }
    if !names.isEmpty { FileCopy.synchronizeFolder(of: "\(folder)/") }
  }
}

/// Looks for texts in the raw bytes of a file.
private enum FileBytes {
  static func hold(_ texts: [String], in path: String) throws -> Bool {
    guard let size = SystemFile.size(of: path), size > 0 else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    guard let bytes = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), bytes != MAP_FAILED
    else { throw unreadable(path) }
    defer { munmap(bytes, size) }
    return texts.contains { text in
      Array(text.utf8).withUnsafeBytes {
        find($0, in: UnsafeRawBufferPointer(start: bytes, count: size))
      }
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

  private static func unreadable(_ path: String) -> SQLiteError {
    .cannotOpen(path: path, reason: String(cString: strerror(errno)))
  }
}
