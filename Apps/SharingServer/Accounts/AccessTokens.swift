import AuthLive
import CivilTime
import FeatureKit
import JSON

/// Creates and verifies access tokens, which are JSON web tokens (supabase-wire 3.3).
///
/// The server always uses one fixed algorithm, and never the one that the header of a token names,
/// because a forger could choose a weak one.
struct AccessTokens: Sendable {
  /// A signing key, and the name by which a token's header refers to it.
  struct Key: Equatable, Sendable {
    var name: String
    var secret: SecretText
    /// The day on which the key was created; nil if the configuration does not say it.
    var made: CalendarDay?

    init(name: String, secret: SecretText, made: CalendarDay? = nil) {
      self.name = name
      self.secret = secret
      self.made = made
    }

    /// Creates a new key with random bytes.
    init(random: RandomSource, made: CalendarDay) throws(Problem) {
      name = Base64URL.text(try random.bytes(6))
      secret = SecretText(Base64URL.text(try random.bytes(32)))
      self.made = made
    }

    /// Reads a key of the configuration.
    init(_ members: ConfigMembers) throws(Problem) {
      var members = members
      name = try members.text("name")
      secret = SecretText(try members.secret("secret"))
      made = try members.day("made")
      try members.finish()
    }

    var json: JSONValue {
      var object: JSONObject = ["name": .string(name), "secret": .string(secret.revealed)]
      if let made { object["made"] = .string(made.description) }
      return .object(object)
    }
  }

  enum Fault: Error, Equatable {
    /// The token is unreadable, or none of the server's keys signed it.
    case notOurs
    /// The token is expired, not valid yet, or meant for another audience. The text is PostgREST's
    /// message about it.
    case claims(String)
    case cannotCheck(Problem)
  }

  /// The signing keys. The first key signs new tokens. Tokens of the other keys are still accepted,
  /// so that a key can be replaced while people are signed in.
  let keys: [Key]
  let issuer: String
  /// The number of seconds for which a token is valid. If a token was stolen or its account
  /// deleted, its signature stays valid for the rest of this time.
  let life: Int64
  private let verified = VerifiedTokens()

  init(keys: [Key], issuer: String, life: Int64) {
    self.keys = keys
    self.issuer = issuer
    self.life = life
  }

  private static let skew: Int64 = 30
  /// The largest number of bytes of a person's own metadata in a token.
  ///
  /// Without the limit, a person with much metadata would get a token that is too long for a
  /// request, and could make no request at all.
  private static let mostMetadata = 4_096

  func token(
    for user: JSONValue, session: String, now: Instant
  ) throws(Problem) -> String {
    let metadata = user["user_metadata"] ?? [:]
    return try signed([
      "iss": .string(issuer), "sub": user["id"] ?? .null, "aud": "authenticated",
      "exp": JSONValue(Int(now.seconds + life)), "iat": JSONValue(Int(now.seconds)),
      "email": user["email"] ?? "", "phone": "", "app_metadata": user["app_metadata"] ?? [:],
      "user_metadata": metadata.text.utf8.count <= Self.mostMetadata ? metadata : [:],
      "role": "authenticated", "aal": "aal1",
      "amr": [["method": "password", "timestamp": JSONValue(Int(now.seconds))]],
      "session_id": .string(session), "is_anonymous": false,
    ])
  }

  /// Returns a token for the role `service_role`, with which an administrator's programs read and
  /// write without the limits of row security. It is valid for this number of days.
  func serviceToken(days: Int64, now: Instant) throws(Problem) -> String {
    try signed([
      "iss": .string(issuer), "role": "service_role", "iat": JSONValue(Int(now.seconds)),
      "exp": JSONValue(Int(now.seconds + days * 86_400)),
    ])
  }

