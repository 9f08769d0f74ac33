import Glibc
import SQLite

/// Writes a database into a file of its own, of which it is the only user.
enum FileCopy {
  static func write(_ source: DatabaseConnection, to path: String) throws {
    let target = try DatabaseConnection(path: path, .create)
    try target.execute("PRAGMA synchronous = FULL")
    try source.copy(to: target)
    // A copy inherits the log mode; alone in one file it can be carried away.
    try target.execute("PRAGMA journal_mode = DELETE")
  }

  /// Removes a database with what SQLite puts beside it.
  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// A rename is on the disk only when its folder is.
  static func synchronizeFolder(of path: String) {
    let descriptor = open(SystemFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
