public import Basics
public import HTTP
import JSON

/// The reasons why a request to a server that speaks the Supabase protocol failed.
public enum SupabaseFailure: Error, Equatable, Sendable {
  /// No answer arrived.
  case network(HTTPFailure)
  /// No person is signed in on this device.
  case signedOut
  /// The session has ended at the server; the person has to sign in again. The code says why.
  case sessionEnded(AuthCode)
  /// The session is valid but could not be stored on this device.
  case sessionNotKept(Problem)
  /// The server does not know the public key of the project that the request contained.
  case wrongKey
  /// The server refused a sign-in, a sign-up or a similar request.
  case auth(AuthRefusal)
  /// The database refused the request: a rule for the row (row security) forbids it, or the account
  /// lacks a right.
  case notAllowed(RestRefusal)
  /// A rule was violated, a value is wrong, or a table is unknown.
  case refused(RestRefusal)
  case tooManyRequests(wait: Duration?)
  /// The statement took too long or the request was too large. The server changed nothing; a
  /// request of half the size may work.
  case tooMuch
  /// The server itself failed. `wait` is the pause that the server asks for before the next
  /// attempt; nil if the answer names none.
  case unavailable(Status, wait: Duration?)
  /// The answer does not follow the Supabase protocol, for example because it is no JSON.
  case unreadable(Status)
}

/// An error code of the authentication service. A code that has no constant here is kept as
/// received.
public struct AuthCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public static let invalidCredentials: AuthCode = "invalid_credentials"
  public static let emailNotConfirmed: AuthCode = "email_not_confirmed"
  public static let userAlreadyExists: AuthCode = "user_already_exists"
  /// The code of Recruiting Compass's own server for a person from 13 to 17 without a parent's
  /// consent. `tooYoung` is its code for a person under 13.
  public static let consentNeeded: AuthCode = "consent_needed"
  /// The code of Recruiting Compass's own server for a person whose parent was asked for the consent
  /// and has not answered.
  public static let consentAwaited: AuthCode = "consent_awaited"
  public static let tooYoung: AuthCode = "too_young"
  public static let weakPassword: AuthCode = "weak_password"
  public static let sessionNotFound: AuthCode = "session_not_found"
  public static let sessionExpired: AuthCode = "session_expired"
  public static let refreshTokenNotFound: AuthCode = "refresh_token_not_found"
  public static let refreshTokenUsed: AuthCode = "refresh_token_already_used"
  public static let userNotFound: AuthCode = "user_not_found"
  public static let userBanned: AuthCode = "user_banned"
  public static let badToken: AuthCode = "bad_jwt"
  /// The code for an answer in which the server sent no error code.
  public static let none: AuthCode = ""

  /// Whether this code means that the session is over and that the person has to sign in again.
  var endsSession: Bool { Self.ending.contains(self) }

  /// Whether the device deletes its session after this code.
  ///
  /// The session of a deleted account is kept, so that every later request fails with the same
  /// error. Without a session, a later request would only say that no person is signed in.
  var forgetsSession: Bool { endsSession && self != .userNotFound }

  private static let ending: Set<AuthCode> = [
    .sessionNotFound, .sessionExpired, .refreshTokenNotFound, .refreshTokenUsed, .userNotFound,
    .userBanned,
  ]
}

public struct AuthRefusal: Equatable, Sendable {
  public var status: Status
  public var code: AuthCode
  /// The server's own message, which is for a log. Users read the program's own sentences instead.
  ///
  /// The text is empty if the server's message repeats a secret.
  public var message: String
  /// The requirements that a rejected password does not meet, as the server names them: `length`,
  /// `characters`, `pwned`.
  public var reasons: [String] = []
}

/// A refusal by PostgREST, the interface of the server's tables, or by PostgreSQL through it.
public struct RestRefusal: Equatable, Sendable {
  public var status: Status
  /// The error code of PostgREST (`PGRST…`) or of PostgreSQL (an SQLSTATE); empty when the server
  /// sent none.
  public var code: String
  public var message: String
  public var details: String?
  public var hint: String?
}

// MARK: - The failure that an answer means

extension SupabaseFailure {
  /// Returns the failure that an unsuccessful answer of the table service means.
  static func rest(_ answer: Response, wait: Duration?) -> SupabaseFailure {
    let json = answer.json
    let code = json?["code"]?.string ?? ""
    if code == Self.cancelled || answer.status == .contentTooLarge { return .tooMuch }
    // If a request exceeds one of PostgreSQL's limits, the answer has the status of a failed
    // server. The cause is the request, so the answer is reported as a refusal and not as an
    // outage.
    if !code.hasPrefix(Self.limits), let common = common(answer, wait) { return common }
    let refusal = RestRefusal(
      status: answer.status, code: code,
      message: json?["message"]?.string ?? answer.status.phrase,
      // If a request can join two tables in several ways, the details of the refusal are a JSON
      // list and not a text.
      details: json?["details"].flatMap { $0.string ?? ($0.isNull ? nil : $0.text) },
      hint: json?["hint"]?.string)
    let isAboutRights = refusal.code == "42501" || answer.status == .forbidden
    return isAboutRights ? .notAllowed(refusal) : .refused(refusal)
  }

  /// The SQLSTATE of a statement that PostgreSQL cancelled, which happens at a time limit.
  ///
  /// `limits` is the prefix of the SQLSTATEs for exceeded limits, such as a statement that is too
  /// complex.
  private static let cancelled = "57014"
  private static let limits = "54"

  static func auth(_ answer: Response, wait: Duration?, secrets: [String]) -> SupabaseFailure {
    if let common = common(answer, wait) { return common }
    let json = answer.json
    // Servers that know the API version of the request send the error code as a text. Older servers
    // send a number in its place, which is ignored.
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
    // The authentication service and the table service answer with a code or a member `error`. An
    // answer with neither comes from the check of the public key, which happens before both
    // services.
    case 401 where ["code", "error_code", "error"].allSatisfy { answer.json?[$0] == nil }:
      .wrongKey
    case 200..<300, 300, 400..<429, 430..<500: nil
    case 429: .tooManyRequests(wait: wait)
    case 500...: .unavailable(answer.status, wait: wait)
    default: .unreadable(answer.status)
    }
  }
}

extension Response {
  /// The body of the response as JSON; nil when it is not JSON.
  var json: JSONValue? {
    guard case .bytes(let bytes) = body, !bytes.isEmpty else { return nil }
    return try? JSONValue.parse(utf8: bytes, limits: JSONLimits(depth: 64))
  }
}
