import HTTP
import JSON
import PostgreSQL

/// The refusal of a request for a table or a function, with PostgREST's status, code and message
/// (supabase-wire 1.4).
struct RestFault: Error {
  var status: Status
  /// The error code. It is nil if the request lacks a valid API key: clients recognize that fault
  /// by the missing code, as with a hosted Supabase project.
  var code: String?
  var message: String
  var details: String?
  /// The details of a refusal that asks the client to choose: the relationships between two tables,
  /// of which the request has to name one.
  var list: [JSONValue]?
  var hint: String?
  var wait: Int?
  /// The value of the header `Content-Range` for an answer without rows; nil omits the header.
  var range: String?

  init(
    _ status: Status, _ code: String?, _ message: String, details: String? = nil,
    hint: String? = nil, wait: Int? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
    self.hint = hint
    self.wait = wait
  }

  static func unparsed(_ what: String) -> RestFault {
    RestFault(.badRequest, "PGRST100", "\"failed to parse \(what)\"")
  }

  /// Creates the refusal from an error of the database, with the HTTP status that fits the SQLSTATE
  /// code.
  init(_ refusal: DatabaseRefusal, isSignedIn: Bool, isWriting: Bool) {
    // The schema's own codes CS003 and CS004 refuse a write that changed more or fewer rows than
    // the request allowed. The details of the refusal contain the number of changed rows.
    let written = refusal.details.flatMap { Int($0) } ?? 0
    switch refusal.state {
    case "CS003":
      self = .notSingle(written)
      return
    case "CS004":
      self = .tooManyAffected(written)
      return
    default: break
    }
    let status: Status =
      switch refusal.state {
      // An SQL function can choose the HTTP status of its refusal: a code such as `PT404` contains
      // it, as in PostgREST.
      case let state where state.hasPrefix("PT"): Status(Int(state.dropFirst(2)) ?? 500)
      case "42501": isSignedIn ? .forbidden : .unauthorized
      case "23503", "23505": .conflict
      case "42P01", "42883": .notFound
      // A read-only transaction refused a write: either a request to read tried to write, or the
      // whole database is read-only at the moment.
      case "25006": isWriting ? .unavailable : .methodNotAllowed
      // A function of the schema raises this code if a value in the request has to be a list of
      // limited length, and is too long or not a list.
      case "54000": .badRequest
      // The request waited too long for a lock, which another request of the same family holds. A
      // later try can succeed.
      case "55P03": .unavailable
      case let state where state.hasPrefix("08") || state.hasPrefix("53"): .unavailable
      case let state
      where ["40", "54", "55", "57", "58", "XX"].contains(String(state.prefix(2))):
        .internalError
      case let state where ["28", "0L", "0P"].contains(String(state.prefix(2))): .forbidden
      default: .badRequest
      }
    self.init(
      status, refusal.state, refusal.message, details: refusal.details, hint: refusal.hint,
      // The client may retry after an hour if its daily quota is used up (53400), and after two
      // seconds if the server is briefly unavailable.
      wait: refusal.state == "53400" ? 3_600 : status == .unavailable ? 2 : nil)
  }

  init(_ failure: DatabaseFailure, isSignedIn: Bool, isWriting: Bool) {
    switch failure {
    case .refused(let refusal):
      self.init(refusal, isSignedIn: isSignedIn, isWriting: isWriting)
    case .busy:
      self.init(
        504, "PGRST003", "Timed out acquiring connection from connection pool.", wait: 5)
    case .unreachable, .closed, .libraryMissing:
      self.init(.unavailable, "PGRST000", "Could not connect with the database.", wait: 5)
    case .broken:
      self.init(.unavailable, "PGRST001", "The connection to the database was lost.", wait: 1)
    }
  }

  /// Creates the refusal of a token.
  init(_ fault: AccessTokens.Fault) {
    switch fault {
    case .notOurs: self.init(.unauthorized, "PGRST301", "No suitable key or wrong key type")
    case .claims(let words): self.init(.unauthorized, "PGRST303", words)
    case .cannotCheck: self.init(.internalError, "PGRST300", "Tokens cannot be checked.")
    }
  }

  var response: Response {
    let hint = hint.map { JSONValue.string($0) } ?? .null
    guard let code else {
      return .json(status, ["message": .string(message), "hint": hint])
    }
    var response = Response.json(
      status,
      [
        "code": .string(code), "message": .string(message),
        "details": list.map { .array($0) } ?? details.map { .string($0) } ?? .null,
        "hint": hint,
      ])
    response.headers["Proxy-Status"] = "PostgREST; error=\(code)"
    if status == .unauthorized {
      let isOfToken = ["PGRST301", "PGRST303"].contains(code)
      response.headers["WWW-Authenticate"] =
        isOfToken ? "Bearer error=\"invalid_token\", error_description=\"\(message)\"" : "Bearer"
    }
    response.headers["Content-Range"] = range
    if let wait { response.headers["Retry-After"] = String(wait) }
    return response
  }
}
