public import Basics
public import CivilTime

/// A signed-in person, with the start and the end of the session.
public struct SignInSession: Hashable, Sendable {
  public var userID: RecordID
  public var startedAt: Instant
  public var expiresAt: Instant
  /// The digest of the session's token, as 64 lower-case hexadecimal digits; the key in the table
  /// `local_sessions`. It is nil for a session that is not stored.
  public var tokenDigest: String?

  public init(
    userID: RecordID, startedAt: Instant, expiresAt: Instant, tokenDigest: String? = nil
  ) {
    self.userID = userID
    self.startedAt = startedAt
    self.expiresAt = expiresAt
    self.tokenDigest = tokenDigest
  }
}

/// How long a person stays signed in: until the process ends, for a day, or for 30 days (domain.md
/// 4.15).
public enum SessionLength: Hashable, Sendable {
  /// The person stays signed in until the process ends, and nothing is stored.
  ///
  /// A single command with the option `--profile` signs in for this length.
  case process
  case day
  /// The person stays signed in for 30 days, as after the choice "Remember me".
  case month
}

/// The rules about the duration of sessions: when a session ends, and from when on the person is
/// warned of its end (domain.md 4.15).
public enum SignInSessionRules {
  /// The number of milliseconds before the end of a session at which the person is warned.
  public static let warning: Int64 = 5 * 60_000

  public enum Phase: Equatable, Sendable {
    case active
    case endsSoon(milliseconds: Int64)
    case expired
  }

  public static func expiry(of length: SessionLength, from start: Instant) -> Instant {
    switch length {
    case .process, .day: start.adding(days: 1)
    case .month: start.adding(days: 30)
    }
  }

  /// Returns whether a session is active, is in its last five minutes, or has expired. It expires
  /// exactly at `expiresAt`.
  public static func phase(of session: SignInSession, at now: Instant) -> Phase {
    let left = now.milliseconds(until: session.expiresAt)
    if left <= 0 { return .expired }
    return left <= warning ? .endsSoon(milliseconds: left) : .active
  }
}

/// The rules about the waits after wrong passphrases. After the third wrong passphrase, the next
/// attempt has to wait for a second. Each further wrong passphrase doubles this time, up to five
/// minutes.
///
/// All times are in milliseconds.
public enum TryRules {
  /// The number of wrong passphrases that are followed by no wait, because they may be typing
  /// mistakes.
  static let free = 2
  static let longestWait: Int64 = 5 * 60_000

  /// Returns the milliseconds to wait after a number of wrong passphrases: nothing after the first
  /// two, then 1, 2, 4 … seconds, and at most five minutes.
  public static func wait(afterFailures failures: Int) -> Int64 {
    guard failures > free else { return 0 }
    return min(longestWait, 1000 << Int64(min(failures - free - 1, 20)))
  }

  /// Returns how much of the wait after wrong passphrases is left. If the clock was set back, the
  /// last attempt seems to be in the future. It then counts as made now, so the whole wait is left.
  public static func remainingWait(for credential: Credential, at now: Instant) -> Int64 {
    guard let last = credential.lastTriedAt else { return 0 }
    let since = max(0, last.milliseconds(until: now))
    return max(0, wait(afterFailures: credential.failedTries) - since)
  }
}

/// The requirements for a passphrase (domain.md 4.15).
public enum PassphraseRules {
  public static let lengths = 8...128

  /// All requirements in words, without a subject and a period.
  public static let words =
    "\(lengths.lowerBound) to \(lengths.upperBound) characters, with a capital letter, a small letter and a digit"

  /// Returns the requirement that a new passphrase does not meet; nil if it meets all.
  public static func fault(in passphrase: SecretText) -> AuthFailure? {
    let text = passphrase.revealed
    guard lengths.contains(text.count) else { return .passphraseLength(text.count) }
    guard text.contains(where: \.isUppercase), text.contains(where: \.isLowercase),
      text.contains(where: { $0.isASCII && $0.isNumber })
    else { return .passphraseTooPlain }
    return nil
  }
}
