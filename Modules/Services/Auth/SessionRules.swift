public import Basics
public import CivilTime

/// A signed-in person, with the start and the end of the session.
public struct SignInSession: Hashable, Sendable {
  public var userID: RecordID
  public var startedAt: Instant
  public var expiresAt: Instant
  /// The digest of the session's token: 64 lower-case hexadecimal digits, the key of
  /// `local_sessions`. Nil for a session that is not stored.
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

/// The duration of a sign-in (rule 4.15 of domain.md).
public enum SessionLength: Hashable, Sendable {
  /// The sign-in lasts until the process ends, and nothing is stored (`--profile` of a one-shot command).
  case process
  case day
  /// The sign-in lasts 30 days ("Remember me").
  case month
}

/// Rule 4.15 about sessions, as pure functions.
public enum SignInSessionRules {
  /// How long before its end a session gets a warning.
  public static let warning: Int64 = 5 * 60_000

  public enum Standing: Equatable, Sendable {
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

  /// A session gets a warning in its last five minutes and is over at the instant of its end.
  public static func standing(of session: SignInSession, at now: Instant) -> Standing {
    let left = now.milliseconds(until: session.expiresAt)
    if left <= 0 { return .expired }
    return left <= warning ? .endsSoon(milliseconds: left) : .active
  }
}

/// The waits after wrong passphrases.
public enum TryRules {
  /// The number of wrong passphrases that cause no wait, because they may be typing mistakes.
  static let free = 2
  static let longestWait: Int64 = 5 * 60_000

  /// The wait before the next try after `failures` wrong ones: 1, 2, 4 ... seconds, at most five minutes.
  public static func wait(afterFailures failures: Int) -> Int64 {
    guard failures > free else { return 0 }
    return min(longestWait, 1000 << Int64(min(failures - free - 1, 20)))
  }

  /// Returns the rest of the wait after wrong passphrases. If the last attempt is in the future
  /// because the clock was set back, it counts as just made.
  public static func remainingWait(for credential: Credential, at now: Instant) -> Int64 {
    guard let last = credential.lastTriedAt else { return 0 }
    let since = max(0, last.milliseconds(until: now))
    return max(0, wait(afterFailures: credential.failedTries) - since)
  }
}

/// The requirements of a passphrase (rule 4.15, sign-up and reset).
public enum PassphraseRules {
  public static let lengths = 8...128

  /// What is wrong with a new passphrase, or nil when it is acceptable.
  public static func fault(in passphrase: SecretText) -> AuthFailure? {
    let text = passphrase.revealed
    guard lengths.contains(text.count) else { return .passphraseLength(text.count) }
    guard text.contains(where: \.isUppercase), text.contains(where: \.isLowercase),
      text.contains(where: { $0.isASCII && $0.isNumber })
    else { return .passphraseTooPlain }
    return nil
  }
}
