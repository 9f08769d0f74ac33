import Glibc
import SQLite

/// Prevents other processes, and other parts of this one, from doing the same work on one data file
/// at once.
///
/// The kernel releases the lock when the process ends in any way; the empty lock file remains.
public final class FileLock: Sendable {
  public enum Work: String, Sendable {
    /// A sync with the server. Two processes that sent the same changes would each misread the
    /// other's answer.
    case sync
    /// The renewal of a session. Two processes that renewed one session would each end the other's
    /// session.
    case session
  }

  private let descriptor: Int32

  /// Takes the lock; nil while another process, or another part of this process, has it.
  public init?(_ work: Work, beside file: String) throws {
    let path = SystemFile.resolved(file) + ".\(work.rawValue)-lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFile.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  /// Tries to take the lock until `patience` is over; nil if the lock is still taken then.
  public static func wait(
    for work: Work, beside file: String, atMost patience: Duration
  ) async throws -> FileLock? {
    let end = ContinuousClock.now + patience
    while true {
      if let lock = try FileLock(work, beside: file) { return lock }
      guard ContinuousClock.now < end else { return nil }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  deinit { close(descriptor) }

  /// Releases the lock now, and not only when this object is deinitialized.
  public func end() { flock(descriptor, LOCK_UN) }
}
