import AuthLive
import Domain
import FamilyContext
import FeatureKit
import HTTP
import JSON
import Mailing
import PostgreSQL
import ServerInterface
import SharingServer
import WebHost

// The HTTP interface `/api/…` (domain.md 6). Its callers are programs that send an access token,
// and browsers that send their session cookie.
extension ServerPages {
  static let interfaceFolder = "api"
  private static let mostBytes = 1_000_000

  func answerProgram(_ request: Request) async -> Response {
    var limit: Headers = [:]
    var response: Response
    do {
      if let refusal = front.refusal(of: request) { throw ProgramFault(refusal.status) }
      let (operation, path) = try Self.operation(of: request)
      limit = try await countCall(operation, request)
      response = Self.response(try await answer(operation, path, request))
      if let seconds = operation.kept {
        response.headers["Cache-Control"] = "private, max-age=\(seconds)"
      }
    } catch let fault as ProgramFault {
      response = fault.response
    } catch let problem as Problem {
      response = ProgramFault(problem).response
    } catch let fault as RequestFault {
      response = ProgramFault(fault.status, fault.sentence).response
    } catch {
      response = ProgramFault(.databaseAway).response
    }
    for header in limit where response.headers[header.name] == nil {
      response.headers[header.name] = header.value
    }
    return response
  }

  private static func operation(
    of request: Request
  ) throws(ProgramFault) -> (Operation, path: [String: String]) {
    // HEAD is handled as GET; the body is left out when the answer is sent.
    let method = request.method == .head ? .get : request.method
    switch Operation.match(method, request.segments) {
    case .operation(let operation, let path): return (operation, path)
    case .unknown: throw ProgramFault(.notFound, "There is nothing here.")
    case .otherMethod(let methods):
      var fault = ProgramFault(.methodNotAllowed)
      fault.headers["Allow"] = methods.map(\.name).joined(separator: ", ")
      throw fault
    }
  }

  private func answer(
    _ operation: Operation, _ path: [String: String], _ request: Request
  ) async throws -> JSONValue {
    // The caller is checked before the values of the request. A caller who is not signed in
    // therefore does not learn which values are valid.
    let caller = operation.needsCaller ? try await caller(request) : nil
    let body = try await Self.body(of: request)
    let call: Call
    do throws(Problem) {
      call = try Call(operation, path: path, query: request.query, body: body)
    } catch {
      throw ProgramFault(operation.malformedStatus, error.title)
    }
    switch operation.place {
    case .accounts(let work):
      try await answer(work, call, request)
      return ["success": true]
    case .formToken:
      let pad = try RandomSource.system.bytes(EntryKeys.length)
      return ["token": .string(MaskedToken(try require(caller).token, pad: pad).text)]
    case .dailyWork: return try await doDailyWork(request)
    case .joining: return try await join(call, try require(caller), request)
    case .file(let work):
      return try await overFile(operation, call, try require(caller), work)
    case .mail(let work):
      let caller = try require(caller)
      guard ground.mail?.packets != nil else {
        throw ProgramFault(.unavailable, "This server sends no packets.")
      }
      return try await overFile(operation, call, caller, sendsMail: true, work)
    }
  }

  /// Calls the closure that does the work of an operation, with the services (the functions that
  /// read and write) of the caller's data file. If it throws a problem, throws the refusal that the
  /// operation declares for that problem.
  private func overFile(
    _ operation: Operation, _ call: Call, _ caller: SignedInPerson, sendsMail: Bool = false,
    _ work: @escaping Operation.Work
  ) async throws -> JSONValue {
    guard caller.hasProfile else {
      throw ProgramFault(.forbidden, "This account has no profile yet.")
    }
    do {
      return try await files.answer(caller, sendsMail: sendsMail) { services throws(Problem) in
        try await work(call.over(services))
      }
    } catch let problem as Problem {
      if problem.cause == .usage { throw ProgramFault(operation.malformedStatus, problem.title) }
      throw ProgramFault(problem, operation.status(of: problem))
    }
  }

  private func require(_ caller: SignedInPerson?) throws(ProgramFault) -> SignedInPerson {
    guard let caller else { throw .signedOut }
    return caller
  }

  // MARK: - Finding the caller of a request

  /// Returns the person of the access token, or else the person of the browser's session cookie. A
  /// browser's request that writes must also send the form token in the header `x-csrf-token`.
  private func caller(_ request: Request) async throws -> SignedInPerson {
    if request.headers["Authorization"] != nil { return try await bearer(request) }
    guard let person = try await signedIn(request) else { throw ProgramFault.signedOut }
    if !request.method.isSafe,
      !MaskedToken.fits(request.headers["x-csrf-token"] ?? "", person.token)
    {
      throw ProgramFault(
        .forbidden, "The header x-csrf-token is missing or wrong. GET /api/csrf-token gives it.")
    }
    return person
  }

