/// Encodes bytes as letters, digits, `-` and `_`. These characters need no escape in addresses,
/// cookies and file names (RFC 4648, 5).
package enum Base64URL {
  /// Returns the text of the bytes, without padding.
  package static func text(_ bytes: [UInt8]) -> String {
    String(decoding: Base64.characters(of: bytes, from: letters), as: UTF8.self)
  }

  /// Returns the bytes of a text. Nil for a text that `text(_:)` does not produce.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    text.utf8.withContiguousStorageIfAvailable(bytes(ofLetters:))
      ?? Array(text.utf8).withUnsafeBufferPointer(bytes(ofLetters:))
  }

  /// Returns the six bits that a letter stands for, from 0 to 63. Nil for a byte that is no such
  /// letter.
  package static func value(of letter: UInt8) -> UInt8? {
    let value = values[Int(letter)]
    return value < 64 ? value : nil
  }

  private static func bytes(ofLetters letters: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count * 3 / 4)
    var held: UInt32 = 0
    var bits: UInt32 = 0
    let values = Self.values
    for letter in letters {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      held = held << 6 | UInt32(value)
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
  /// For each byte, the six bits that it stands for as a Base64URL letter, from 0 to 63. For a byte
  /// that is no such letter, 64.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()
}
