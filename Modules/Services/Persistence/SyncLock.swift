import Glibc
import SQLite

/// Keeps other processes from syncing the same file: two that send the same steps would each judge the other's answer.
///
/// The lock ends with the process, however that ends; the empty file stays.
public final class SyncLock: Sendable {
  private let descriptor: Int32

  /// Nil while another process holds it.
  public init?(beside file: String) throws {
    let path = SystemFile.resolved(file) + ".sync-lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFile.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Ends it before the value goes.
  public func end() { flock(descriptor, LOCK_UN) }
}
