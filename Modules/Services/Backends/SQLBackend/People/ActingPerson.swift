import Auth
public import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// The person for whom the backend acts, and the reason why the program accepts this person, such
/// as a sign-in.
///
/// Every transaction checks the reason again, because another process may have signed the person
/// out, changed their passphrase or erased them since the last check.
public struct ActingPerson: Hashable, Sendable {
  public enum Ground: Hashable, Sendable {
    /// The program that calls the backend vouches for the person. The transaction still checks that
    /// the person exists.
    case vouchedFor
    /// The person was chosen by name, without a proof. This is enough only while the person's
    /// profile has no passphrase.
    ///
    /// If `isRemembered` is true, the device remembered the choice from an earlier run. A sign-out
    /// on this device then ends it.
    case name(isRemembered: Bool)
    /// The person signed in. The digest identifies the session, because the file stores only
    /// digests of tokens and no tokens.
    case session(tokenDigest: String)
    /// The current transaction creates the person's profile, so there is no row in `users` to check
    /// yet.
    case comingToBe
  }

  public var id: RecordID
  public var ground: Ground

  public init(_ id: RecordID, on ground: Ground = .vouchedFor) {
    self.id = id
    self.ground = ground
  }
}

/// The device preference that stores which profile this device used last, so that the next start of
/// the program begins with this profile.
public enum RememberedProfile {
  public static let key = "current_profile"
  /// The value that a sign-out stores instead of a person's id. Without it, the next start would
  /// sign in the only profile of a file automatically.
  public static let nobody = "nobody"
}

extension ActingPerson {
  /// Returns the person's role, and throws "Your session has expired" if the person may not act any
  /// more.
  ///
  /// Every command of the program calls it, so it executes a single statement that finds all rows
  /// by their keys.
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