  func signed(_ claims: JSONValue) throws(Problem) -> String {
    guard let key = keys.first else { throw Problem(.failed, "The server has no signing key.") }
    let head: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": .string(key.name)]
    let signed =
      Base64URL.text(Array(head.text.utf8)) + "." + Base64URL.text(Array(claims.text.utf8))
    let mac = try MessageMAC.hmacSHA256(Array(signed.utf8), key: Array(key.secret.revealed.utf8))
    return signed + "." + Base64URL.text(mac)
  }

  /// Returns the claims of a person's token. Throws unless this server signed the token and it is
  /// valid now.
  func claims(of token: String, now: Instant) throws(Fault) -> TokenClaims {
    let claims = try signedClaims(of: token)
    try checkTimes(claims, now)
    guard claims["sub"]?.string != nil, claims["role"]?.string == "authenticated" else {
      throw .notOurs
    }
    guard claims["aud"]?.string == "authenticated" else { throw .claims("JWT not in audience") }
    return claims
  }

  /// Returns whether one of the server's keys signed the token for this role. A token that names no
  /// role is for `anon` (supabase-wire 4). Throws if such a token is not valid now, or if the token
  /// cannot be checked.
  func isOf(_ role: String, _ token: String, now: Instant) throws(Fault) -> Bool {
    let claims: TokenClaims
    do throws(Fault) {
      claims = try signedClaims(of: token)
    } catch {
      guard error == .notOurs else { throw error }
      return false
    }
    guard claims["role"] ?? "anon" == .string(role) else { return false }
    try checkTimes(claims, now)
    return true
  }

  private func signedClaims(of token: String) throws(Fault) -> TokenClaims {
    if let claims = verified.claims(of: token) { return claims }
    let pieces = token.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard pieces.count == 3, token.utf8.count < 16_384,
      let head = Self.json(pieces[0]), head["alg"]?.string == "HS256",
      let claims = Self.json(pieces[1])?.object, let mac = Base64URL.bytes(Substring(pieces[2]))
    else { throw .notOurs }
    let signed = Array(token.utf8[..<pieces[1].endIndex])
    var isOurs = false
    // A program that signs tokens with the server's secret may leave out the key's name. Every key
    // is then tried.
    for key in keys where head["kid"].map({ $0.string == key.name }) ?? true {
      do throws(Problem) {
        let expected = try MessageMAC.hmacSHA256(signed, key: Array(key.secret.revealed.utf8))
        isOurs = isOurs || MessageMAC.areEqual(mac, expected)
      } catch {
        throw .cannotCheck(error)
      }
    }
    guard isOurs else { throw .notOurs }
    let checked = TokenClaims(claims)
    verified.keep(checked, of: token)
    return checked
  }

  private func checkTimes(_ claims: TokenClaims, _ now: Instant) throws(Fault) {
    guard let ends = try Self.time("exp", of: claims) else { throw .notOurs }
    if ends + Self.skew <= now.seconds { throw .claims("JWT expired") }
    if let begins = try Self.time("iat", of: claims), begins - Self.skew > now.seconds {
      throw .claims("JWT issued at future")
    }
    if let valid = try Self.time("nbf", of: claims), valid - Self.skew > now.seconds {
      throw .claims("JWT not yet valid")
    }
  }

  /// Returns the seconds of a time claim; nil if the token has no such claim.
  private static func time(_ name: String, of claims: TokenClaims) throws(Fault) -> Int64? {
    guard let claim = claims[name] else { return nil }
    // A claim above this number, a second after the year 9999, is not a valid time, and adding to
    // it could overflow.
    guard let seconds = claim.int, (0...253_402_300_799).contains(seconds) else {
      throw .claims("The JWT '\(name)' claim must be a number")
    }
    return Int64(seconds)
  }

  private static func json(_ piece: Substring.UTF8View) -> JSONValue? {
    Base64URL.bytes(Substring(piece)).flatMap {
      try? JSONValue.parse(utf8: $0, limits: JSONLimits(depth: 16))
    }
  }
}
