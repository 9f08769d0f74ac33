import AuthLive
import CivilTime
import FeatureKit
import JSON

/// Makes access tokens and reads them (supabase-wire 3.3): one algorithm, which is ours to say and never the token's.
struct AccessTokens: Sendable {
  /// A key and the name it has in a token's head.
  struct Key: Equatable, Sendable {
    var name: String
    var secret: SecretText
  }

  enum Fault: Error, Equatable {
    /// It cannot be read, or is not signed by one of the keys.
    case notOurs
    /// It is ours, and its time is over or has not begun; in PostgREST's words.
    case claims(String)
    case cannotCheck(Problem)
  }

  /// The first one signs; the others are still taken, so that keys can be changed while people are signed in.
  let keys: [Key]
  let issuer: String
  /// Seconds: one that was stolen, or whose account was ended, is good no longer than that.
  let life: Int64

  private static let skew: Int64 = 30
  /// Bytes of a person's own data in a token: one that does not fit into a request would be refused for good.
  private static let mostMetadata = 4_096

  func token(
    for user: JSONValue, session: String, now: Instant
  ) throws(Problem) -> String {
    guard let key = keys.first else { throw Problem(.failed, "The server has no signing key.") }
    let metadata = user["user_metadata"] ?? [:]
    let head: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": .string(key.name)]
    let claims: JSONValue = [
      "iss": .string(issuer), "sub": user["id"] ?? .null, "aud": "authenticated",
      "exp": JSONValue(Int(now.seconds + life)), "iat": JSONValue(Int(now.seconds)),
      "email": user["email"] ?? "", "phone": "", "app_metadata": user["app_metadata"] ?? [:],
      "user_metadata": metadata.text.utf8.count <= Self.mostMetadata ? metadata : [:],
      "role": "authenticated", "aal": "aal1",
      "amr": [["method": "password", "timestamp": JSONValue(Int(now.seconds))]],
      "session_id": .string(session), "is_anonymous": false,
    ]
    let signed =
      Base64URL.encoded(Array(head.text.utf8)) + "." + Base64URL.encoded(Array(claims.text.utf8))
    let mac = try MessageMAC.hmacSHA256(Array(signed.utf8), key: Array(key.secret.revealed.utf8))
    return signed + "." + Base64URL.encoded(mac)
  }

  /// The claims of a token that is ours and good now.
  func claims(of token: String, now: Instant) throws(Fault) -> JSONObject {
    let pieces = token.split(separator: ".", omittingEmptySubsequences: false)
    guard pieces.count == 3, token.utf8.count < 16_384,
      let head = Self.json(pieces[0]), head["alg"]?.string == "HS256",
      let claims = Self.json(pieces[1])?.object, let mac = Base64URL.decoded(pieces[2]),
      let key = keys.first(where: { $0.name == head["kid"]?.string })
    else { throw .notOurs }
    let signed = Array("\(pieces[0]).\(pieces[1])".utf8)
    let expected: [UInt8]
    do throws(Problem) {
      expected = try MessageMAC.hmacSHA256(signed, key: Array(key.secret.revealed.utf8))
    } catch {
      throw .cannotCheck(error)
    }
    guard Self.isSame(mac, expected) else { throw .notOurs }
    guard let ends = claims["exp"]?.int, let begins = claims["iat"]?.int,
      claims["sub"]?.string != nil, claims["role"]?.string == "authenticated"
    else { throw .notOurs }
    if Int64(ends) + Self.skew <= now.seconds { throw .claims("JWT expired") }
    if Int64(begins) - Self.skew > now.seconds { throw .claims("JWT issued at future") }
    if let valid = claims["nbf"], valid.int.map({ Int64($0) - Self.skew > now.seconds }) ?? true {
      throw .claims("JWT not yet valid")
    }
    guard claims["aud"]?.string == "authenticated" else { throw .claims("JWT not in audience") }
    return claims
  }

  private static func json(_ piece: Substring) -> JSONValue? {
    Base64URL.decoded(piece).flatMap {
      try? JSONValue.parse(utf8: $0, limits: JSONLimits(depth: 16))
    }
  }

  /// Takes as long whatever they hold.
  private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
