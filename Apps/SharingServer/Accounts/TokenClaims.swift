package import JSON
import Synchronization

/// The claims of an access token, which say who its owner is and until when it is valid. The value
/// has them as an object, and as the JSON text that the database gets.
package struct TokenClaims: Sendable {
  package let text: String
  private let object: JSONObject

  init(_ object: JSONObject) {
    self.object = object
    text = JSONValue.object(object).text
  }

  package subscript(name: String) -> JSONValue? { object[name] }
}

/// A cache of tokens whose signature has been verified, with their claims, so that a client's next
/// request needs no verification.
///
/// Each request still checks whether the token is valid at that time.
///
/// Two generations limit the cache's size: when the newer one is full, it replaces the older one. A
/// token that is used again moves to the newer generation.
final class VerifiedTokens: Sendable {
  private struct Generations {
    private static let most = 1_000
    private var newer: [String: TokenClaims] = [:]
    private var older: [String: TokenClaims] = [:]

    mutating func claims(of token: String) -> TokenClaims? {
      if let claims = newer[token] { return claims }
      guard let claims = older[token] else { return nil }
      keep(claims, of: token)
      return claims
    }

    mutating func keep(_ claims: TokenClaims, of token: String) {
      if newer.count >= Self.most { (newer, older) = ([:], newer) }
      newer[token] = claims
    }
  }

  private let generations = Mutex(Generations())

  func claims(of token: String) -> TokenClaims? {
    generations.withLock { $0.claims(of: token) }
  }

  func keep(_ claims: TokenClaims, of token: String) {
    generations.withLock { $0.keep(claims, of: token) }
  }
}
