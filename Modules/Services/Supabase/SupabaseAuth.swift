public import Basics
public import CivilTime
public import HTTP
public import JSON
import Synchronization

/// Signs a person in to the server and out of it, and renews the session before it ends. Callers
/// that need a renewal at the same time share one request.
public actor SupabaseAuth {
  /// The state after a new account was requested.
  public enum SignUp: Equatable, Sendable {
    case signedIn(Session)
    /// The server has sent a code to the e-mail address and waits for the person to confirm it.
    case unconfirmed(SupabaseUser)
  }

  /// The devices on which a sign-out ends the session.
  public enum Scope: String, Sendable { case everywhere = "global", here = "local", others }

  let project: SupabaseProject
  let http: HTTPClient
  private let keeper: SessionKeeper
  /// Headers that are added to the requests that begin a session: to sign in and to sign up. No
  /// other request has them.
  private let headersOfSignIn: Headers
  private let now: @Sendable () -> Instant

  private var current: Session?
  private var isRead = false
  /// Whether this device has stored the session. If a write has failed, it is false, and the
  /// session is stored before its next use.
  private var isKept = true
  private var renewal: Task<Result<Session, SupabaseFailure>, Never>?

  public init(
    _ project: SupabaseProject, _ http: HTTPClient, keeper: SessionKeeper,
    headersOfSignIn: Headers = [:], now: @escaping @Sendable () -> Instant
  ) {
    self.project = project
    self.http = http
    self.keeper = keeper
    self.headersOfSignIn = headersOfSignIn
    self.now = now
  }
}

// MARK: - Reading, renewing and storing the session

extension SupabaseAuth {
  /// Returns the session with an access token that stays valid for the next request; nil when no
  /// person is signed in.
  public func session() async throws(SupabaseFailure) -> Session? {
    try await readOnce()
    guard let session = current else { return nil }
    if !isKept { try await keep(session) }
    guard now() >= session.refreshesAt else { return session }
    return try await renewed(after: session)
  }

  /// Returns a session with a new access token in place of that of `session`, which has expired or
  /// was rejected by the server.
  func renewed(after session: Session) async throws(SupabaseFailure) -> Session {
    guard let current else { throw .signedOut }
    // If the stored token is another one, another task has already renewed the session, and its
    // result is returned.
    if current.accessToken != session.accessToken { return current }
    let task = renewal ?? Task { await self.renewal(of: current) }
    renewal = task
    let result = await task.value
    if renewal == task { renewal = nil }
    return try result.get()
  }

  private func renewal(of session: Session) async -> Result<Session, SupabaseFailure> {
    let outcome = RenewalOutcome()
    do throws(Problem) {
      try await keeper.alone { await outcome.set(self.renew(session)) }
    } catch {
      return .failure(.sessionNotKept(error))
    }
    return outcome.value ?? .failure(.signedOut)
  }

  private func renew(_ session: Session) async -> Result<Session, SupabaseFailure> {
    // While this program waited for the lock, another program on this device may have renewed the
    // session. The stored session is then the newer one and is used.
    guard isKept, let read = try? await Stored(keeper) else { return await exchange(session) }
    // Another program has signed the person out of this device, so the session is not renewed.
    // Storing a renewed session would sign the person in again.
    guard let kept = read.session else {
      if isCurrent(session) { current = nil }
      return .failure(.signedOut)
    }
    guard kept.refreshToken != session.refreshToken else { return await exchange(session) }
    current = kept
    return now() < kept.refreshesAt ? .success(kept) : await exchange(kept)
  }

  /// The session that this device stores. It distinguishes a device without a session from one
  /// whose store cannot be read.
  private struct Stored {
    let session: Session?

    init(_ keeper: SessionKeeper) async throws(Problem) { session = try await keeper.read() }
  }

