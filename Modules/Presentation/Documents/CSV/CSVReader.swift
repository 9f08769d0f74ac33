import FeatureKit

/// Parses a table row by row as its bytes arrive, within limits. Cells are separated by commas,
/// semicolons or tabs. The reader uses the separator that occurs most often in the first line.
///
/// The reader accepts the tables that spreadsheets write: RFC 4180 quoting, line breaks inside
/// cells, a byte-order mark, and lines that end with LF, CRLF or CR. It leaves out blank lines.
///
///     var reader = CSVReader()
///     for portion in file { for row in try reader.read(portion) { … } }
///     for row in try reader.finish() { … }
public struct CSVReader {
  /// A row and the line of the file on which it begins.
  public struct Row: Equatable, Sendable {
    public var line: Int
    public var cells: [String]

    public init(line: Int, cells: [String]) {
      self.line = line
      self.cells = cells
    }
  }

  /// Limits that protect the program from hostile or broken files.
  public struct Limits: Equatable, Sendable {
    public var cellBytes: Int
    public var cells: Int
    public var rows: Int

    public init(cellBytes: Int = 1 << 20, cells: Int = 500, rows: Int = 1_000_000) {
      self.cellBytes = cellBytes
      self.cells = cells
      self.rows = rows
    }
  }

  private enum Position {
    case startOfCell, inCell, inQuotes
    /// The reader has just read a quotation mark inside a quoted cell. The mark ends the cell,
    /// unless another mark follows: two marks mean one quotation mark in the text.
    case afterQuote
  }

  private let limits: Limits
  private var place = Position.startOfCell
  private var cell: [UInt8] = []
  private var cells: [String] = []
  private var line = 1
  private var rowLine = 1
  private var quoteLine = 1
  private var rowCount = 0
  private var rowHasQuotes = false
  private var followsReturn = false
  /// The first bytes of the file. The reader collects them until it can recognize the byte-order
  /// mark and the separator.
  private var opening: [UInt8]? = []
  /// The character between cells. It is the comma, semicolon or tab that occurs most often in the
  /// first line.
  public private(set) var separator = UInt8(ascii: ",")

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Returns the rows that are complete after these bytes of the file.
  public mutating func read(_ bytes: [UInt8]) throws(CSVFailure) -> [Row] {
    guard var start = opening else { return try rows(in: bytes) }
    start += bytes
    if start.count > 2 { _ = try Self.withoutMark(start) }
    guard Self.holdsFirstLine(start, limits) else {
      opening = start
      return []
    }
    return try begin(with: start)
  }

  /// Returns the last row if no line break ends it. Call this after the last bytes.
  public mutating func finish() throws(CSVFailure) -> [Row] {
    var found: [Row] = []
    if let start = opening { found = try begin(with: start) }
    if place == .inQuotes { throw .unclosedQuote(line: quoteLine) }
    if let row = try endRow() { found.append(row) }
    return found
  }

  /// Returns all rows of a table that is already in memory as text.
  public static func rows(of text: String, limits: Limits = Limits()) throws(CSVFailure) -> [Row] {
    var reader = CSVReader(limits: limits)
    let rows = try reader.read(Array(text.utf8))
    return try rows + reader.finish()
  }
}

extension CSVReader {
  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let endOfAddedHeadings = UInt8(ascii: CSVCell.endOfAddedHeadings)

  /// The first bytes of files that people choose by mistake, with the failure for each: a ZIP
  /// archive, which is what spreadsheet programs save; an Excel file from before 2007; and a PDF.
  private static let signs: [([UInt8], CSVFailure)] = [
    ([0x50, 0x4B, 0x03, 0x04], .spreadsheet), ([0xD0, 0xCF, 0x11, 0xE0], .spreadsheet),
    (Array("%PDF-".utf8), .pdf),
  ]