  private func bearer(_ request: Request) async throws -> SignedInPerson {
    guard let token = Bearer.token(request.headers), let claims = ground.claims(token),
      let session = claims["session_id"]?.string, let person = claims["sub"]?.string,
      let told = try await ground.ask(
        "SELECT accounts.caller($1::uuid, $2::uuid)", [session, person]
      ).json,
      let caller = SignedInPerson(
        readerIn: told, session: session, token: try ground.digest("forms of \(session)"))
    else { throw ProgramFault.signedOut }
    return caller
  }

  // MARK: - Limits for each network address

  /// Counts the request of the caller's network address, and returns the headers that say how many
  /// requests are left. Throws if none are left.
  private func countCall(_ operation: Operation, _ request: Request) async throws -> Headers {
    let most = operation.mostInAMinute
    let who = try ground.digest("call of \(ground.network(request)) to \(operation.path)")
    let told = try await ground.ask(
      "SELECT accounts.count_call($1, $2::integer)", [Base64URL.text(who), "\(most)"]
    ).json
    let (calls, seconds) = (told?["calls"]?.int ?? 0, told?["seconds"]?.int ?? 0)
    let headers: Headers = [
      "X-RateLimit-Limit": "\(most)", "X-RateLimit-Remaining": "\(max(0, most - calls))",
      "X-RateLimit-Reset": "\(seconds)",
    ]
    guard calls > most else { return headers }
    var fault = ProgramFault(
      .tooManyRequests, "Too many requests. Try again in \(seconds) seconds.")
    fault.headers = headers
    fault.headers["Retry-After"] = "\(seconds)"
    throw fault
  }

  // MARK: - The bodies of requests

  private static func body(of request: Request) async throws -> JSONValue? {
    let bytes = try await request.body.bytes(limit: mostBytes)
    guard !bytes.isEmpty else { return nil }
    if let type = request.mediaType, !type.description.hasPrefix(MediaType.json.description) {
      throw ProgramFault(.unsupportedMediaType, "The body must be JSON.")
    }
    guard let json = try? JSONValue.parse(utf8: bytes) else {
      throw ProgramFault(.badRequest, "The body is no JSON.")
    }
    guard json.object != nil else { throw ProgramFault(.badRequest, "The body must be an object.") }
    guard !Text.hasNUL(json) else { throw ProgramFault(.badRequest, "The body has a NUL in it.") }
    return json
  }

  private static func response(_ json: JSONValue) -> Response {
    var response = Response(.ok, .json, json.text)
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}

// MARK: - Daily work at the request of a timer

extension ServerPages {
  /// The time after which a request for daily work stops, before a proxy would time out. The next
  /// request continues with the work that is left.
  private static let longestRequest = Duration.seconds(25)

  private func doDailyWork(_ request: Request) async throws -> JSONValue {
    guard let secret = ground.settings.cronSecret, let shown = request.headers["x-cron-secret"],
      MessageMAC.areEqual(Array(secret.revealed.utf8), Array(shown.utf8))
    else { throw ProgramFault(.unauthorized, "The header x-cron-secret is missing or wrong.") }
    let end = ContinuousClock.now + Self.longestRequest
    var (updated, failed) = (0, 0)
    while ContinuousClock.now < end, let worked = await workOff() {
      switch worked {
      case .done: updated += 1
      case .failed: failed += 1
      }
    }
    return [
      "total": JSONValue(updated + failed), "updated": JSONValue(updated),
      "failed": JSONValue(failed),
      // The answer does not name the people whose work failed: an administrator's timer has no
      // right to know them.
      "errors": failed == 0 ? [] : ["The work that failed is tried again in a quarter of an hour."],
    ]
  }
}

// MARK: - Requests about accounts

extension ServerPages {
  /// Answers a request about an account from a person who is not signed in. The answer never shows
  /// whether an e-mail address has an account.
  private func answer(
    _ work: Operation.AccountsWork, _ call: Call, _ request: Request
  ) async throws {
    let body = call.body
    guard ground.mail != nil else { throw ProgramFault(.unavailable, "This server sends no mail.") }
    switch work {
    case .requestPasswordReset, .resendVerification:
      let isReset = work == .requestPasswordReset
      let answer = try await ask(
        isReset ? "/auth/v1/recover" : "/auth/v1/resend",
        ["email": body["email"] ?? "", "type": isReset ? nil : "signup"], for: request)
      guard answer.response.status.isSuccess else { throw ProgramFault(answer) }
    case .confirmPasswordReset:
      // The password is checked before the code of the link is used, because the code works only
      // once: a refused password would waste it.
      if let refusal = SignUpForm.refusal(ofPassword: body["password"]) {
        throw ProgramFault(.badRequest, refusal)
      }
      let session = try await session(of: "recovery", body, request, wrong: .unauthorized)
      let answer = try await ask(
        "/auth/v1/user", method: .put, ["password": body["password"] ?? ""], token: session,
        for: request)
      guard answer.response.status.isSuccess else { throw ProgramFault(answer) }
      _ = try await ask("/auth/v1/logout?scope=local", [:], token: session, for: request)
    case .verifyEmail:
      let session = try await session(of: "signup", body, request, wrong: .badRequest)
      _ = try await ask("/auth/v1/logout?scope=local", [:], token: session, for: request)
    }
  }

