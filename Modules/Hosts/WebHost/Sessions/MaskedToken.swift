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

/// Bytes as letters, digits, `-` and `_`, which need no escaping in addresses, cookies and file names (RFC 4648, 5).
package enum Base64URL {
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(letters[Int(held >> bits & 0x3F)])
      }
    }
    if bits > 0 { text.append(letters[Int(held << (6 - bits) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for anything but what `text` makes.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for letter in text.utf8 {
      guard let value = values[letter] else { return nil }
      held = held << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> bits))
      }
    }
    guard bits < 6, held & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values = Dictionary(
    uniqueKeysWithValues: letters.enumerated().map { ($1, UInt32($0)) })
}
