import FeatureKit

/// A code from an e-mail together with the address that it was sent to, which a link carries as one
/// word: the `token_hash` of supabase-wire 3.1.
///
/// The word is only encoded as Base64, so it has to be kept as secret as the code itself.
package struct MailedCode: Equatable, Sendable {
  package let code: String
  package let email: String

  package init(_ code: String, to email: String) {
    self.code = code
    self.email = email
  }

  package init?(tokenHash: String) {
    let bytes = Base64URL.bytes(tokenHash[...]) ?? []
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    self.init(String(parts[0]), to: String(parts[1]))
  }

  /// The number of digits of a code.
  static let digits = 6

  /// Returns whether a text has the form of a code: all codes in e-mails have it.
  package static func isCode(_ text: String) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  package var tokenHash: String { Base64URL.text(Array("\(code) \(email)".utf8)) }
}
