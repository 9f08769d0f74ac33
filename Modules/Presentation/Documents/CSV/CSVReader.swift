/// Reads a comma-separated table as its bytes come in, row by row, within limits.
///
/// Understands what spreadsheets write: RFC 4180 quoting, line breaks inside cells, a byte-order mark, lines that end
/// with LF, CRLF or CR, and blank lines, which it leaves out.
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

  /// What a hostile or broken file may cost.
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
    /// Behind a quotation mark inside quotes: it ends the cell, or is the first of two.
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
  /// The first bytes of the file, until there are enough to tell a byte-order mark.
  private var opening: [UInt8]? = []

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// The rows that these bytes complete.
  public mutating func read(_ bytes: [UInt8]) throws(CSVFailure) -> [Row] {
    guard var start = opening else { return try rows(in: bytes) }
    start += bytes
    guard start.count >= 3 else {
      opening = start
      return []
    }
    opening = nil
    return try rows(in: Self.withoutMark(start))
  }

  /// The last row, when no line break ends it.
  public mutating func finish() throws(CSVFailure) -> [Row] {
    var found: [Row] = []
    if let start = opening {
      opening = nil
      found = try rows(in: Self.withoutMark(start))
    }
    if place == .inQuotes { throw .unclosedQuote(line: quoteLine) }
    if let row = try endRow() { found.append(row) }
    return found
  }

  /// All rows of a table that is at hand.
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

  private static func withoutMark(_ bytes: [UInt8]) throws(CSVFailure) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .wideText }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  private mutating func rows(in bytes: [UInt8]) throws(CSVFailure) -> [Row] {
    var found: [Row] = []
    for byte in bytes {
      let isSecondOfPair = followsReturn && byte == Self.lineFeed
      followsReturn = byte == Self.carriageReturn
      if isSecondOfPair {
        // The pair counts as one line break; inside a cell it is kept whole.
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
        } else if byte == UInt8(ascii: ",") {
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
