public import Auth
public import Basics
import CivilTime
import Persistence
import SQLite

extension SQLBackend {
  /// Returns the clock that decides how long a person waits after wrong passphrases and when a
  /// session ends.
  ///
  /// It continues from a moment that the file stores, so that setting the machine's clock back does
  /// not extend a session.
  ///
  /// - Parameter afterwards: runs the write that stores a newer moment, about once in an hour.
  public func securityClock(_ afterwards: Afterwards = .atOnce) -> SecurityClock {
    SecurityClock { () throws(Problem) in
      let moment = self.machine()
      let (now, isOld) = try self.answering {
        try self.file.read { connection in
          let kept = try connection.securityTime()
          return (
            kept?.now(at: moment) ?? moment.wall, kept?.isOld(at: moment) ?? true
          )
        }
      }
      // A failure is ignored, because the clock also works with the older stored moment, for
      // example on a read-only disk.
      if isOld {
        await afterwards.run("security time") { () throws(Problem) in
          try self.answering {
            try self.file.write { _ = try $0.rememberSecurityTime(at: moment) }
          }
        }
      }
      return now
    }
  }
}

extension DatabaseConnection {
  private static var securityTimeKey: String { "security_time" }

  func securityTime() throws -> SecurityTime? {
    try metadata(Self.securityTimeKey).flatMap { SecurityTime(reading: $0) }
  }

  /// Copies the moment from which the security clock of another file continues. Without it,
  /// sessions and waiting times that have ended would be valid again after the restore of a backup.
  func takeSecurityTime(of other: DatabaseConnection) throws {
    guard let time = try other.securityTime() else { return }
    try setMetadata(Self.securityTimeKey, time.text)
  }

  func securityTime(at moment: MachineMoment) throws -> Instant {
    try securityTime()?.now(at: moment) ?? moment.wall
  }

  /// Stores the current reading of the machine's clocks, in a write transaction, and returns the
  /// time of the security clock, which decides when sessions end.
  @discardableResult
  func rememberSecurityTime(at moment: MachineMoment) throws -> Instant {
    let kept = try securityTime()?.moved(to: moment) ?? SecurityTime(beginningAt: moment)
    try setMetadata(Self.securityTimeKey, kept.text)
    return kept.now(at: moment)
  }
}

extension Scope {
  /// Returns the time that decides in this transaction about sessions, waiting times and family
  /// codes. It follows the machine's clocks, which the option `--now` does not change.
  func securityTime() throws -> Instant { try connection.securityTime(at: machine()) }
}
