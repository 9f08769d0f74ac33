import Auth
public import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Who acts, and what lets them.
///
/// Every transaction asks whether that still holds: another process may have signed the person out, changed their passphrase
/// or erased them since this one last looked.
public struct ActingPerson: Hashable, Sendable {
  public enum Ground: Hashable, Sendable {
    /// Another person answers for them. That the person is there is asked all the same.
    case vouchedFor
    /// They were chosen by name, which is enough while the profile has no passphrase.
    ///
    /// A choice that the device remembers ends when somebody signs out there.
    case name(isRemembered: Bool)
    /// They signed in, and their session has this digest.
    case session(tokenDigest: String)
    /// A profile that this very transaction makes.
    case comingToBe
  }

  public var id: RecordID
  public var ground: Ground

  public init(_ id: RecordID, on ground: Ground = .vouchedFor) {
    self.id = id
    self.ground = ground
  }
}

/// Which profile this device used last.
public enum RememberedProfile {
  public static let key = "current_profile"
  /// Stored when somebody signed out on purpose: then the only profile there is does not sign itself in again.
  public static let nobody = "nobody"
}

extension ActingPerson {
  /// The person's role. Throws "Your session has expired" where nothing lets them act any more.
  ///
  /// One statement, all of whose rows are found by their keys: it is part of every command.
  func role(in connection: DatabaseConnection, at time: () throws -> Instant) throws -> String {
    let role =
      switch ground {
      case .vouchedFor, .comingToBe:
        try connection.first("SELECT role FROM users WHERE id = ?", id) { row in try row.text(0) }
      case .name(let isRemembered):
        try roleWithoutPassphrase(in: connection, isRemembered: isRemembered)
      case .session(let digest):
        try roleOfSession(digest, in: connection, at: time)
      }
    guard let role else { throw AuthFailure.sessionExpired.problem }
    return role
  }

  private func roleWithoutPassphrase(
    in connection: DatabaseConnection, isRemembered: Bool
  ) throws -> String? {
    try connection.first(
      """
      SELECT role FROM users WHERE id = ?1
      AND NOT EXISTS (
        SELECT 1 FROM local_credentials WHERE user_id = ?1 AND passphrase_hash IS NOT NULL)
      AND NOT (?2 AND EXISTS (
        SELECT 1 FROM device_preferences
        WHERE user_id = '' AND key = '\(RememberedProfile.key)'
          AND value = '\(RememberedProfile.nobody)'))
      """, id, isRemembered
    ) { row in try row.text(0) }
  }

  private func roleOfSession(
    _ digest: String, in connection: DatabaseConnection, at time: () throws -> Instant
  ) throws -> String? {
    let found = try connection.first(
      """
      SELECT role, expires_at FROM users JOIN local_sessions ON local_sessions.user_id = users.id
      WHERE users.id = ?1 AND token_digest = ?2
      """, id, digest
    ) { row in (role: try row.text(0), end: try row.text(1)) }
    guard let found, let end = Instant(found.end), try time() < end else { return nil }
    return found.role
  }
}
