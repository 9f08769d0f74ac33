/// Cells of a comma-separated table (rule 4.10).
///
/// Works on bytes: a quotation mark that carries a combining accent still ends the cell, and a million rows cost no
/// copies.
public enum CSVCell {
  /// User text as a CSV cell. Text that a spreadsheet would run as a formula gets an apostrophe in front.
  public static func text(_ text: String) -> String {
    quoted(startsFormula(text) ? "'" + text : text)
  }

  /// A cell of our own making, like a number or a date.
  public static func quoted(_ text: String) -> String {
    var cell: [UInt8] = []
    append(quoted: text, to: &cell)
    return String(decoding: cell, as: UTF8.self)
  }

  /// `text(_:)`, written behind the bytes of a line.
  public static func append(text: String, to line: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &line) }
  }

  /// The same for the bytes of a text.
  public static func append(utf8 text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]) {
    line.append(mark)
    if startsFormula(text) { line.append(apostrophe) }
    appendDoubled(text, to: &line)
    line.append(mark)
  }

  /// `quoted(_:)`, written behind the bytes of a line.
  public static func append(quoted text: String, to line: inout [UInt8]) {
    line.append(mark)
    var text = text
    text.withUTF8 { appendDoubled($0, to: &line) }
    line.append(mark)
  }

  /// What a cell said before `text(_:)` kept it from running, so that our own files read back as they were.
  public static func restored(_ cell: String) -> String {
    guard cell.utf8.first == apostrophe else { return cell }
    let rest = cell.unicodeScalars.dropFirst()
    return startsFormula(Substring(rest)) ? String(rest) : cell
  }

  private static let mark = UInt8(ascii: "\"")
  private static let apostrophe = UInt8(ascii: "'")

  private static func startsFormula(_ text: some StringProtocol) -> Bool {
    text.utf8.first.map(opensFormula) ?? false
  }

  private static func startsFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.first.map(opensFormula) ?? false
  }

  private static func opensFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      true
    default: false
    }
  }

  private static func appendDoubled(
    _ text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]
  ) {
    guard text.contains(mark) else { return line.append(contentsOf: text) }
    for byte in text {
      if byte == mark { line.append(mark) }
      line.append(byte)
    }
  }
}
