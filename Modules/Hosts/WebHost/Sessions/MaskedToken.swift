import FeatureKit

/// The form of a session's token in a page. It differs in every page, so that the size of a compressed page does not reveal it.
///
/// A page contains random bytes and the token combined with them; together they give the token.
package struct MaskedToken: Equatable, Sendable {
  package let text: String

  package init(_ token: [UInt8], pad: [UInt8]) {
    text = Base64URL.text(pad + zip(token, pad).map { $0 ^ $1 })
  }

  /// Whether the text is the token. The comparison takes the same time for all texts.
  package static func fits(_ text: String, _ token: [UInt8]) -> Bool {
    guard let bytes = Base64URL.bytes(text), bytes.count == token.count * 2, !token.isEmpty else {
      return false
    }
    var difference: UInt8 = 0
    for index in token.indices {
      difference |= bytes[index] ^ bytes[index + token.count] ^ token[index]
    }
    return difference == 0
  }
}