  private func exchange(_ session: Session) async -> Result<Session, SupabaseFailure> {
    do throws(SupabaseFailure) {
      // The server gives the same answer when the same refresh token is sent again, so the request
      // may be repeated after a lost answer.
      let json = try await ask(
        .post, "/token", [.init("grant_type", "refresh_token")],
        body: ["refresh_token": .string(session.refreshToken.revealed)],
        secrets: [session.refreshToken.revealed], repeats: .keyed)
      guard let renewed = Session(answer: json, now: now()) else { throw .unreadable(.ok) }
      // If the person signed out or signed in again during the request, the renewed session is
      // discarded.
      guard isCurrent(session) else { return current.map { .success($0) } ?? .failure(.signedOut) }
      try await keep(renewed)
      return .success(renewed)
    } catch .auth(let refusal) where refusal.code.endsSession {
      if isCurrent(session), refusal.code.forgetsSession {
        current = nil
        try? await keeper.keep(nil)
      }
      return .failure(.sessionEnded(refusal.code))
    } catch {
      switch error {
      // The server could not renew the session now, but until the current token expires it can
      // still be used.
      case .network, .unavailable, .tooManyRequests:
        return now() < session.expiresAt ? .success(session) : .failure(error)
      default: return .failure(error)
      }
    }
  }

  private func isCurrent(_ session: Session) -> Bool {
    current?.refreshToken == session.refreshToken
  }

  private func readOnce() async throws(SupabaseFailure) {
    guard !isRead else { return }
    do throws(Problem) {
      let kept = try await keeper.read()
      // While the stored session was being read, another task may have signed in. The session of
      // that task is newer, so the stored session must not replace it.
      if !isRead { current = kept }
      isRead = true
    } catch {
      throw .sessionNotKept(error)
    }
  }

  /// Stores the session on this device before any request uses it. A session that was used and
  /// could not be stored would be lost at the program's end, and the person would have to sign in
  /// again.
  private func keep(_ session: Session?) async throws(SupabaseFailure) {
    current = session
    isRead = true
    isKept = false
    do throws(Problem) {
      try await keeper.keep(session)
      isKept = true
    } catch {
      throw .sessionNotKept(error)
    }
  }

  /// Deletes the session on this device, without a request to the server.
  public func forget() async throws(SupabaseFailure) { try await keep(nil) }
}

/// Carries the result of a renewal out of the closure that runs while other programs on this device
/// may not renew the session.
private final class RenewalOutcome: Sendable {
  private let result = Mutex<Result<Session, SupabaseFailure>?>(nil)

  var value: Result<Session, SupabaseFailure>? { result.withLock { $0 } }

  func set(_ value: Result<Session, SupabaseFailure>) { result.withLock { $0 = value } }
}

// MARK: - Signing in and out

extension SupabaseAuth {
  public func signUp(
    email: String, password: SecretText, data: JSONObject = [:]
  ) async throws(SupabaseFailure) -> SignUp {
    let json = try await ask(
      .post, "/signup",
      body: [
        "email": .string(email), "password": .string(password.revealed), "data": .object(data),
      ], secrets: [password.revealed], headers: headersOfSignIn)
    // An answer with a token but without a complete session must not be taken for a sign-up that
    // still needs a confirmation. The method `entered` throws an error for such an answer.
    if json["access_token"] != nil { return .signedIn(try await entered(json)) }
    guard let user = SupabaseUser(json["user"] ?? json) else { throw .unreadable(.ok) }
    return .unconfirmed(user)
  }

  public func signIn(
    email: String, password: SecretText
  ) async throws(SupabaseFailure) -> Session {
    try await entered(
      try await ask(
        .post, "/token", [.init("grant_type", "password")],
        body: ["email": .string(email), "password": .string(password.revealed)],
        secrets: [password.revealed], headers: headersOfSignIn))
  }

  /// Requests the account of the signed-in person from the server.
  public func user() async throws(SupabaseFailure) -> SupabaseUser {
    try await account(.get, nil)
  }

