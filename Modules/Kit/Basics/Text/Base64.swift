/// Encodes bytes as letters, digits, `+` and `/` (RFC 4648, 4), as mail messages contain them.
package enum Base64 {
  /// Returns the characters of the bytes, padded with `=` to a multiple of four characters.
  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var encoded = characters(of: bytes, from: alphabet)
    encoded += repeatElement(UInt8(ascii: "="), count: (3 - bytes.count % 3) % 3)
    return encoded
  }

  /// Returns one character for each six bits of the bytes, without padding. Missing bits at the end
  /// are zeros.
  ///
  /// - Parameter alphabet: the characters for the values from 0 to 63.
  static func characters(of bytes: [UInt8], from alphabet: [UInt8]) -> [UInt8] {
    var characters: [UInt8] = []
    // The padding of `encoded(_:)` has its place too, so that the array grows only once.
    characters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        characters.append(alphabet[Int(held >> bits & 0x3F)])
      }
    }
    if bits > 0 { characters.append(alphabet[Int(held << (6 - bits) & 0x3F)]) }
    return characters
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
