public import Auth
import Basics
import CivilTime
import Persistence
import SQLite

extension SQLBackend {
  /// Time for waits and sessions, as the file remembers it.
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
      // On a disk that cannot be written the time that is remembered stays as old as it is.
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

  /// Time never goes back, or a session that is over and a wait that was not waited for would be as before.
  func takeSecurityTime(of other: DatabaseConnection) throws {
    guard let time = try other.securityTime() else { return }
    try setMetadata(Self.securityTimeKey, time.text)
  }

  func securityTime(at moment: MachineMoment) throws -> Instant {
    try securityTime()?.now(at: moment) ?? moment.wall
  }

  /// Moves the remembered time on, under the lock of a write, and says what time it is.
  @discardableResult
  func rememberSecurityTime(at moment: MachineMoment) throws -> Instant {
    let kept = try securityTime()?.moved(to: moment) ?? SecurityTime(beginningAt: moment)
    try setMetadata(Self.securityTimeKey, kept.text)
    return kept.now(at: moment)
  }
}

extension Scope {
  /// What time it is for security, in this transaction.
  func securityTime() throws -> Instant { try connection.securityTime(at: machine()) }
}
