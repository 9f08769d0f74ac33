import CivilTime
import HTTP
import HTTPServing
import JSON
import PostgreSQL

/// Serves the tables and functions of the database with the rights of each caller. One transaction
/// sets the caller's role and claims, and runs one statement (supabase-wire 4).
struct Rest: Sendable {
  let database: Database
  let schema: KnownSchema
  let tokens: AccessTokens
  let publicKey: String
  let service: ServiceKey
  /// The connections for requests with the service key, whose database role is not limited by row
  /// security; nil if the server accepts no service key.
  let serviceDatabase: Database?
  /// Whether the server sends mail. If it does, a parent must confirm the e-mail address before
  /// joining a family.
  let confirmsAddresses: Bool
  let now: @Sendable () -> Instant
  /// Sends the other person an e-mail about a request to join a family, or about its answer.
  var tellOfJoining: @Sendable (JoiningNews) -> Void = { _ in }

  var cache: SchemaCache { schema.cache }

  /// The caller of a request: the role, claims and address that are passed to the database.
  struct Caller: Sendable {
    var role: String
    var claims: TokenClaims
    var address: String
    var isSignedIn: Bool { role == "authenticated" }
    var isService: Bool { role == "service_role" }
    /// Whether an administrator makes the request on behalf of the person. The person then needs no
    /// session.
    var isStoodFor = false
    var needsSession: Bool { isSignedIn && !isStoodFor }
    var isStranger: Bool { !isSignedIn && !isService }
    /// The name under which the database connections that one caller uses at once are counted and
    /// limited: the person's id, the service role, or for a caller who is not signed in the network
    /// address.
    var share: String { claims["sub"]?.string ?? (isService ? role : "from \(address)") }
  }

  func answer(_ request: Request, address: String) async -> Response {
    var response: Response
    do throws(RestFault) {
      response = try await answer(request, try caller(request, address))
    } catch {
      response = error.response
    }
    response.headers["Vary"] = "Accept, Prefer, Range"
    return response
  }

  private func answer(_ request: Request, _ caller: Caller) async throws(RestFault) -> Response {
    let profile = request.headers[request.method.isSafe ? "Accept-Profile" : "Content-Profile"]
    guard profile == nil || profile == "public" else {
      throw RestFault(
        .notAcceptable, "PGRST106", "Invalid schema: \((profile ?? "").prefix(60))",
        hint: "Only the following schemas are exposed: public")
    }
    let path = Array(request.segments.dropFirst(2))
    switch (request.method, path.count) {
    case (.post, 2) where path[0] == "rpc", (.get, 2) where path[0] == "rpc",
      (.head, 2) where path[0] == "rpc":
      return try await call(path[1], request, caller)
    case (.get, 1), (.head, 1): return try await read(path[0], request, caller)
    case (.post, 1), (.patch, 1), (.put, 1), (.delete, 1):
      return try await write(path[0], request, caller)
    case (_, 1),
      (_, 2) where path[0] == "rpc":
      throw RestFault(
        .methodNotAllowed, "PGRST117", "Unsupported HTTP method: \(request.method.name.prefix(20))")
    default: throw RestFault(.notFound, "PGRST125", "Invalid path specified in request URL")
    }
  }

  /// Throws unless the request's header `apikey` has the public key, the service key, or a token
  /// that the server's key signed for the role of one of them.
  func checkKey(_ request: Request) throws(RestFault) {
    guard let key = request.headers["apikey"] else { throw .badKey }
    if key == publicKey { return }
    if try isOfStranger(key) { return }
    guard try service.admits(key) else { throw .badKey }
  }

  /// Returns whether a text is a token for callers who are not signed in.
  private func isOfStranger(_ text: String) throws(RestFault) -> Bool {
    do throws(AccessTokens.Fault) {
      return try tokens.isOf("anon", text, now: now())
    } catch {
      throw RestFault(error)
    }
  }

  /// Erases a person's data on an administrator's request, with the same rights and effects as if
  /// the person had asked for it.
  func erase(_ person: String, _ request: Request) async throws(RestFault) {
    let caller = Caller(
      role: "authenticated",
      claims: TokenClaims(["role": "authenticated", "sub": .string(person)]),
      address: "", isStoodFor: true)
    _ = try await run(
      "SELECT public.compass_erase_me()", [], request, caller, isWriting: true, isErasing: true)
  }

  // MARK: - Determining the caller of a request

  /// Returns how the HTTP server treats the client: as a client without a valid token, as one with
  /// a valid token, or as a device that waits for changes.
  ///
  /// Only the signature of the token is checked here; the database checks the session when it runs
  /// the statement.
  func clientKind(_ request: Request) -> ClientKind {
    guard let token = Bearer.token(request.headers), token != publicKey,
      (try? tokens.claims(of: token, now: now())) != nil || (try? service.admits(token)) == true
    else { return .stranger }
    return request.segments == ["compass", "v1", "news"] ? .waiting : .known
  }

