public import Basics
public import CivilTime
public import JSON

/// Somebody signed in at a server, as this device keeps it.
public struct Session: Equatable, Sendable {
  public let accessToken: SecretText
  public let refreshToken: SecretText
  /// By this device's own clock, however wrong that is: reckoned from when the token came.
  public let expiresAt: Instant
  /// From when on another is fetched, so that none expires on the way.
  public let refreshesAt: Instant
  public let user: SupabaseUser

  /// Seconds before its end that a token is renewed; of a short-lived one the second half of its life.
  private static let margin: Int64 = 60
  /// GoTrue's own, for a server that does not say.
  private static let usualLife: Int64 = 3_600

  /// Reads what the server answers; nil when something of it is missing.
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

  /// What is kept on this device; it holds both tokens.
  public var text: SecretText {
    SecretText(
      JSONValue.object([
        "access_token": .string(accessToken.revealed),
        "refresh_token": .string(refreshToken.revealed),
        "expires_at": .string(expiresAt.description),
        "refreshes_at": .string(refreshesAt.description), "user": user.json,
      ]).text)
  }

  /// Reads what `text` wrote; nil for anything else.
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

/// An account, with everything the server says of it.
public struct SupabaseUser: Equatable, Sendable {
  public let id: String
  /// Nil where the account has none.
  public let email: String?
  /// All members as they came, known here or not.
  public let json: JSONValue

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, !id.isEmpty else { return nil }
    self.id = id
    email = json["email"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    self.json = json
  }
}

/// Where the session of this device is kept between programs.
public struct SessionKeeper: Sendable {
  let read: @Sendable () async throws(Problem) -> Session?
  let keep: @Sendable (Session?) async throws(Problem) -> Void
  let alone: @Sendable (@escaping @Sendable () async -> Void) async throws(Problem) -> Void

  /// - Parameters:
  ///   - keep: replaces what was kept; nil forgets it.
  ///   - alone: runs its work while no other program on this device runs such work. Two that renew one session at once
  ///     would each end the other's.
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
