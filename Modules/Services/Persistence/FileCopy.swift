import Glibc
import SQLite

/// Copies a database into a file that no other connection uses.
enum FileCopy {
  /// - Parameter withoutFreePages: whether to rewrite the copy if a large part of it is free pages.
  ///   This may only be done for a file of this program, because rewriting creates the tables
  ///   again.
  static func write(
    _ source: DatabaseConnection, to path: String, withoutFreePages: Bool = false
  ) throws {
    let target = try DatabaseConnection(path: path, .create)
    try target.execute("PRAGMA synchronous = FULL")
    try source.copy(to: target)
    // A copy inherits the WAL mode, in which a write-ahead log lies beside the database. Without
    // this mode the copy is a single file that can be moved.
    try target.execute("PRAGMA journal_mode = DELETE")
    if withoutFreePages { try removeFreePages(of: target) }
  }

  /// Rewrites the copy if over a quarter of its pages are free, as after the undo of a large import.
  private static func removeFreePages(of copy: DatabaseConnection) throws {
    let free = try copy.one("PRAGMA freelist_count") { row in try row.int(0) }
    let all = try copy.one("PRAGMA page_count") { row in try row.int(0) }
    guard free * 4 > all else { return }
    try copy.execute("PRAGMA temp_store = MEMORY")
    // If the file is damaged or the disk has too little space, the copy is not rewritten.
    try? copy.execute("VACUUM")
  }

  /// Removes a database and the files that SQLite creates beside it.
  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// Syncs the folder, because a rename is durable only after that.
  static func synchronizeFolder(of path: String) {
    let descriptor = open(SystemFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
