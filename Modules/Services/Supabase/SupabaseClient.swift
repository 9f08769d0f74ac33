import Basics
public import CivilTime
public import HTTP
public import JSON

/// Reads tables of a server that speaks the Supabase protocol, and calls its functions, as the
/// signed-in person or without a sign-in.
public struct SupabaseClient: Sendable {
  public let auth: SupabaseAuth
  /// Headers that are added to every request, besides the headers that the request itself needs.
  public var headers: Headers = [:]
  private let project: SupabaseProject
  private let http: HTTPClient
  private let now: @Sendable () -> Instant

  public init(
    _ project: SupabaseProject, _ http: HTTPClient, auth: SupabaseAuth,
    now: @escaping @Sendable () -> Instant
  ) {
    self.project = project
    self.http = http
    self.auth = auth
    self.now = now
  }

  /// Calls a function in the server's database by its name.
  ///
  /// - Parameter repeats: `.keyed` for a function where a repeated call changes nothing.
  /// - Returns: the function's result as JSON; null for a function that returns nothing.
  public func call(
    _ function: String, _ arguments: JSONObject = [:], repeats: AskingRules.Repeats = .never,
    rules: AskingRules = AskingRules()
  ) async throws(SupabaseFailure) -> JSONValue {
    let answer = try await ask(
      .post, "rpc/\(PercentEncoding.encoded(function))", [], body: .object(arguments),
      repeats: repeats, rules: rules)
    if answer.status == .noContent { return .null }
    guard let json = answer.json else { throw .unreadable(answer.status) }
    return json
  }

  /// Waits for changes of the family's data: the server answers true when there are some, and false
  /// after a while without any. Returns nil if the server does not know this request: Recruiting
  /// Compass's own server knows it, a project at supabase.com does not.
  public func waitForNews(_ body: JSONObject) async throws(SupabaseFailure) -> Bool? {
    var rules = AskingRules()
    rules.total = .seconds(60)
    rules.silence = .seconds(45)
    do throws(SupabaseFailure) {
      return try await ask(
        .post, "news", [], root: "compass", body: .object(body), repeats: .never, rules: rules
      ).json?["news"]?.bool
    } catch .refused(let refusal) where refusal.status == .notFound {
      return nil
    }
  }

  public func rows(_ query: TableQuery) async throws(SupabaseFailure) -> [JSONValue] {
    try Self.list(
      try await ask(.get, query.path, query.fields, repeats: .whenIdempotent))
  }

  // MARK: - Sending a request

  /// Sends a request with a valid token. If the server rejects the token nevertheless, the token is
  /// renewed and the request is sent once more. This is safe, because a request with a rejected
  /// token has changed nothing.
  private func ask(
    _ method: Method, _ path: String, _ fields: [Fields.Field], root: String = "rest",
    body: JSONValue? = nil, repeats: AskingRules.Repeats, rules: AskingRules = AskingRules()
  ) async throws(SupabaseFailure) -> Response {
    var rules = rules
    rules.repeats = repeats
    var session = try await auth.session()
    var isRenewed = false
    while true {
      let request = try project.request(
        method, "/\(root)/v1/\(path)", fields, token: session?.accessToken.revealed,
        headers: headers, body: body)
      let answer: Response
      do throws(HTTPFailure) {
        answer = try await http.answer(to: request, rules)
      } catch .bodyTooLarge {
        throw .tooMuch
      } catch {
        throw .network(error)
      }
      if answer.status.isSuccess { return answer }
      guard answer.status == .unauthorized, let old = session else {
        throw .rest(answer, wait: RetryAfter.pause(in: answer.headers, now: now()))
      }
      guard !isRenewed else { throw .sessionEnded(.badToken) }
      isRenewed = true
      session = try await auth.renewed(after: old)
    }
  }

  private static func list(_ answer: Response) throws(SupabaseFailure) -> [JSONValue] {
    if answer.status == .noContent { return [] }
    guard let rows = answer.json?.array else { throw .unreadable(answer.status) }
    return rows
  }
}

extension TableQuery {
  var path: String { PercentEncoding.encoded(table) }
}
