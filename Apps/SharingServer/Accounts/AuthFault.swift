import HTTP
import JSON
import PostgreSQL

/// A refusal of an account request, with the status, code and message of the protocol
/// (supabase-wire 3.5).
struct AuthFault: Error {
  var status: Status
  var code: String
  var message: String
  var wait: Int?
  var reasons: [String] = []

  init(
    _ status: Status, _ code: String, _ message: String, wait: Int? = nil, reasons: [String] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.wait = wait
    self.reasons = reasons
  }

  /// The reasons why a password is too weak, as JSON; nil if the refusal is not about a password.
  var weakness: JSONValue? { reasons.isEmpty ? nil : .array(reasons.map { .string($0) }) }

  /// Creates the refusal of an account request whose database statement failed.
  init(_ failure: DatabaseFailure) {
    let fault = RestFault(failure, isSignedIn: true, isWriting: true)
    // An error message of an SQL function is written for programs that use tables, and would not be
    // understood here. The refusal has a general message instead.
    if case .refused = failure, fault.wait == nil {
      self.init(.internalError, "unexpected_failure", "Unexpected failure")
      return
    }
    self.init(
      fault.status, fault.status.code == 504 ? "request_timeout" : "unexpected_failure",
      fault.message, wait: fault.wait)
  }

  static let emailExists = AuthFault(
    422, "email_exists", "A user with this email address has already been registered")

  static let noUser = AuthFault(.notFound, "user_not_found", "User not found")

  static let noSession = AuthFault(
    .forbidden, "session_not_found", "Session from session_id claim in JWT does not exist")

  static let banned = AuthFault(
    .badRequest, "user_banned",
    "This account cannot sign in: it was closed, or a parent's consent is missing.")

  static let parentsAddress = AuthFault(
    422, "consent_needed", "The parent who agrees needs an e-mail address of their own.")

  static let consentAwaited = AuthFault(
    422, "consent_awaited", "The address is confirmed. A parent has to agree now, by e-mail.")

  static func invalid(_ message: String) -> AuthFault {
    AuthFault(.badRequest, "validation_failed", message)
  }

  static let uninvited = AuthFault(
    422, "signup_disabled", "An account needs an invitation that was not used and is not old.")

  static let wrongPassword = AuthFault(
    .badRequest, "invalid_credentials", "Invalid login credentials")

  /// Returns the refusal as a response. A client that sends the header `X-Supabase-Api-Version`
  /// gets the protocol's newer form, and any other client the older one.
  func response(to request: Request) -> Response {
    let isNew = request.headers["X-Supabase-Api-Version"] != nil
    var body: JSONObject =
      isNew
      ? ["code": .string(code), "message": .string(message)]
      : ["code": JSONValue(status.code), "error_code": .string(code), "msg": .string(message)]
    if let weakness { body["weak_password"] = ["reasons": weakness] }
    var response = Response.json(status, .object(body))
    if isNew { response.headers["X-Supabase-Api-Version"] = "2024-01-01" }
    response.headers["x-sb-error-code"] = code
    if let wait { response.headers["Retry-After"] = String(wait) }
    return response
  }
}
