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
    isDigit(byte) || isLetter(byte) || tokenMarks.contains(byte)
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
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
  }

  static func lowercased(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map(lowercased), as: UTF8.self)
  }

  static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.utf8.first, first == space || first == tab { text.removeFirst() }
    while let last = text.utf8.last, last == space || last == tab { text.removeLast() }
    return text
  }

  private static let tokenMarks = Set("!#$%&'*+-.^_`|~".utf8)
}
