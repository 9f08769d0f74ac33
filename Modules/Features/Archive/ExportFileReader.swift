import Domain
import FeatureKit
import JSON

/// Reads an export of all tables from start to end, a few rows at a time. It accepts any JSON
/// layout, such as the output of `jq`.
struct ExportFileReader {
  private enum Position { case start, betweenTables, inRows(String), end }

  private let file: OpenedFile
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1
  private var place = Position.start
  private var isFirst = true

  private static let rowsAtOnce = 500
  /// The largest size of one JSON value, in bytes, so that a damaged file cannot fill the memory.
  /// The limit is far above a real row: one with a million characters in every column still fits.
  private static let longestValue = 64 << 20

  init(_ file: OpenedFile) {
    self.file = file
  }

  /// Returns the next rows of a table. Nil at the end of the file.
  mutating func next() throws(Problem) -> ExportedTable? {
    while true {
      switch place {
      case .start: try readBeginning()
      case .betweenTables: try readTableName()
      case .inRows(let table):
        let rows = try readRows()
        if rows.count < Self.rowsAtOnce {
          place = .betweenTables
          isFirst = false
        }
        return ExportedTable(name: table, rows: rows)
      case .end: return nil
      }
    }
  }
}

// MARK: - The document around the rows

extension ExportFileReader {
  private mutating func readBeginning() throws(Problem) {
    for mark: UInt8 in [0xEF, 0xBB, 0xBF] where try peek() == mark { position += 1 }
    guard try nextSign() == UInt8(ascii: "{") else { throw noExport }
    position += 1
    var isKnown = false
    isFirst = true
    while try !isOver(UInt8(ascii: "}")) {
      let key = try key()
      if key == "tables" {
        guard isKnown, try nextSign() == UInt8(ascii: "{") else { throw noExport }
        position += 1
        place = .betweenTables
        isFirst = true
        return
      }
      let value = try value()
      if key == "format" { isKnown = try check(format: value.string) }
    }
    throw noExport
  }

  private func check(format: String?) throws(Problem) -> Bool {
    guard let format, format != ExportFile.format else { return format != nil }
    guard format.hasPrefix(ExportFile.formatName + "/") else { throw noExport }
    throw Problem(
      .usage, "This export was written by a newer program (`\(VisibleText(format).text)`).",
      details: ["Nothing was imported."], fix: "Install that version here too.")
  }

  private mutating func readTableName() throws(Problem) {
    guard try !isOver(UInt8(ascii: "}")) else { return try readEnding() }
    let name = try key()
    guard try nextSign() == UInt8(ascii: "[") else { throw broken }
    position += 1
    place = .inRows(name)
    isFirst = true
  }

  private mutating func readEnding() throws(Problem) {
    isFirst = false
    while try !isOver(UInt8(ascii: "}")) {
      _ = try key()
      _ = try value()
    }
    guard try nextSignOrEnd() == nil else { throw broken }
    place = .end
  }

  /// Reads at most `rowsAtOnce` rows of the current table.
  ///
  /// A result with fewer rows means that the table has ended.
  private mutating func readRows() throws(Problem) -> [ImportRequest.Line] {
    var rows: [ImportRequest.Line] = []
    while rows.count < Self.rowsAtOnce, try !isOver(UInt8(ascii: "]")) {
      _ = try nextSign()
      let number = line
      guard case .object(let values) = try value() else {
        throw Problem(
          .usage, "Line \(number): a row must be an object.", details: ["Nothing was imported."],
          fix: Self.fix)
      }
      rows.append(ImportRequest.Line(number: number, values: values))
    }
    return rows
  }
}

// MARK: - Reading characters and values of the file

extension ExportFileReader {
  private static let fix = "Choose the file of an export of everything."

  private var noExport: Problem {
    Problem(
      .usage, "Line \(line): this is no export of Recruiting Compass.",
      details: ["Nothing was imported."], fix: Self.fix)
  }

  private var broken: Problem {
    Problem(
      .usage, "Line \(line): this is not JSON as `export` writes it.",
      details: ["Nothing was imported."], fix: Self.fix)
  }

  private var cutShort: Problem {
    Problem(
      .usage, "Line \(line): the file ends in the middle.", details: ["Nothing was imported."],
      fix: "Copy it again; a part of it is missing.")
  }

  private mutating func peek() throws(Problem) -> UInt8? {
    if position == bytes.count {
      bytes = try file.next()
      position = 0
    }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func nextSignOrEnd() throws(Problem) -> UInt8? {
    while let byte = try peek() {
      switch byte {
      case 0x20, 0x09, 0x0D: position += 1
      case 0x0A:
        position += 1
        line += 1
      default: return byte
      }
    }
    return nil
  }

  private mutating func nextSign() throws(Problem) -> UInt8 {
    guard let sign = try nextSignOrEnd() else { throw cutShort }
    return sign
  }

  /// Advances to the next element of a JSON list or object, past the comma before it, and returns
  /// false. At the end of the list or object, it consumes the closing bracket and returns true.
  private mutating func isOver(_ close: UInt8) throws(Problem) -> Bool {
    let sign = try nextSign()
    if sign == close {
      position += 1
      return true
    }
    if !isFirst {
      guard sign == UInt8(ascii: ",") else { throw broken }
      position += 1
    }
    isFirst = false
    return false
  }

  private mutating func key() throws(Problem) -> String {
    guard try nextSign() == UInt8(ascii: "\""), let key = try value().string,
      try nextSign() == UInt8(ascii: ":")
    else { throw broken }
    position += 1
    return key
  }

  /// Reads one complete JSON value of any type.
  private mutating func value() throws(Problem) -> JSONValue {
    _ = try nextSign()
    let first = line
    var text: [UInt8] = []
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    while let byte = try peek() {
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return try parsed(text, first) }
          depth -= 1
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
          if depth == 0 { return try parsed(text, first) }
        default: break
        }
      }
      if byte == 0x0A { line += 1 }
      guard text.count < Self.longestValue else { throw broken }
      text.append(byte)
      position += 1
      let isWhole = !isQuoted && depth == 0
      if isWhole,
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}")
          || byte == UInt8(ascii: "]")
      {
        return try parsed(text, first)
      }
    }
    throw cutShort
  }

  private func parsed(_ text: [UInt8], _ number: Int) throws(Problem) -> JSONValue {
    do throws(JSONFailure) { return try JSONValue.parse(utf8: text) } catch {
      throw Problem(
        .usage,
        error.reason == .notUTF8
          ? "Line \(number) has bytes that are not UTF-8 text."
          : "Line \(number): this is not JSON as `export` writes it.",
        details: ["Nothing was imported."], fix: Self.fix)
    }
  }
}
