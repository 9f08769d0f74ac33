import AuthLive
import CivilTime
import FeatureKit
import HTTP
import JSON
import PostgreSQL

/// Answers the requests of the server's account interface: signing up, signing in, renewing tokens
/// and signing out (supabase-wire 3).
struct Accounts: Sendable {
  let database: Database
  let tokens: AccessTokens
  /// The key from which, together with a refresh token, the next refresh token is derived.
  ///
  /// A client that sends an old token again therefore gets the same next token, although the
  /// database stores only digests of tokens.
  let refreshKey: SecretText
  let registration: Registration
  let service: ServiceKey
  /// The addresses to which links in e-mails may lead; nil if the configuration has no such
  /// addresses.
  let links: LinkSettings?
  /// Erases a person's data on an administrator's request, with the same rights and effects as if
  /// the person had asked for it.
  let erasing: @Sendable (_ person: String, Request) async throws(RestFault) -> Void
  let passwords: PasswordHashing
  let random: RandomSource
  /// Sends the server's e-mails; nil if the configuration names no mail server.
  let mail: ServerMail?
  /// Returns the address of the server's pages for browsers; nil if the server has no pages.
  let pagesAddress: @Sendable () -> String?
  /// The time zone in which letters name a day, for people who have chosen none.
  let zone: Zone
  let now: @Sendable () -> Instant

  func answer(_ request: Request, address: String) async throws -> Response {
    do {
      let json = try await Self.body(request)
      let path = Array(request.segments.dropFirst(2))
      if path.first == "admin" {
        return try await administer(Array(path.dropFirst()), json, request)
      }
      switch (request.method, request.segments.dropFirst(2).joined(separator: "/")) {
      case (.post, "signup"): return try await signUp(json, request, address)
      case (.post, "token"):
        switch request.query["grant_type"] {
        case "password": return try await signIn(json, request, address)
        case "pkce": return try await exchange(json, request, address)
        case "refresh_token": return try await refresh(json, address)
        default:
          throw AuthFault(.badRequest, "invalid_credentials", "unsupported_grant_type")
        }
      case (.post, "recover"): return try await recover(json, request, address)
      case (.post, "otp"), (.post, "magiclink"):
        return try await sendSignInCode(json, request, address)
      case (.post, "resend"): return try await resend(json, address)
      case (.post, "verify"): return try await verify(json, request, address)
      case (.get, "verify"): return try await openLink(request, address)
      case (.post, "logout"): return try await signOut(request)
      case (.get, "user"): return .json(.ok, try await user(request).user)
      case (.put, "user"): return try await change(json, request, address)
      case (.get, "settings"): return .json(.ok, settings)
      case (.get, "health"):
        return .json(.ok, ["version": "1", "name": "compass-server", "description": "accounts"])
      case (.get, ".well-known/jwks.json"):
        var response = Response.json(.ok, ["keys": []])
        response.headers["Cache-Control"] = "public, max-age=600"
        return response
      default: throw AuthFault(.notFound, "not_found", "There is nothing here.")
      }
    } catch let fault as AuthFault {
      return fault.response(to: request)
    } catch is PasswordHashing.Full {
      return AuthFault(429, "over_request_rate_limit", "Request rate limit reached", wait: 5)
        .response(to: request)
    } catch DatabaseFailure.refused(let refusal)
      where ["22", "23"].contains(String(refusal.state.prefix(2)))
    {
      // PostgreSQL's error codes that begin with 22 are about values that no column can store, such
      // as 1e400000. Codes that begin with 23 are about values that a constraint forbids.
      return AuthFault.invalid("A value is too long or not allowed.").response(to: request)
    } catch let failure as DatabaseFailure {
      return AuthFault(failure).response(to: request)
    } catch let fault as RequestFault {
      return AuthFault(fault.status, "bad_json", fault.sentence).response(to: request)
    }
  }

