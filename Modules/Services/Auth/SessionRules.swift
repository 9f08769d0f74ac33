public import Basics
public import CivilTime

/// Who is signed in, since when and until when.
public struct SignInSession: Hashable, Sendable {
  public var userID: RecordID
  public var startedAt: Instant
  public var expiresAt: Instant
  /// What its token is stored as: 64 lower-case hexadecimal digits, the key of `local_sessions`. Nil for one that is not
  /// stored.
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

/// How long a sign-in lasts (rule 4.15).
public enum SessionLength: Hashable, Sendable {
  /// This process only: nothing is stored (`--profile` of a one-shot command).
  case process
  case day
  /// "Remember me": 30 days.
  case month
}

/// What rule 4.15 says of sessions, as pure functions.
public enum SignInSessionRules {
  /// How long before its end a session is warned about.
  public static let warning: Int64 = 5 * 60_000

  /// Where a session stands.
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

  /// The last five minutes are warned of; at its very end a session is over.
  public static func standing(of session: SignInSession, at now: Instant) -> Standing {
    let left = now.milliseconds(until: session.expiresAt)
    if left <= 0 { return .expired }
    return left <= warning ? .endsSoon(milliseconds: left) : .active
  }
}

/// How wrong passphrases slow the next try down.
public enum TryRules {
  /// Slips of the finger that cost nothing.
  static let free = 2
  static let longestWait: Int64 = 5 * 60_000

  /// How long after the last of so many wrong tries the next may come: 1, 2, 4 ... seconds, at most five minutes.
  public static func wait(afterFailures failures: Int) -> Int64 {
    guard failures > free else { return 0 }
    return min(longestWait, 1000 << Int64(min(failures - free - 1, 20)))
  }

  /// What is left of that wait. A last try in the future (a clock set back) counts as just made.
  public static func remainingWait(for credential: Credential, at now: Instant) -> Int64 {
    guard let last = credential.lastTriedAt else { return 0 }
    let since = max(0, last.milliseconds(until: now))
    return max(0, wait(afterFailures: credential.failedTries) - since)
  }
}

/// What a passphrase must be (rule 4.15, sign-up and reset).
public enum PassphraseRules {
  public static let lengths = 8...128

  /// What is wrong with a new passphrase, or nil.
  public static func fault(in passphrase: SecretText) -> AuthFailure? {
    let text = passphrase.revealed
    guard lengths.contains(text.count) else { return .passphraseLength(text.count) }
    guard text.contains(where: \.isUppercase), text.contains(where: \.isLowercase),
      text.contains(where: { $0.isASCII && $0.isNumber })
    else { return .passphraseTooPlain }
    return nil
  }
}
