public import Basics
public import HTTP
import JSON

/// Why the server did not do what it was asked.
public enum SupabaseFailure: Error, Equatable, Sendable {
  /// No answer came.
  case network(HTTPFailure)
  /// Nobody is signed in on this device.
  case signedOut
  /// Whoever was signed in is no more, and signs in anew.
  case sessionEnded(AuthCode)
  /// The session goes on, and could not be kept on this device.
  case sessionNotKept(Problem)
  /// Signing in, signing up and the like were refused.
  case auth(AuthRefusal)
  /// Row security or a missing right.
  case notAllowed(RestRefusal)
  /// A rule, a wrong value, an unknown table.
  case refused(RestRefusal)
  case tooManyRequests(wait: Duration?)
  /// It took longer than a statement may, or was larger than a request may be: nothing of it was done, and half of it may go.
  case tooMuch
  /// The server's own trouble; it says when to come back, or not.
  case unavailable(Status, wait: Duration?)
  /// An answer that is none of the dialect.
  case unreadable(Status)
  /// A change of every row of a table: it is not even sent.
  case filterMissing(table: String)
}

/// A name for what is wrong, as the authentication part gives it. One that is not listed here is kept as it came.
public struct AuthCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public static let invalidCredentials: AuthCode = "invalid_credentials"
  public static let emailNotConfirmed: AuthCode = "email_not_confirmed"
  public static let userAlreadyExists: AuthCode = "user_already_exists"
  /// Our server's: somebody from 13 to 17 without a parent's consent, and somebody under 13.
  public static let consentNeeded: AuthCode = "consent_needed"
  public static let tooYoung: AuthCode = "too_young"
  public static let weakPassword: AuthCode = "weak_password"
  public static let validationFailed: AuthCode = "validation_failed"
  public static let samePassword: AuthCode = "same_password"
  public static let signupDisabled: AuthCode = "signup_disabled"
  public static let codeExpired: AuthCode = "otp_expired"
  public static let sessionNotFound: AuthCode = "session_not_found"
  public static let sessionExpired: AuthCode = "session_expired"
  public static let refreshTokenNotFound: AuthCode = "refresh_token_not_found"
  public static let refreshTokenUsed: AuthCode = "refresh_token_already_used"
  public static let userNotFound: AuthCode = "user_not_found"
  public static let userBanned: AuthCode = "user_banned"
  public static let badToken: AuthCode = "bad_jwt"
  /// The server gave no name.
  public static let none: AuthCode = ""

  /// Whether the session it is said of is over for good.
  var endsSession: Bool { Self.ending.contains(self) }

  private static let ending: Set<AuthCode> = [
    .sessionNotFound, .sessionExpired, .refreshTokenNotFound, .refreshTokenUsed, .userNotFound,
    .userBanned,
  ]
}

public struct AuthRefusal: Equatable, Sendable {
  public var status: Status
  public var code: AuthCode
  /// The server's own words, for a log; people are told ours. Empty when they repeat a secret.
  public var message: String
  /// What a password lacks: `length`, `characters`, `pwned`.
  public var reasons: [String] = []
}

/// What PostgREST says of a request, or PostgreSQL through it.
public struct RestRefusal: Equatable, Sendable {
  public var status: Status
  /// `PGRST…` or an SQLSTATE; empty when the server gave none.
  public var code: String
  public var message: String
  public var details: String?
  public var hint: String?
}

// MARK: - Out of an answer

extension SupabaseFailure {
  /// What an answer that is no success means.
  static func rest(_ answer: Response, wait: Duration?) -> SupabaseFailure {
    let json = answer.json
    let code = json?["code"]?.string ?? ""
    if code == Self.cancelled || answer.status == .contentTooLarge { return .tooMuch }
    // A limit of the program is no trouble of the server's, though it comes as one.
    if !code.hasPrefix(Self.limits), let common = common(answer, wait) { return common }
    let refusal = RestRefusal(
      status: answer.status, code: code,
      message: json?["message"]?.string ?? answer.status.phrase,
      // An ambiguous embed has a list here.
      details: json?["details"].flatMap { $0.string ?? ($0.isNull ? nil : $0.text) },
      hint: json?["hint"]?.string)
    let isAboutRights = refusal.code == "42501" || answer.status == .forbidden
    return isAboutRights ? .notAllowed(refusal) : .refused(refusal)
  }

  /// SQLSTATE of a statement that was cancelled, and how those of limits begin.
  private static let cancelled = "57014"
  private static let limits = "54"

  static func auth(_ answer: Response, wait: Duration?, secrets: [String]) -> SupabaseFailure {
    if let common = common(answer, wait) { return common }
    let json = answer.json
    // The code is a text where the version was echoed, and a number in older servers.
    let code = json?["error_code"]?.string ?? json?["code"]?.string ?? ""
    let words = ["msg", "message", "error_description", "error"].lazy
      .compactMap { json?[$0]?.string }.first
    let message = words ?? answer.status.phrase
    let repeatsSecret = secrets.contains { !$0.isEmpty && message.contains($0) }
    return .auth(
      AuthRefusal(
        status: answer.status, code: AuthCode(rawValue: code),
        message: repeatsSecret ? "" : message,
        reasons: json?["weak_password"]?["reasons"]?.array?.compactMap(\.string) ?? []))
  }

  private static func common(_ answer: Response, _ wait: Duration?) -> SupabaseFailure? {
    switch answer.status.code {
    case 200..<300, 300, 400..<429, 430..<500: nil
    case 429: .tooManyRequests(wait: wait)
    case 500...: .unavailable(answer.status, wait: wait)
    default: .unreadable(answer.status)
    }
  }
}

extension Response {
  /// Nil for a body that is no JSON.
  var json: JSONValue? {
    guard case .bytes(let bytes) = body, !bytes.isEmpty else { return nil }
    return try? JSONValue.parse(utf8: bytes, limits: JSONLimits(depth: 64))
  }
}
