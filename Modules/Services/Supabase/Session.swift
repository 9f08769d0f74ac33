public import Basics
public import CivilTime
public import JSON

/// The result of a person's sign-in at a server that speaks the Supabase protocol, as this device
/// stores it.
public struct Session: Equatable, Sendable {
  public let accessToken: SecretText
  public let refreshToken: SecretText
  /// The time at which the access token expires.
  ///
  /// It is computed with this device's own clock, from the arrival of the token and its lifetime,
  /// so that a clock that is fast or slow makes no difference.
  public let expiresAt: Instant
  /// The time from which a new access token is fetched. It is earlier than the expiry, so that no
  /// token expires during a request.
  public let refreshesAt: Instant
  public let user: SupabaseUser

  /// The number of seconds before the end of its life at which an access token is renewed. A token
  /// with a life of less than two minutes is renewed after half of it.
  private static let margin: Int64 = 60
  /// The lifetime in seconds of an access token from a server that sends none. It is the default of
  /// GoTrue, Supabase's service for sign-ins.
  private static let usualLife: Int64 = 3_600

  /// Parses the server's answer to a sign-in; nil when a token or the account is missing.
  init?(answer: JSONValue, now: Instant) {
    guard let access = answer["access_token"]?.string, !access.isEmpty,
      let refresh = answer["refresh_token"]?.string, !refresh.isEmpty,
      let user = answer["user"].flatMap(SupabaseUser.init)
    else { return nil }
    let life = min(max(answer["expires_in"]?.int.map(Int64.init) ?? Self.usualLife, 0), 31_536_000)
    accessToken = SecretText(access)
    refreshToken = SecretText(refresh)
    expiresAt = now.adding(seconds: life)
    refreshesAt = now.adding(seconds: max(life - Self.margin, life / 2))
    self.user = user
  }

  /// The session in the form of one text, which this device stores. The text contains both tokens,
  /// so it is secret.
  public var text: SecretText {
    SecretText(
      JSONValue.object([
        "access_token": .string(accessToken.revealed),
        "refresh_token": .string(refreshToken.revealed),
        "expires_at": .string(expiresAt.description),
        "refreshes_at": .string(refreshesAt.description), "user": user.json,
      ]).text)
  }

  /// Parses the text that the property `text` returns; nil for any other text.
  public init?(reading text: SecretText) {
    guard let json = try? JSONValue.parse(text.revealed),
      let access = json["access_token"]?.string, let refresh = json["refresh_token"]?.string,
      let expiresAt = json["expires_at"]?.string.flatMap(Instant.init),
      let refreshesAt = json["refreshes_at"]?.string.flatMap(Instant.init),
      let user = json["user"].flatMap(SupabaseUser.init)
    else { return nil }
    accessToken = SecretText(access)
    refreshToken = SecretText(refresh)
    self.expiresAt = expiresAt
    self.refreshesAt = refreshesAt
    self.user = user
  }
}

/// A person's account at the server, with all data that the server sends about it.
public struct SupabaseUser: Equatable, Sendable {
  public let id: String
  public let email: String?
  /// All members of the account as received, including those that this program does not know.
  public let json: JSONValue

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, !id.isEmpty else { return nil }
    self.id = id
    email = json["email"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    self.json = json
  }
}

/// Stores the session of this device between runs of the program, through the functions that the
/// caller passes.
public struct SessionKeeper: Sendable {
  let read: @Sendable () async throws(Problem) -> Session?
  let keep: @Sendable (Session?) async throws(Problem) -> Void
  let alone: @Sendable (@escaping @Sendable () async -> Void) async throws(Problem) -> Void

  /// - Parameters:
  ///   - keep: replaces the stored session; nil deletes it.
  ///   - alone: runs its work while no other program on this device runs such work. Two programs
  ///     that renewed one session at the same time would each end the other's session.
  public init(
    read: @escaping @Sendable () async throws(Problem) -> Session?,
    keep: @escaping @Sendable (Session?) async throws(Problem) -> Void,
    alone: @escaping @Sendable (@escaping @Sendable () async -> Void) async throws(Problem) -> Void
  ) {
    self.read = read
    self.keep = keep
    self.alone = alone
  }
}
