/// Percent encoding, `%C3%A9` for `é`: the form of text in an address (RFC 3986, 2.1).
public enum PercentEncoding {
  /// The text of `encoded`.
  ///
  /// - Parameter plusIsSpace: as forms write it; in a path a plus is a plus.
  /// - Returns: nil when a `%` is not followed by two hexadecimal digits, or when the bytes are no UTF-8. A guess would make
  ///   two addresses of one, and checks of the one would not hold for the other.
  public static func decoded(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.utf8.count)
    var rest = encoded.utf8.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(ASCII.hexValue),
          let low = rest.next().flatMap(ASCII.hexValue)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte == UInt8(ascii: "+") && plusIsSpace ? ASCII.space : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// `text` as one piece of an address: all but letters, digits and `-._~` is encoded.
  public static func encoded(_ text: some StringProtocol) -> String {
    encoded(text, keeping: [])
  }

  /// The same for a form's field: spaces become `+`.
  static func encodedForForm(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    for byte in encoded(text, keeping: [ASCII.space]).utf8 {
      bytes.append(byte == ASCII.space ? UInt8(ascii: "+") : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func encoded(_ text: some StringProtocol, keeping kept: Set<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      let isPlain = ASCII.isDigit(byte) || ASCII.isLetter(byte) || unreserved.contains(byte)
      if isPlain || kept.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let unreserved = Set("-._~".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)
}
