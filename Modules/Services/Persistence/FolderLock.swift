import Glibc
import SQLite

/// Prevents other processes from creating or replacing the data file while `body` runs.
///
/// It locks the folder of the data file, so that no lock file is needed.
enum FolderLock {
  static func holding<Result>(folderOf file: String, _ body: () throws -> Result) throws -> Result {
    let folder = SystemFile.folder(of: file)
    try SystemFile.makePrivateFolder(folder)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFile.failure(folder) }
    defer { close(descriptor) }
    // `flock` is repeated only when a signal has interrupted it. On a file system without locks it
    // fails, and the work then runs without a lock.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }
}
