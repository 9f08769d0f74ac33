import Glibc
import SQLite

/// Copies a database into a file that no other connection uses.
enum FileCopy {
  static func write(_ source: DatabaseConnection, to path: String) throws {
    let target = try DatabaseConnection(path: path, .create)
    try target.execute("PRAGMA synchronous = FULL")
    try source.copy(to: target)
    // A copy inherits the WAL mode, in which a write-ahead log lies beside the database. Without
    // this mode the copy is a single file that can be moved.
    try target.execute("PRAGMA journal_mode = DELETE")
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
