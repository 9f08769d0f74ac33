/// Percent encoding, `%C3%A9` for `é`: the form of text in an address (RFC 3986, 2.1).
public enum PercentEncoding {
  /// Returns the text with every byte encoded that is not allowed. By default, letters, digits and
  /// `-._~` are allowed, as in one segment of an address.
  public static func encoded(
    _ text: some StringProtocol, where isPlain: (UInt8) -> Bool = isUnreserved
  ) -> String {
    // Most texts need no encoding. The loops run over the type `String`, because the same code for
    // each type of text takes several times as long.
    let text = String(text)
    if text.withBytes({ $0.allSatisfy(isPlain) }) { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%")] + Hexadecimal.upperCased(byte).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a byte needs no encoding in any part of an address.
  public static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Decodes a percent-encoded text.
  ///
  /// - Parameter plusIsSpace: whether a plus means a space, as in forms. In a path, a plus means
  ///   itself.
  ///
  /// - Returns: nil if a `%` is not followed by two hexadecimal digits, or if the bytes are not
  ///   UTF-8. If such a text were decoded by guessing, two different addresses could become equal.
  public static func decoded(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    let isPlain = encoded.withBytes {
      !$0.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") && plusIsSpace }
    }
    if isPlain { return String(encoded) }
    let (bytes, isWhole) = bytes(of: encoded, plusIsSpace)
    return isWhole ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Decodes an address that the program itself created. A `%` without two hexadecimal digits after
  /// it stays a `%`.
  public static func decodedAsFarAsPossible(
    _ encoded: some StringProtocol, plusIsSpace: Bool = false
  ) -> String { String(decoding: bytes(of: encoded, plusIsSpace).bytes, as: UTF8.self) }

  private static func bytes(
    of encoded: some StringProtocol, _ plusIsSpace: Bool
  ) -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.utf8.count)
    var isWhole = true
    var rest = Array(encoded.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        if let value = Hexadecimal.byte(rest.prefix(2)) {
          bytes.append(value)
          rest = rest.dropFirst(2)
          continue
        }
        isWhole = false
      }
      bytes.append(byte == UInt8(ascii: "+") && plusIsSpace ? UInt8(ascii: " ") : byte)
    }
    return (bytes, isWhole)
  }
}

/// Bytes as hexadecimal digits, two for each.
public enum Hexadecimal {
  /// Returns bytes as `0aff`, the form in which digests, tokens and colours are written.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [lower[Int($0 >> 4)], lower[Int($0 & 0xF)]] }, as: UTF8.self)
  }

  /// Returns one byte as `0A`, the form that addresses and mails use.
  public static func upperCased(_ byte: UInt8) -> String {
    String(decoding: [upper[Int(byte >> 4)], upper[Int(byte & 0xF)]], as: UTF8.self)
  }

  /// Returns the byte that two hexadecimal digits stand for.
  public static func byte(_ digits: some Collection<UInt8>) -> UInt8? {
    let values = digits.compactMap(value)
    return digits.count == 2 && values.count == 2 ? values[0] << 4 | values[1] : nil
  }

  /// Returns the number from 0 to 15 that a hexadecimal digit stands for.
  public static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static let lower = Array("0123456789abcdef".utf8)
  private static let upper = Array("0123456789ABCDEF".utf8)
}
