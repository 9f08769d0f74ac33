import Glibc
import SQLite

/// Keeps other processes from making or exchanging the data file meanwhile.
///
/// The lock is on the folder itself, so that no file of a lock has to be made, kept or removed.
enum FolderLock {
  static func holding<Result>(folderOf file: String, _ body: () throws -> Result) throws -> Result {
    let folder = SystemFile.folder(of: file)
    try SystemFile.makePrivateFolder(folder)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFile.failure(folder) }
    defer { close(descriptor) }
    // A file system without locks is no reason to refuse.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }
}
