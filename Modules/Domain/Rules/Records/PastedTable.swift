public import Basics

/// Converts pasted text to a CSV table. The text may be cells of a spreadsheet or a list of names.
public enum PastedTable {
  /// Returns the rows as CSV text, each on the line on which it was pasted, so that a message can
  /// name the line.
  ///
  /// The first line is taken for headings if one of its cells is a heading that the import of this
  /// kind of record knows, such as "Name". Otherwise each line is assumed to begin with a name, and
  /// the headings of the other columns are found from their cells. A kind of record without a
  /// column for a name, such as interactions, always needs headings.
  public static func text(_ text: String, of kind: ReferenceKind) -> String {
    // A line with tabs is not trimmed. A tab at its beginning follows an empty first cell, and
    // without this tab all other cells would move one column to the left.
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var pasted: [String] = parts.map { part in
      let line = String(part)
      return line.contains("\t") && !line.trimmed.isEmpty ? line : line.trimmed
    }
    while pasted.last?.isEmpty == true { pasted.removeLast() }
    let lines = pasted.filter { !$0.isEmpty }
    guard let first = lines.first, !isHeading(first, of: kind), hasNames(kind) else {
      return pasted.joined(separator: "\n")
    }
    // A line is split at its first `mostColumns` tabs only, and all further cells are joined into
    // one cell. Otherwise a line of thousands of tabs would create thousands of columns.
    var rows = lines.map { line in
      line.split(separator: "\t", maxSplits: mostColumns, omittingEmptySubsequences: false)
        .map { String($0).replacing("\t", with: ", ").trimmed }
    }
    while rows.allSatisfy({ $0.count > 1 && $0[0].isEmpty }) {
      rows = rows.map { Array($0.dropFirst()) }
    }
    if rows.allSatisfy({ $0.count > 1 && Int($0[0]) != nil }) {
      rows = rows.map { Array($0.dropFirst()) }
    }
    let cells = (0..<(rows.map(\.count).max() ?? 1)).map { index in
      rows.map { $0.count > index ? $0[index] : "" }
    }
    let none = rows.map { _ in "" }
    var columns = [("Name", cells[0].map(withoutListMark))]
    for (place, heading) in PastedHeadings.found(in: Array(cells.dropFirst()), of: kind)
      .enumerated()
    {
      let cells = cells.indices.contains(place + 1) ? cells[place + 1] : none
      if let known = columns.firstIndex(where: { $0.0 == heading }) {
        columns[known].1 = zip(columns[known].1, cells).map { known, cell in
          [known, cell].filter { !$0.isEmpty }.joined(separator: ", ")
        }
      } else {
        columns.append((heading, cells))
      }
    }
    var next = 0
    let table = pasted.map { line in
      guard !line.isEmpty else { return "" }
      defer { next += 1 }
      return columns.map { quoted($0.1[next]) }.joined(separator: ",")
    }
    return columns.map(\.0).joined(separator: ",") + String(CSVCell.endOfAddedHeadings)
      + table.joined(separator: "\n")
  }

  private static let mostColumns = 20

  /// Returns the text without the number or the mark of a list item at its start, as in
  /// `1. Kent State` or `- Akron`.
  private static func withoutListMark(_ text: String) -> String {
    let mark = text.prefix { !$0.isWhitespace }
    let number = mark.dropLast()
    let isNumber =
      !number.isEmpty && number.count <= 3 && number.allSatisfy(\.isWholeNumber)
      && ".)".contains(mark.last ?? " ")
    guard isNumber || ["-", "*", "•", "–", "—", "·"].contains(mark) else { return text }
    let rest = String(text.dropFirst(mark.count)).trimmed
    return rest.isEmpty ? text : rest
  }

  private static func quoted(_ cell: String) -> String {
    if cell.isEmpty { return "" }
    let inside = cell.dropFirst().dropLast()
    if cell.count >= 2, cell.hasPrefix("\""), cell.hasSuffix("\""),
      !inside.replacing("\"\"", with: "").contains("\"")
    {
      return cell
    }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  private static func hasNames(_ kind: ReferenceKind) -> Bool {
    kind.importColumns.contains { $0.answers(to: "name") }
  }

  /// Returns true if a cell of the line is the heading of a column, such as "Name", that the import
  /// of this kind of record knows.
  private static func isHeading(_ line: String, of kind: ReferenceKind) -> Bool {
    let cells = line.split { (character: Character) in "\t,;".contains(character) }
    return cells.contains { cell in
      kind.importColumns.contains { $0.answers(to: String(cell)) }
    }
  }
}
