/// Base64 for URLs (RFC 4648, 5), without padding.
enum Base64URL {
  static func encoded(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        letters.append(alphabet[Int(held >> bits & 63)])
      }
      held &= 0xFF
    }
    if bits > 0 { letters.append(alphabet[Int(held << (6 - bits) & 63)]) }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Nil for a text that `encoded` does not produce, so that each value has one text.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for letter in text.utf8 {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      held = (held << 6 | UInt32(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> bits))
      }
    }
    return encoded(bytes) == text ? bytes : nil
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
