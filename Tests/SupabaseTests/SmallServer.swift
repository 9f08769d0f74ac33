import Foundation
import HTTP
import HTTPServing
import JSON
import Synchronization

/// A server with the protocol of a Supabase project, for one account and one table.
///
/// Tests can expire its tokens and inject faults. Each refresh replaces the refresh token.
actor SmallServer {
  private(set) var asked: [String] = []
  private(set) var refreshes = 0
  private var number = 0
  private var access: Set<String> = []
  /// `active` is the valid refresh token, which each refresh replaces. `parent` is the token before
  /// it.
  ///
  /// A client that lost the answer to a refresh may send `parent` again.
  private var active: String?
  private var parent: String?
  private var used: Set<String> = []
  private var faults: [(path: String, answer: Response)] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false
  private let arrivals = AsyncStream<Void>.makeStream()
  private(set) var lastHeaders = Headers()
  private(set) var lastBody = JSONValue.null
  private var life = 3_600

  static let password = "correct horse battery"

  /// Makes the server answer the next `times` requests to a path with this response, such as an
  /// error.
  func fail(_ path: String, _ answer: Response, times: Int = 1) {
    faults += Array(repeating: (path, answer), count: times)
  }

  /// Invalidates all access tokens that were issued so far.
  func expireTokens() { access = [] }
  func revokeSession() { (active, parent) = (nil, nil) }
  func giveTokens(life: Int) { self.life = life }

  /// Makes the server hold its answers to refresh requests until `letGo` is called. A test can act
  /// while the requests wait.
  func hold() { isHolding = true }
  func letGo() {
    isHolding = false
    held.forEach { $0.resume() }
    held = []
  }

  /// Waits until a refresh request has arrived.
  func arrival() async { for await _ in arrivals.stream { return } }

  func answer(_ request: Request) async throws -> Response {
    asked.append("\(request.method) \(request.target.text)")
    lastHeaders = request.headers
    let bytes = try await request.body.bytes(limit: 1 << 20)
    lastBody = (try? JSONValue.parse(utf8: bytes)) ?? .null
    if let index = faults.firstIndex(where: { request.path.hasPrefix($0.path) }) {
      return faults.remove(at: index).answer
    }
    guard request.headers["apikey"] == "public-key" else {
      return .json(401, ["message": "No API key found in request", "hint": .null])
    }
    switch request.segments.dropFirst(2).first ?? "" {
    case "token" where request.query["grant_type"] == "password":
      let isRight = lastBody["password"]?.string == Self.password
      return isRight
        ? newSession() : .auth(400, "invalid_credentials", "Invalid login credentials")
    case "token": return await refresh(lastBody["refresh_token"]?.string ?? "")
    case "signup": return signUp(lastBody["email"]?.string ?? "")
    case "logout":
      guard isSignedIn(request) else { return .auth(403, "session_not_found", "gone") }
      (active, parent) = (nil, nil)
      return Response(.noContent)
    case "user":
      guard isSignedIn(request) else { return .auth(403, "bad_jwt", "invalid JWT") }
      return .json(.ok, Self.user)
    default: return rest(request)
    }
  }

  private func signUp(_ email: String) -> Response {
    switch email {
    case "there@example.org": .auth(422, "user_already_exists", "User already registered")
    case "wait@example.org": .json(.ok, Self.user)
    case "half@example.org": .json(.ok, ["access_token": "a", "user": Self.user])
    case "weak@example.org":
      .json(
        422,
        [
          "code": "weak_password",
          "message": .string("Password \(lastBody["password"]?.string ?? "") is weak"),
          "weak_password": ["reasons": ["length", "pwned"]],
        ], headers: ["X-Supabase-Api-Version": "2024-01-01"])
    default: newSession()
    }
  }

  private func refresh(_ token: String) async -> Response {
    refreshes += 1
    arrivals.continuation.yield()
    if isHolding { await withCheckedContinuation { held.append($0) } }
    guard let active else { return .auth(400, "refresh_token_not_found", "not found") }
    if token == parent { return session(active) }
    guard token == active else {
      (self.active, parent) = (nil, nil)
      return .auth(400, "refresh_token_already_used", "Already Used")
    }
    parent = token
    return newSession(keepingParent: true)
  }

  private func newSession(keepingParent: Bool = false) -> Response {
    number += 1
    if !keepingParent { parent = nil }
    active = "refresh-token-\(number)"
    return session("refresh-token-\(number)")
  }

  private func session(_ refresh: String) -> Response {
    number += 1
    access.insert("access-\(number)")
    return .json(
      .ok,
      [
        "access_token": .string("access-\(number)"), "token_type": "bearer",
        "expires_in": JSONValue(life), "expires_at": 1, "refresh_token": .string(refresh),
        "user": Self.user, "something_new": true,
      ])
  }

  static let user: JSONValue = [
    "id": "7e0c9e68-0a6d-4cc0-9a3f-000000000001", "aud": "authenticated",
    "email": "sam@example.org", "app_metadata": [:], "favourite_colour": "green",
  ]

  private func isSignedIn(_ request: Request) -> Bool {
    let words = (request.headers["Authorization"] ?? "").split(separator: " ")
    return words.count == 2 && words[0] == "Bearer" && access.contains(String(words[1]))
  }

  private func rest(_ request: Request) -> Response {
    let isPublic = request.headers["Authorization"] == "Bearer public-key"
    guard isSignedIn(request) || isPublic else {
      return .rest(401, "PGRST303", "JWT expired")
    }
    if isPublic { return .rest(401, "42501", "permission denied for table schools") }
    switch (request.method, request.path) {
    case (.post, "/rest/v1/rpc/nothing"): return Response(.noContent)
    case (.post, "/rest/v1/rpc/echo"): return .json(.ok, lastBody)
    case (.post, "/rest/v1/rpc/strange"): return Response(.ok, .html, "<h1>Hello</h1>")
    case (_, "/rest/v1/unknown"):
      return .rest(404, "PGRST205", "Could not find the table 'public.unknown' in the schema cache")
    case (_, "/rest/v1/hidden"): return .rest(403, "42501", "permission denied")
    case (.get, _):
      return .json(.ok, [["id": 1], ["id": 2]], headers: ["Content-Range": "0-1/*"])
    default: return .json(.ok, [["id": 1]])
    }
  }
}

extension Response {
  static func json(_ status: Status, _ json: JSONValue, headers: Headers = [:]) -> Response {
    var response = Response(status, .json, json.text)
    for header in headers { response.headers.add(header.name, header.value) }
    return response
  }

  static func auth(_ status: Status, _ code: String, _ message: String) -> Response {
    .json(
      status, ["code": .string(code), "message": .string(message)],
      headers: ["X-Supabase-Api-Version": "2024-01-01"])
  }

  static func rest(_ status: Status, _ code: String, _ message: String) -> Response {
    .json(
      status,
      ["code": .string(code), "message": .string(message), "details": .null, "hint": .null])
  }
}
