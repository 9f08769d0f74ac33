public import FeatureKit

/// An error in an imported table. Lines are counted from 1, as in editors and spreadsheets.
public enum CSVFailure: Error, Equatable, Sendable {
  case notText(line: Int)
  /// There is a byte 0, which no text has. UTF-16 text without a byte-order mark has many.
  case zeroByte(line: Int)
  /// The file is in UTF-16, a two-byte encoding that spreadsheets call Unicode. The reader accepts
  /// only UTF-8.
  case wideText
  /// The file is one of Excel or another spreadsheet program, and not a table as text.
  case spreadsheet
  case pdf
  case unclosedQuote(line: Int)
  /// There is text between the closing quotation mark and the next comma.
  case textAfterQuote(line: Int)
  case cellTooLong(line: Int, limit: Int)
  case tooManyCells(line: Int, limit: Int)
  case tooManyRows(limit: Int)
  case noHeader
  case noColumnKnown(header: [String], known: [String])
  case columnMissing(field: String, header: [String])
  case columnTwice(field: String, first: String, second: String)
  case mappedColumnMissing(String, header: [String])
  case mappedFieldUnknown(String, known: [String])
  case rowTooLong(line: Int, cells: Int, columns: Int)
}

extension CSVFailure {
  /// The line of the error. It is nil if the error does not belong to a line.
  public var line: Int? {
    switch self {
    case .notText(let line), .zeroByte(let line), .unclosedQuote(let line),
      .textAfterQuote(let line),
      .cellTooLong(let line, _), .tooManyCells(let line, _), .rowTooLong(let line, _, _):
      line
    case .wideText, .spreadsheet, .pdf, .tooManyRows, .noHeader, .noColumnKnown, .columnMissing,
      .columnTwice, .mappedColumnMissing, .mappedFieldUnknown:
      nil
    }
  }

  public var problem: Problem {
    let (title, fix) = words
    return Problem(.usage, title, fix: fix)
  }

  private var words: (String, String) {
    switch self {
    case .notText(let line):
      (
        "Line \(line) has bytes that are not UTF-8 text.",
        "Save the table as “CSV UTF-8” and try again."
      )
    case .zeroByte(let line):
      (
        "Line \(line) has a byte that is no text (NUL).",
        "Save the table as “CSV UTF-8” and try again."
      )
    case .wideText:
      (
        "Line 1: this file is UTF-16 text, not UTF-8.",
        "Save the table as “CSV UTF-8” and try again."
      )
    case .spreadsheet:
      (
        "This is an Excel file or one of another spreadsheet program.",
        "Save it as CSV, or copy its cells and paste them."
      )
    case .pdf:
      (
        "This is a PDF.",
        "Copy its table into a spreadsheet, and save that as CSV."
      )
    case .unclosedQuote(let line):
      (
        "Line \(line): a quotation mark opens a cell, and none closes it.",
        "Close it, or write a quotation mark inside a cell twice."
      )
    case .textAfterQuote(let line):
      (
        "Line \(line): a quoted cell goes on after its closing quotation mark.",
        "Write a quotation mark inside a cell twice."
      )
    case .cellTooLong(let line, let limit):
      (
        "Line \(line): a cell has more than \(limit) bytes.",
        "Check for a quotation mark that is never closed."
      )
    case .tooManyCells(let line, let limit):
      ("Line \(line) has more than \(limit) cells.", "Check that it is a table.")
    case .tooManyRows(let limit):
      ("The file has more than \(limit) rows.", "Split it, and import the parts one by one.")
    case .noHeader:
      ("The file is empty.", "The first line must name the columns.")
    case .noColumnKnown(let header, let known):
      (
        "No heading in the first line is known: \(Self.list(header)).",
        "\(Self.headings(known)). Change one to one of these."
      )
    case .columnMissing(let field, let header):
      (
        "There is no column for \(field): \(Self.list(header)).",
        "Add one, or change a heading in the first line to \(field)."
      )
    case .columnTwice(let field, let first, let second):
      (
        "Two columns hold \(field): \(Self.list([first, second])).",
        "Delete or rename one of them."
      )
    case .mappedColumnMissing(let name, let header):
      (
        "There is no column `\(VisibleText(name).text)`: \(Self.list(header)).",
        "Write the name as the first line has it."
      )
    case .mappedFieldUnknown(let name, let known):
      (
        "There is no field `\(VisibleText(name).text)`.",
        "\(Self.headings(known))."
      )
    case .rowTooLong(let line, let cells, let columns):
      (
        "Line \(line) has \(cells) cells, and the header names \(columns).",
        "Put a cell that has a comma in it into quotation marks."
      )
    }
  }

  private static func headings(_ known: [String]) -> String {
    "The headings can be \(known.inSentence("or"))"
  }

  /// Returns the column names of a header, separated by commas, for an error message.
  ///
  /// A long header is shortened.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "`" + VisibleText(String($0.prefix(40))).text + "`" }
    return shown.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}