  /// Uses the one-time code from a link in an e-mail, and returns the access token of the session
  /// that begins.
  ///
  /// - Parameter wrong: the status of the refusal if the request's `token` has a form that no link
  ///   contains.
  private func session(
    of type: String, _ body: JSONObject, _ request: Request, wrong: Status
  ) async throws -> String {
    guard let word = body["token"]?.string, MailedCode(tokenHash: word) != nil else {
      throw ProgramFault(wrong, "This is no word of a link.")
    }
    let answer = try await ask(
      "/auth/v1/verify", ["type": .string(type), "token_hash": .string(word)], for: request)
    if let token = answer.json["access_token"]?.string { return token }
    throw answer.code == "otp_expired"
      ? ProgramFault(Status(410), "This link was used, or is expired.") : ProgramFault(answer)
  }

  private func join(
    _ call: Call, _ caller: SignedInPerson, _ request: Request
  ) async throws -> JSONValue {
    let code = call.body["familyCode"] ?? ""
    let token = try ground.token(caller.user, caller.session)
    let answer = try await ask(
      "/rest/v1/rpc/join_family", ["code": code], token: token, for: request)
    guard answer.response.status.isSuccess else { throw ProgramFault(answer) }
    switch answer.json["outcome"]?.string {
    case "asked":
      return ["success": true, "status": "asked", "familyId": nil, "familyName": nil]
    case "member":
      let family = answer.json["family"] ?? .null
      let named = try await ask(
        "/rest/v1/family_units?select=family_name&id=eq.\(family.string ?? "")", method: .get, [:],
        token: token, for: request)
      return [
        "success": true, "status": "member", "familyId": family,
        "familyName": named.json.array?.first?["family_name"] ?? .null,
      ]
    case "malformed": throw ProgramFault(.badRequest, "A code is FAM- and six characters.")
    case "own": throw ProgramFault(.badRequest, "This is the code of your own family.")
    case "not_parent": throw ProgramFault(.forbidden, "Only parents join a family.")
    case "wait":
      var fault = ProgramFault(.tooManyRequests, "Too many codes were tried.")
      fault.headers["Retry-After"] = "\(answer.json["seconds"]?.int ?? 300)"
      throw fault
    default: throw ProgramFault(.notFound, "No family has this code.")
    }
  }
}

/// A refusal of a program's request, with the answer body that the specifications require:
/// `{statusCode, statusMessage}`.
struct ProgramFault: Error {
  var status: Status
  var message: String
  var details: [String] = []
  var headers: Headers = [:]

  static let signedOut = ProgramFault(.unauthorized, "Sign in first.")

  init(_ status: Status, _ message: String? = nil) {
    self.status = status
    // Without a message, the answer has only the phrase of its status, so that it reveals nothing
    // about a fault inside the server.
    self.message = message ?? status.phrase
  }

  init(_ problem: Problem, _ status: Status? = nil) {
    let status = status ?? problem.status
    self.init(status, status == .internalError ? nil : problem.title)
    if status != .internalError { details = problem.details }
  }

  /// Creates the error that another program is told when the server refused its request, for example
  /// because the account does not exist. An error of the server itself becomes “unavailable”.
  init(_ answer: AccountAnswer) {
    let status = answer.response.status
    let isOurs = status.code >= 500
    self.init(isOurs ? .unavailable : status, isOurs ? nil : answer.message)
    headers["Retry-After"] = answer.response.headers["Retry-After"]
  }

  var response: Response {
    var body: JSONObject = [
      "statusCode": JSONValue(status.code), "statusMessage": .string(message),
    ]
    if !details.isEmpty { body["data"] = ["details": .array(details.map { .string($0) })] }
    var response = Response(status, .json, JSONValue.object(body).text)
    for header in headers { response.headers[header.name] = header.value }
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
