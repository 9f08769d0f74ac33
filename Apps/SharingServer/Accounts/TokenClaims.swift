package import JSON
import Synchronization

/// The claims of a token, and the same claims as text for the database.
package struct TokenClaims: Sendable {
  package let text: String
  private let object: JSONObject

  init(_ object: JSONObject) {
    self.object = object
    text = JSONValue.object(object).text
  }

  package subscript(name: String) -> JSONValue? { object[name] }
}

/// The claims of tokens whose signature was already checked, so that the signature need not be
/// checked again for a client's next request. Whether a token is valid now is still checked for
/// each request.
///
/// Two generations limit the memory. When the newer generation is full, the older one is dropped. A
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
