/// The base64 encoding (RFC 4648), in which every mail server transfers a file unchanged.
enum Base64 {
  static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var held: UInt32 = 0
    var count = 0
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      count += 1
      if count == 3 {
        append(held, letters: 4, to: &letters)
        (held, count) = (0, 0)
      }
    }
    guard count > 0 else { return letters }
    append(held << (8 * UInt32(3 - count)), letters: count + 1, to: &letters)
    letters += repeatElement(UInt8(ascii: "="), count: 3 - count)
    return letters
  }

  /// Returns the encoded bytes in lines of 76 characters, each with CRLF at its end (RFC 2045,
  /// section 6.8).
  static func lines(_ bytes: [UInt8]) -> [UInt8] {
    let letters = encoded(bytes)
    var lines: [UInt8] = []
    lines.reserveCapacity(letters.count + letters.count / 38 + 2)
    var start = 0
    while start < letters.count {
      let end = min(letters.count, start + 76)
      lines += letters[start..<end]
      lines += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
      start = end
    }
    return lines
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func append(_ bits: UInt32, letters count: Int, to letters: inout [UInt8]) {
    for place in 0..<count {
      letters.append(alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)])
    }
  }
}