  /// Changes data of the account. The possible members are `data`, `password` and `email`.
  public func update(_ members: JSONObject) async throws(SupabaseFailure) -> SupabaseUser {
    try await account(
      .put, .object(members),
      secrets: ["password", "current_password", "nonce"]
        .compactMap { members[$0]?.string })
  }

  /// Ends the session on the server and deletes it on this device. A session that the server does
  /// not know counts as ended.
  ///
  /// With `others`, only the sessions on other devices end, and a device without a session that the
  /// server knows cannot end them.
  public func signOut(_ scope: Scope = .here) async throws(SupabaseFailure) {
    do throws(SupabaseFailure) {
      // A session that has ended stays ended, so the request may be repeated.
      _ = try await authorized(
        .post, "/logout", [.init("scope", scope.rawValue)], repeats: .keyed)
    } catch .signedOut where scope != .others {
      return
    } catch .sessionEnded where scope != .others {
    } catch .auth(let refusal)
      where scope != .others && [401, 403, 404].contains(refusal.status.code)
    {}
    if scope != .others { try await keep(nil) }
  }

  private func entered(_ json: JSONValue) async throws(SupabaseFailure) -> Session {
    guard let session = Session(answer: json, now: now()) else { throw .unreadable(.ok) }
    try await keep(session)
    return session
  }

  private func account(
    _ method: Method, _ body: JSONValue?, secrets: [String] = []
  ) async throws(SupabaseFailure) -> SupabaseUser {
    let json = try await authorized(method, "/user", body: body, secrets: secrets)
    guard let user = SupabaseUser(json) else { throw .unreadable(.ok) }
    return user
  }

  /// Sends a request with the token of the session. If the server rejects the token, it is renewed
  /// and the request is sent once more. If the server says that the session has ended, the session
  /// is deleted on this device.
  private func authorized(
    _ method: Method, _ path: String, _ query: [Fields.Field] = [], body: JSONValue? = nil,
    secrets: [String] = [], repeats: AskingRules.Repeats? = nil
  ) async throws(SupabaseFailure) -> JSONValue {
    guard var session = try await session() else { throw .signedOut }
    var isRetried = false
    while true {
      do throws(SupabaseFailure) {
        return try await ask(
          method, path, query, token: session.accessToken.revealed, body: body, secrets: secrets,
          repeats: repeats)
      } catch .auth(let refusal)
        where !isRetried && (refusal.status == .unauthorized || refusal.code == .badToken)
      {
        session = try await renewed(after: session)
        isRetried = true
      } catch .auth(let refusal) where refusal.code.endsSession {
        if refusal.code.forgetsSession { try await keep(nil) }
        throw .sessionEnded(refusal.code)
      }
    }
  }

  private func ask(
    _ method: Method, _ path: String, _ query: [Fields.Field] = [], token: String? = nil,
    body: JSONValue? = nil, secrets: [String] = [], headers: Headers = [:],
    repeats: AskingRules.Repeats? = nil
  ) async throws(SupabaseFailure) -> JSONValue {
    var rules = AskingRules()
    rules.repeats = repeats ?? (method.isSafe ? .whenIdempotent : .never)
    // An answer of more than a mebibyte is rejected, because an answer with a session has only a
    // few kilobytes.
    rules.answerLimit = 1 << 20
    var headers = headers
    headers["X-Supabase-Api-Version"] = "2024-01-01"
    let request = try project.request(
      method, "/auth/v1\(path)", query, token: token, headers: headers, body: body)
    let answer: Response
    do throws(HTTPFailure) {
      answer = try await http.answer(to: request, rules)
    } catch {
      throw .network(error)
    }
    guard answer.status.isSuccess else {
      throw .auth(
        answer, wait: RetryAfter.pause(in: answer.headers, now: now()),
        secrets: secrets + (token.map { [$0] } ?? []))
    }
    return answer.json ?? .object([:])
  }
}
