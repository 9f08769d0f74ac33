import Basics

/// Tests of single bytes that the grammar of HTTP needs (RFC 9110, 5.6).
enum ASCII {
  static let carriageReturn: UInt8 = 0x0D
  static let lineFeed: UInt8 = 0x0A
  static let space: UInt8 = 0x20
  static let tab: UInt8 = 0x09

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Returns whether a byte may occur in a token, such as the name of a header, a method or the
  /// name of a cookie.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    if isDigit(byte) || isLetter(byte) { return true }
    return switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns whether a byte is a control character. A control character in a header could end the
  /// header's line, and one in a log could disturb a terminal.
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Returns whether the texts are equal, ignoring the case of ASCII letters. Header names, media
  /// types and codings are compared in this way.
  static func equal(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return left.withBytes { left in
      right.withBytes { right in
        left.indices.allSatisfy { lowercased(left[$0]) == lowercased(right[$0]) }
      }
    }
  }

  static func lowercased(_ text: some StringProtocol) -> String {
    text.withBytes { String(decoding: $0.map(lowercased), as: UTF8.self) }
  }

  static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.withBytes { $0.allSatisfy(isTokenByte) }
  }

  static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (byte: UInt8) in byte == space || byte == tab }
    let start = text.utf8.firstIndex { !isBlank($0) } ?? text.endIndex
    let end = text.utf8.lastIndex { !isBlank($0) }.map(text.utf8.index(after:)) ?? start
    return text[start..<end]
  }
}
