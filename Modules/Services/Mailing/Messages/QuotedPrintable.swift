import FeatureKit

/// The encoding "quoted-printable" for text in mail messages (RFC 2045, section 6.7). The result is
/// readable, and no server changes it on the way.
enum QuotedPrintable {
  /// The largest number of characters in a line, including the `=` that marks a line break.
  private static let width = 76

  static func encoded(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    return lines.map(encodedLine).joined(separator: "\r\n")
  }

  private static func encodedLine(_ line: Substring) -> String {
    let bytes = Array(line.utf8)
    var text = ""
    var column = 0
    for (index, byte) in bytes.enumerated() {
      let isLast = index == bytes.count - 1
      let unit = unit(byte, isLast: isLast)
      // A character and the `=` of a possible line break after it must fit on the line. After the
      // last character there is no line break.
      if column + unit.utf8.count > (isLast ? width : width - 1) {
        text += "=\r\n"
        column = 0
      }
      text += unit
      column += unit.utf8.count
    }
    return text
  }

  /// Returns the encoded form of one byte, such as `=C3`. White space at the end of a line is
  /// encoded too, because servers may remove it there.
  private static func unit(_ byte: UInt8, isLast: Bool) -> String {
    let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    let isReadable = (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "=")
    if isReadable || (isBlank && !isLast) { return String(Unicode.Scalar(byte)) }
    return "=" + Hexadecimal.upperCased(byte)
  }
}
