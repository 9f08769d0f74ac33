import FeatureKit

/// The session's secret token in the form in which pages contain it.
///
/// The text consists of random bytes, followed by the token combined with them by XOR. Every page
/// therefore contains another text, and an attacker cannot find out the token from the sizes of
/// compressed pages (the BREACH attack).
package struct MaskedToken: Equatable, Sendable {
  package let text: String

  package init(_ token: [UInt8], pad: [UInt8]) {
    text = Base64URL.text(pad + zip(token, pad).map { $0 ^ $1 })
  }

  /// Returns whether the text contains the token. The comparison takes the same time for all texts
  /// of the right length, so that the time reveals nothing about the token.
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
