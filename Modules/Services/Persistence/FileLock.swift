import Glibc
import SQLite

/// Keeps other programs, and other parts of this one, from doing the same to one file at once.
///
/// The lock ends with the process, however that ends; the empty file stays.
public final class FileLock: Sendable {
  public enum Work: String, Sendable {
    /// Two that send the same steps would each judge the other's answer.
    case sync
    /// Two that renew one session would each end the other's.
    case session
  }

  private let descriptor: Int32

  /// Nil while another person holds it.
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

  /// Looks again for so long; nil when it is still held then.
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

  /// Ends it before the value goes.
  public func end() { flock(descriptor, LOCK_UN) }
}
