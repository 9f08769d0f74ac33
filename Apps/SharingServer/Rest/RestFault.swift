import HTTP
import JSON
import PostgreSQL

/// The refusal of a request for tables or functions, in PostgREST's words (supabase-wire 1.4).
struct RestFault: Error {
  var status: Status
  /// The error code. It is nil for a wrong key of the server: programs recognize a wrong key by the
  /// missing code, as in a hosted project.
  var code: String?
  var message: String
  var details: String?
  /// The details of the refusal if they are a list instead of a text.
  var list: [JSONValue]?
  var hint: String?
  var wait: Int?
  /// The value of the header `Content-Range` in an answer without rows.
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

  /// Creates the refusal of a request that the database refused, with the HTTP status that fits.
  init(_ refusal: DatabaseRefusal, isSignedIn: Bool, isWriting: Bool) {
    // The write changed another number of rows than the request allowed.
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
      // The schema sets the status itself, as in PostgREST.
      case let state where state.hasPrefix("PT"): Status(Int(state.dropFirst(2)) ?? 500)
      case "42501": isSignedIn ? .forbidden : .unauthorized
      case "23503", "23505": .conflict
      case "42P01", "42883": .notFound
      // A read request tried to write, or the database is read-only at the moment and refused a
      // write.
      case "25006": isWriting ? .unavailable : .methodNotAllowed
      // The request is too long, or it is not a list.
      case "54000": .badRequest
      // Another request of the same family holds the lock.
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
      // A used-up daily quota can be retried after an hour. A cause that passes soon can be retried
      // after two seconds.
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
    if status == .unauthorized { response.headers["WWW-Authenticate"] = "Bearer" }
    response.headers["Content-Range"] = range
    if let wait { response.headers["Retry-After"] = String(wait) }
    return response
  }
}
