import FeatureKit

/// A session's token in a page. Its text differs in every page, so the size of a compressed page
/// does not reveal the token.
///
/// The text consists of random bytes, and of the token combined with these bytes by XOR.
package struct MaskedToken: Equatable, Sendable {
  package let text: String

  package init(_ token: [UInt8], pad: [UInt8]) {
    text = Base64URL.text(pad + zip(token, pad).map { $0 ^ $1 })
  }

  /// Returns true if the text contains the token. The comparison takes the same time for all texts
  /// of the right length.
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
