import FeatureKit

/// Quoted-printable text: readable in the source of a message and unchanged by every server (RFC 2045, 6.7).
enum QuotedPrintable {
  /// The most characters of a line, including the `=` that breaks it.
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
      // The character and the `=` after it must fit on the line. The last character has no `=`
      // after it.
      if column + unit.utf8.count > (isLast ? width : width - 1) {
        text += "=\r\n"
        column = 0
      }
      text += unit
      column += unit.utf8.count
    }
    return text
  }

  /// Returns the text for one byte. White space at the end of a line is encoded, because servers
  /// may remove it.
  private static func unit(_ byte: UInt8, isLast: Bool) -> String {
    let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    let isReadable = (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "=")
    if isReadable || (isBlank && !isLast) { return String(Unicode.Scalar(byte)) }
    return "=" + Hexadecimal.upperCased(byte)
  }
}
