public import Auth
import Basics
import CivilTime
import Persistence
import SQLite

extension SQLBackend {
  /// The clock for waiting times and sessions, which continues from the moment that the file
  /// stores.
  public var securityClock: SecurityClock {
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
      // A read-only disk cannot store the moment, so a failure is ignored.
      if isOld { _ = try? self.file.write { try $0.rememberSecurityTime(at: moment) } }
      return now
    }
  }
}

extension DatabaseConnection {
  private static var securityTimeKey: String { "security_time" }

  func securityTime() throws -> SecurityTime? {
    try metadata(Self.securityTimeKey).flatMap { SecurityTime(reading: $0) }
  }

  /// Copies the security time of another file. Without it, expired sessions and waiting times would
  /// be valid again after a restore.
  func takeSecurityTime(of other: DatabaseConnection) throws {
    guard let time = try other.securityTime() else { return }
    try setMetadata(Self.securityTimeKey, time.text)
  }

  func securityTime(at moment: MachineMoment) throws -> Instant {
    try securityTime()?.now(at: moment) ?? moment.wall
  }

  /// Updates the stored moment, under the lock of a write, and returns the security time.
  @discardableResult
  func rememberSecurityTime(at moment: MachineMoment) throws -> Instant {
    let kept = try securityTime()?.moved(to: moment) ?? SecurityTime(beginningAt: moment)
    try setMetadata(Self.securityTimeKey, kept.text)
    return kept.now(at: moment)
  }
}

extension Scope {
  /// Returns the time by which this transaction judges sessions, waiting times and family codes. It
  /// follows the machine's clocks.
  func securityTime() throws -> Instant { try connection.securityTime(at: machine()) }
}