  private var settings: JSONValue {
    [
      "external": ["email": true, "phone": false], "disable_signup": .bool(registration != .open),
      "mailer_autoconfirm": .bool(mail == nil), "phone_autoconfirm": false, "sms_provider": "",
      "saml_enabled": false,
    ]
  }

  private static func body(_ request: Request) async throws -> JSONValue {
    guard [.post, .put, .delete].contains(request.method) else { return .null }
    let bytes = try await request.body.bytes(limit: 64 << 10)
    // An empty body counts as an object without members: a sign-out request has no body, and some
    // clients leave the body out of other requests too.
    if bytes.isEmpty { return .object([:]) }
    guard let json = try? JSONValue.parse(utf8: bytes, limits: JSONLimits(depth: 16)),
      json.object != nil, !Text.hasNUL(json)
    else { throw AuthFault(.badRequest, "bad_json", "Could not parse request body as JSON") }
    return json
  }

  /// Runs one statement as the database role that may read and change accounts. SQL from a caller
  /// is never run in this role.
  func ask(_ text: String, _ values: [String?]) async throws -> DatabaseRows {
    try await database.run([
      Statement("SELECT set_config('role', 'compass_accounts', true)"), Statement(text, values),
    ])[1]
  }
}

// MARK: - Signing up and in

