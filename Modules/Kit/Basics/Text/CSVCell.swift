/// Writes and reads the cells of comma-separated tables (domain.md 4.10).
///
/// The functions work on bytes and not on characters. A quotation mark therefore ends a cell even
/// if a combining accent follows it, and a million rows need no copies.
public enum CSVCell {
  /// Returns user text as a CSV cell. Text that a spreadsheet would run as a formula gets an
  /// apostrophe in front.
  public static func text(_ text: String) -> String {
    quoted(startsFormula(text) ? "'" + text : text)
  }

  /// Returns a cell for a value of the program, such as a number or a date.
  public static func quoted(_ text: String) -> String {
    var cell: [UInt8] = []
    append(quoted: text, to: &cell)
    return String(decoding: cell, as: UTF8.self)
  }

  /// Appends user text as a cell, as `text(_:)` returns it, to the bytes of a table's line.
  public static func append(text: String, to line: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &line) }
  }

  /// Appends user text in UTF-8 bytes as a cell to the bytes of a table's line. Like `text(_:)`, it
  /// puts an apostrophe before text that a spreadsheet would run as a formula.
  public static func append(utf8 text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]) {
    line.append(mark)
    if startsFormula(text) { line.append(apostrophe) }
    appendDoubled(text, to: &line)
    line.append(mark)
  }

  /// Appends a value of the program as a cell, as `quoted(_:)` returns it, to the bytes of a
  /// table's line.
  public static func append(quoted text: String, to line: inout [UInt8]) {
    line.append(mark)
    var text = text
    text.withUTF8 { appendDoubled($0, to: &line) }
    line.append(mark)
  }

  /// Returns the text of a cell as it was before `text(_:)` changed it, so that the program reads
  /// its own files back unchanged.
  public static func restored(_ cell: String) -> String {
    guard cell.utf8.first == apostrophe else { return cell }
    let rest = cell.unicodeScalars.dropFirst()
    return startsFormula(Substring(rest)) ? String(rest) : cell
  }

  /// The character that ends the headings which the program itself has added to pasted rows without
  /// headings. A line break would change the line numbers of the pasted rows, which messages
  /// contain.
  public static let endOfAddedHeadings: Unicode.Scalar = "\u{1E}"

  private static let mark = UInt8(ascii: "\"")
  private static let apostrophe = UInt8(ascii: "'")

  private static func startsFormula(_ text: some StringProtocol) -> Bool {
    var text = String(text)
    return text.withUTF8(startsFormula)
  }

  /// Returns whether a spreadsheet could run the text as a formula.
  ///
  /// Apostrophes at the start are skipped, so `'=1` counts as a formula too. Such a text also gets
  /// one more apostrophe when it is written. Removing one apostrophe when the cell is read then
  /// restores the text.
  private static func startsFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while place < text.count, text[place] == apostrophe { place += 1 }
    guard place < text.count else { return false }
    switch text[place] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      return true
    case fullWidth.0:
      return place + 2 < text.count && text[place + 1] == fullWidth.1
        && wideSigns.contains(text[place + 2])
    default: return false
    }
  }

  /// The first two bytes of `＝`, `＋`, `－` and `＠`. Spreadsheets in East Asian languages treat these
  /// wide characters like the narrow ones.
  private static let fullWidth: (UInt8, UInt8) = (0xEF, 0xBC)
  private static let wideSigns: [UInt8] = [0x9D, 0x8B, 0x8D, 0xA0]

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