  private static func withoutMark(_ bytes: [UInt8]) throws(CSVFailure) -> [UInt8] {
    if let sign = signs.first(where: { bytes.starts(with: $0.0) }) { throw sign.1 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .wideText }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  private mutating func begin(with start: [UInt8]) throws(CSVFailure) -> [Row] {
    opening = nil
    let bytes = try Self.withoutMark(start)
    separator = Self.separator(in: bytes)
    return try rows(in: bytes)
  }

  /// Returns whether enough bytes have arrived to recognize the separator: all bytes of the first
  /// line that is not blank, or more bytes than a header may have. A line break inside quotes does
  /// not end the line.
  private static func holdsFirstLine(_ start: [UInt8], _ limits: Limits) -> Bool {
    guard start.count >= 3 else { return false }
    return start.count > min(limits.cellBytes, 65_536) || endOfFirstLine(in: start) != nil
  }

  private static func endOfFirstLine(in bytes: [UInt8]) -> Int? {
    var isQuoted = false
    func isBreak(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
    return bytes.drop(while: isBreak).firstIndex { byte in
      if byte == quote { isQuoted.toggle() }
      return !isQuoted && isBreak(byte)
    }
  }

  private static func separator(in bytes: [UInt8]) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes[..<(endOfFirstLine(in: bytes) ?? bytes.endIndex)] {
      if byte == quote { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    return candidates.max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? candidates[0]
  }

  private mutating func rows(in bytes: [UInt8]) throws(CSVFailure) -> [Row] {
    var found: [Row] = []
    for byte in bytes {
      let isSecondOfPair = followsReturn && byte == Self.lineFeed
      followsReturn = byte == Self.carriageReturn
      if isSecondOfPair {
        // A carriage return and a line feed after it count as one line break. Inside a quoted cell,
        // both are kept.
        if place == .inQuotes { try keep(byte) }
        continue
      }
      let breaksLine = byte == Self.lineFeed || byte == Self.carriageReturn
      switch place {
      case .inQuotes:
        if byte == Self.quote {
          place = .afterQuote
        } else {
          try keep(byte)
        }
        if breaksLine { line += 1 }
      case .afterQuote where byte == Self.quote:
        try keep(byte)
        place = .inQuotes
      case .startOfCell where byte == Self.quote:
        place = .inQuotes
        rowHasQuotes = true
        quoteLine = line
      case .startOfCell, .inCell, .afterQuote:
        if breaksLine {
          if let row = try endRow() { found.append(row) }
          line += 1
          rowLine = line
        } else if byte == Self.endOfAddedHeadings, rowCount == 0 {
          if let row = try endRow() { found.append(row) }
        } else if byte == separator {
          try endCell()
        } else if place == .afterQuote {
          throw .textAfterQuote(line: line)
        } else {
          try keep(byte)
          place = .inCell
        }
      }
    }
    return found
  }

  private mutating func keep(_ byte: UInt8) throws(CSVFailure) {
    guard cell.count < limits.cellBytes else {
      throw .cellTooLong(line: place == .inQuotes ? quoteLine : line, limit: limits.cellBytes)
    }
    guard byte != 0 else { throw .zeroByte(line: line) }
    cell.append(byte)
  }

  private mutating func endCell() throws(CSVFailure) {
    guard cells.count < limits.cells else {
      throw .tooManyCells(line: rowLine, limit: limits.cells)
    }
    guard let text = String(validating: cell, as: UTF8.self) else {
      throw .notText(line: rowLine)
    }
    cells.append(text)
    cell.removeAll(keepingCapacity: true)
    place = .startOfCell
  }

  private mutating func endRow() throws(CSVFailure) -> Row? {
    let isBlank = cells.isEmpty && cell.isEmpty && !rowHasQuotes
    try endCell()
    defer {
      cells.removeAll(keepingCapacity: true)
      rowHasQuotes = false
    }
    guard !isBlank else { return nil }
    guard rowCount < limits.rows else { throw .tooManyRows(limit: limits.rows) }
    rowCount += 1
    return Row(line: rowLine, cells: cells)
  }
}
