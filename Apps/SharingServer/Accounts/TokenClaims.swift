package import JSON
import Synchronization

/// What a token says, and the same as text for the database.
package struct TokenClaims: Sendable {
  package let text: String
  private let object: JSONObject

  init(_ object: JSONObject) {
    self.object = object
    text = JSONValue.object(object).text
  }

  package subscript(name: String) -> JSONValue? { object[name] }
}

/// The claims of tokens whose signature was found good, so that a client's next request need not be checked again. Whether a token is valid
/// now is decided anew each time.
///
/// Two generations bound the memory: when the newer one is full, the older one is dropped, and a token that is used moves to the newer one.
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