  /// Whether a request does little but ask the database: it reads rows of one table, without the
  /// embedded tables, lists and groups of conditions that are written in parentheses.
  func isShort(_ request: Request) -> Bool {
    guard request.method == .get, request.segments.count == 3, request.segments[0] == "rest" else {
      return false
    }
    return !request.query.all.contains { $0.value.utf8.contains(UInt8(ascii: "(")) }
  }

  func caller(_ request: Request, _ address: String) throws(RestFault) -> Caller {
    let bearer = Bearer.token(request.headers)
    if request.headers["Authorization"] != nil, bearer == nil {
      throw RestFault(.unauthorized, "PGRST301", "Empty JWT is sent in Authorization header")
    }
    let shown = bearer ?? request.headers["apikey"]
    guard let shown, shown != publicKey else {
      return Caller(role: "anon", claims: .ofStranger, address: address)
    }
    do throws(AccessTokens.Fault) {
      // A caller with a valid token always gets the role `authenticated`. If the role came from the
      // token, a token could claim any role.
      return Caller(
        role: "authenticated", claims: try tokens.claims(of: shown, now: now()), address: address)
    } catch {
      if try service.admits(shown) {
        // The token's signature shows that it has the service key's role. Its other claims, such as
        // a person's id, are dropped, so that the service key never acts as a person.
        return Caller(role: "service_role", claims: .ofService, address: address)
      }
      // For a token of the role for callers without a sign-in, the other claims are dropped too,
      // because acting as a person needs a session.
      if try isOfStranger(shown) {
        return Caller(role: "anon", claims: .ofStranger, address: address)
      }
      throw RestFault(error)
    }
  }

  /// Runs one statement in a transaction with the caller's role and claims, and returns its rows.
  ///
  /// All settings are local to the transaction, so that the next caller on the connection does not
  /// inherit them. A caller who is not signed in gets less time than the connection's limit.
  func run(
    _ text: String, _ values: [String?], _ request: Request, _ caller: Caller, isWriting: Bool,
    isErasing: Bool = false, zone: String? = nil
  ) async throws(RestFault) -> DatabaseRows {
    let setting = Statement(
      """
      SELECT set_config('search_path', 'public', true), set_config('role', $1, true),
        set_config('request.jwt.claims', $2, true), set_config('request.method', $3, true),
        set_config('request.path', $4, true), set_config('request.headers', $7, true),
        set_config('request.address', $5, true), set_config('request.confirms_addresses', $6, true)\(isWriting ? "" : ", set_config('transaction_read_only', 'on', true)")\(caller.isStranger ? ", set_config('statement_timeout', '3s', true)" : "")\(zone == nil ? "" : ", set_config('timezone', $8, true)")
      """,
      [
        caller.role, caller.claims.text, request.method.name, request.path,
        caller.address, "\(confirmsAddresses)", Self.headersToShow(request).text,
      ] + (zone.map { [$0] } ?? []))
    var statements = [setting, Statement(text, values)]
    if caller.needsSession {
      let session = Statement(
        "SELECT accounts.require_session($1::uuid, $2::uuid, $3::boolean)",
        ["session_id", "sub"].map { caller.claims[$0]?.string } + ["\(isErasing)"])
      statements.insert(session, at: 0)
    }
    // A separate statement before the commit checks the deferred constraints. A refusal by this
    // statement has the constraint's own message, and a refusal by the commit would have none.
    if isWriting, !caller.isStranger {
      statements.append(Statement("SELECT compass.check_constraints()"))
    }
    let database = caller.isService ? serviceDatabase : self.database
    guard let database else {
      throw RestFault(.unauthorized, "PGRST301", "No suitable key or wrong key type")
    }
    do throws(DatabaseFailure) {
      return try await database.run(statements, for: caller.share)[caller.needsSession ? 2 : 1]
    } catch {
      throw RestFault(error, isSignedIn: !caller.isStranger, isWriting: isWriting)
    }
  }
}

extension Rest {
  /// Returns the headers that SQL functions read, under the names that PostgREST gives them.
  private static func headersToShow(_ request: Request) -> JSONValue {
    var shown = JSONObject()
    shown[CompassHeader.schema.lowercased()] = request.headers[CompassHeader.schema]
      .map(JSONValue.string)
    return .object(shown)
  }
}

extension TokenClaims {
  fileprivate static let ofStranger = TokenClaims(["role": "anon"])
  fileprivate static let ofService = TokenClaims(["role": "service_role"])
}