extension Accounts {
  private func signUp(
    _ json: JSONValue, _ request: Request, _ address: String
  ) async throws -> Response {
    guard registration != .closed else {
      throw AuthFault(422, "signup_disabled", "Signups not allowed for this instance")
    }
    if json["email"]?.string?.isEmpty ?? true {
      guard json["phone"]?.string?.isEmpty ?? true else {
        throw AuthFault(.badRequest, "phone_provider_disabled", "Phone signups are disabled")
      }
      throw AuthFault(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    }
    var form = try SignUpForm(json, today: now().day)
    let program = try programLink(json, request)
    // Sign-ups are limited for each network address alone. With one limit for all addresses, a
    // single client could block the sign-ups of everyone else.
    try await mayTry([("sign-up \(try digest(address))", 30)])
    if mail != nil { try await mayMail(form.email, address) }
    let hash = try await passwords.hash(form.password)
    let code = form.data["invite"]?.string
    form.data["invite"] = nil
    if let mail {
      let invite = registration == .invite ? code ?? "" : nil
      return try await askToConfirm(form, hash, invite: invite, mail, program)
    }
    guard let id = try await make(form, hash, invite: code) else {
      throw AuthFault(422, "user_already_exists", "User already registered")
    }
    return try await begin(id, request, try digest(address))
  }

  /// Creates the account and returns the person's id, or nil if the e-mail address already has an
  /// account.
  private func make(_ form: SignUpForm, _ hash: String, invite: String?) async throws -> String? {
    let values = [
      form.email, hash, form.birthDate.description, JSONValue.object(form.data).text,
      form.consent?.text,
    ]
    guard registration == .invite else {
      return try await ask(
        "SELECT accounts.sign_up($1, $2, $3::date, $4::jsonb, $5::jsonb)", values
      ).value
    }
    let told = try await ask(
      """
      SELECT accounts.sign_up_invited(accounts.digest($6), $1, $2, $3::date, $4::jsonb, $5::jsonb)
      """, values + [invite ?? ""]
    ).json
    guard told?["invited"]?.bool == true else { throw AuthFault.uninvited }
    return told?["person"]?.string
  }

  /// Returns a keyed digest of the text, which is stored in place of a personal address. Equal
  /// texts have equal digests, and the text cannot be computed from its digest.
  func digest(_ text: String) throws -> String {
    Base64URL.text(
      try MessageMAC.hmacSHA256(Array(text.utf8), key: Array(refreshKey.revealed.utf8)))
  }

  private func signIn(
    _ json: JSONValue, _ request: Request, _ address: String
  ) async throws -> Response {
    if json["email"]?.string?.isEmpty ?? true, json["phone"]?.string?.isEmpty == false {
      throw AuthFault(422, "phone_provider_disabled", "Phone logins are disabled")
    }
    guard let email = json["email"]?.string?.lowercased(), let password = json["password"]?.string,
      email.utf8.count <= 254, !password.isEmpty, password.utf8.count <= 72
    else { throw AuthFault.wrongPassword }
    // The database counts the attempts under digests of the e-mail address and the network address,
    // so that it does not contain the addresses themselves.
    let (account, place) = (try digest(email), try digest(address))
    try await mayTry([
      ("sign-in \(account) at \(place)", 10), ("sign-in from \(place)", 100),
    ])
    let found = try await ask(
      "SELECT person, password_hash, is_known_place FROM accounts.password_of($1, $2)",
      [email, place])
    // Attempts on one account from all network addresses together share this limit. An attempt from
    // a network address where the account has signed in before does not count, so that attackers
    // cannot lock the owner out.
    if found.rows.first?[2] != "t" { try await mayTry([("sign-in \(account)", 100)]) }
    let hash = found.rows.first?[1]
    guard try await passwords.matches(SecretText(password), hash) else {
      throw AuthFault.wrongPassword
    }
    // A password hash without an account belongs to a sign-up that still needs a parent's consent,
    // so the sign-in is refused until the parent has answered.
    guard let id = found.value else { throw AuthFault.consentAwaited }
    return try await begin(
      id, request, place, knowing: hash, weakness: SignUpForm.weakness(of: json["password"]))
  }

  /// Begins a session for the person and returns its tokens.
  ///
  /// - Parameters:
  ///   - hash: the password hash with which the request's password was compared; nil if the request
  ///     proved itself without a password. The session begins only if the account still has this
  ///     hash.
  ///   - recovers: whether the session may set a password without the current one, for an hour.
  ///   - weakness: what the answer says of a password that a new account could not have.
  func begin(
    _ person: String, _ request: Request, _ place: String, knowing hash: String? = nil,
    recovers: Bool = false, weakness: JSONValue? = nil
  ) async throws -> Response {
    let token = Base64URL.text(try random.bytes(32))
    let begun = try await ask(
      "SELECT accounts.begin_session($1::uuid, accounts.digest($2), $3, $4, $5)",
      [person, token, DeviceName.of(request.headers), place, hash])
    guard let json = try begun.json else { throw AuthFault.banned }
    if json["outdated"]?.bool == true { throw AuthFault.wrongPassword }
    if recovers {
      _ = try await ask(
        "UPDATE accounts.sessions SET recovers_until = now() + interval '1 hour' WHERE id = $1::uuid",
        [json["session"]?.string])
    }
    return try session(json, refresh: token, weakness: weakness)
  }

  private func refresh(_ json: JSONValue, _ address: String) async throws -> Response {
    guard let token = json["refresh_token"]?.string, token.utf8.count >= 12,
      token.utf8.count <= 200
    else { throw AuthFault.invalid("Refresh token is not valid") }
    try await mayTry([("refresh \(try digest(address))", 600)])
    let child = Base64URL.text(
      try MessageMAC.hmacSHA256(Array(token.utf8), key: Array(refreshKey.revealed.utf8)))
    let rotated = try await ask(
      "SELECT accounts.rotate(accounts.digest($1), accounts.digest($2))",
      [token, child])
    let answer = try rotated.json ?? .null
    switch answer["outcome"]?.string {
    case "rotated", "again": return try session(answer, refresh: child)
    case "used":
      throw AuthFault(
        .badRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
    case "refused": throw AuthFault.banned
    case "expired":
      throw AuthFault(
        .badRequest, "session_expired", "Invalid Refresh Token: Session Expired (Inactivity)")
    default:
      let erased = try await ask(
        "SELECT 1 FROM accounts.erased_tokens WHERE digest = accounts.digest($1)", [token])
      if erased.value != nil {
        throw AuthFault(.badRequest, "user_not_found", "User not found")
      }
      throw AuthFault(
        .badRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
    }
  }

  private func session(
    _ answer: JSONValue, refresh: String, weakness: JSONValue? = nil
  ) throws -> Response {
    let user = answer["user"] ?? .null
    let now = now()
    let access = try tokens.token(for: user, session: answer["session"]?.string ?? "", now: now)
    var members: JSONObject = [
      "access_token": .string(access), "token_type": "bearer",
      "expires_in": JSONValue(Int(tokens.life)),
      "expires_at": JSONValue(Int(now.seconds + tokens.life)),
      "refresh_token": .string(refresh), "user": user,
    ]
    members["weak_password"] = weakness
    var response = Response.json(.ok, .object(members))
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// Counts an attempt for each entry of `limits`. `who` names the counter, such as the sign-ins
  /// from one network address, and `most` is its limit. If a counter has reached its limit, throws
  /// a fault that says how long to wait.
  func mayTry(_ limits: [(who: String, most: Int)]) async throws {
    guard let seconds = try await noteTry(limits) else { return }
    throw AuthFault(429, "over_request_rate_limit", "Request rate limit reached", wait: seconds)
  }

  /// Returns how many seconds the next attempt has to wait; nil if it may be made now. Calling this
  /// does not count as an attempt.
  func wait(for limit: (who: String, most: Int)) async throws -> Int? {
    // A limit of zero refuses the attempt, so the database does not count it. The result is then
    // one second, unless another limit demands more.
    guard let seconds = try await noteTry([limit, (limit.who, 0)]), seconds > 1 else { return nil }
    return seconds
  }

  /// Counts an attempt for each entry of `limits`, unless one of them has reached its limit. Returns
  /// how many seconds the attempt has to wait; nil if it may be made now.
  func noteTry(_ limits: [(who: String, most: Int)]) async throws -> Int? {
    let waits = try await ask(
      "SELECT compass.note_try($1::text[], $2::int[])",
      [
        ArrayText.of(limits.map(\.who)),
        "{\(limits.map { String($0.most) }.joined(separator: ","))}",
      ])
    return waits.value.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

// MARK: - Requests of a signed-in person

extension Accounts {
  /// Returns the user of the request's access token, and checks that the session of the token still
  /// exists, because a token can outlive its session.
  private func user(_ request: Request) async throws -> (
    user: JSONValue, session: String, person: String
  ) {
    guard let token = Bearer.token(request.headers) else {
      throw AuthFault(.unauthorized, "no_authorization", "This endpoint requires a Bearer token")
    }
    let claims: TokenClaims
    do throws(AccessTokens.Fault) {
      claims = try tokens.claims(of: token, now: now())
    } catch {
      throw AuthFault(.forbidden, "bad_jwt", "invalid JWT")
    }
    guard let session = claims["session_id"]?.string else {
      throw AuthFault(.forbidden, "bad_jwt", "invalid JWT")
    }
    let found = try await ask(
      "SELECT accounts.user_of(person), person FROM accounts.sessions WHERE id = $1::uuid AND accounts.may_sign_in(person)",
      [session])
    guard let user = try found.json, let person = found.rows.first?[1] else {
      let erased = try await ask("SELECT accounts.was_erased($1::uuid)", [claims["sub"]?.string])
      if erased.value == "t" {
        throw AuthFault(
          .forbidden, "user_not_found", "User from sub claim in JWT does not exist")
      }
      throw AuthFault.noSession
    }
    return (user, session, person)
  }

  /// Returns the id of the person whose access token the request has; nil for a request without a
  /// valid one. Clients also send expired tokens and the public key, which must not be refused here.
  func asking(_ request: Request) async throws -> String? {
    do { return try await user(request).person } catch is AuthFault { return nil }
  }

  private func signOut(_ request: Request) async throws -> Response {
    let scope = request.query["scope"] ?? "global"
    guard ["global", "local", "others"].contains(scope) else {
      throw AuthFault.invalid("Unsupported logout scope \(scope.prefix(20))")
    }
    let asking = try await user(request)
    _ = try await ask("SELECT accounts.sign_out($1::uuid, $2)", [asking.session, scope])
    return Response(.noContent)
  }

  /// Changes the password, the e-mail address or the metadata of the account.
  ///
  /// A new password or address needs a proof (`OwnerProof`). A new password ends all other sessions;
  /// a new address takes effect when it is confirmed (`takeAddress`).
  private func change(
    _ json: JSONValue, _ request: Request, _ address: String
  ) async throws -> Response {
    let asking = try await user(request)
    if json["app_metadata"].map({ !$0.isNull }) ?? false {
      throw AuthFault(.forbidden, "not_admin", "Updating app_metadata requires admin privileges")
    }
    guard json["phone"]?.string?.isEmpty ?? true else {
      throw AuthFault(422, "phone_provider_disabled", "Phone numbers are disabled")
    }
    if let given = json["email"], !given.isNull {
      guard let mail else {
        throw AuthFault.invalid("An address cannot be changed on this server.")
      }
      let email = try SignUpForm.email(given)
      if let old = asking.user["email"]?.string, email != old {
        _ = try await proven(asking, json)
        try await askAddress(email, insteadOf: old, of: asking.person, mail, address)
      }
    }
    if let given = json["password"], !given.isNull {
      let password = try SignUpForm.password(given)
      let kept = try await proven(asking, json)
      guard try await !passwords.matches(password, kept) else {
        throw AuthFault(
          422, "same_password", "New password should be different from the old password.")
      }
      let changed = try await ask(
        "SELECT accounts.set_password($1::uuid, $2, $3)",
        [asking.session, kept, try await passwords.hash(password)])
      guard changed.value == "t" else { throw AuthFault.wrongPassword }
      if let email = asking.user["email"]?.string { mail?.sendLater(.passwordChanged, to: email) }
    }
    if let data = json["data"]?.object {
      _ = try await ask(
        "SELECT accounts.add_metadata($1::uuid, $2::jsonb)",
        [asking.person, JSONValue.object(data).text])
    }
    return .json(.ok, try await user(request).user)
  }

  /// Checks that the request comes from the account's owner, and returns the account's stored
  /// password hash.
  private func proven(
    _ asking: (user: JSONValue, session: String, person: String), _ json: JSONValue
  ) async throws -> String? {
    // The limit prevents a thief of a signed-in device from guessing the password.
    try await mayTry([("password of \(asking.person)", 10)])
    let kept = try await ask(
      """
      SELECT p.password_hash, coalesce(s.recovers_until > now(), false),
        floor(extract(epoch FROM now() - s.created_at))::bigint
      FROM accounts.people AS p JOIN accounts.sessions AS s ON s.person = p.id WHERE s.id = $1::uuid
      """, [asking.session])
    // The query finds no row if the session has ended since the request arrived.
    guard let row = kept.rows.first, let age = row[2].flatMap({ Int($0) }) else {
      throw AuthFault.noSession
    }
    var proof = OwnerProof(sessionAge: age, recovers: row[1] == "t")
    if let shown = json["current_password"], !shown.isNull, shown != "" {
      proof.isPasswordRight = false
      if let current = shown.string {
        proof.isPasswordRight = try await passwords.matches(SecretText(current), kept.value)
      }
    }
    guard proof.isEnough else {
      throw AuthFault(
        .badRequest, "invalid_credentials",
        proof.isPasswordRight == nil
          ? "The current password is needed, because this session began more than ten minutes ago."
          : "The current password is wrong.")
    }
    return kept.value
  }
}
