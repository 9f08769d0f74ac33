public import JSON

/// Some rows of an export, with the names of their columns.
///
/// Most cells are empty, so only cells with a value are stored. The texts of all cells are in one
/// UTF-8 buffer, so that an export of a million rows does not allocate a `String` for each cell.
public struct ExportBatch: Equatable, Sendable {
  public var columns: [String]
  /// The cells that have a value, row by row, and within a row in the order of the columns.
  public private(set) var slots: [Slot] = []
  /// For each row, the end of its cells: the index in `slots` after the row's last cell.
  public private(set) var rowEnds: [Int] = []
  public private(set) var bytes: [UInt8] = []

  /// One cell: the index of its column, and its value. The value of a text is its range in `bytes`.
  public struct Slot: Equatable, Sendable {
    public let column: Int32
    public let content: Content

    public enum Content: Equatable, Sendable {
      case text(start: Int, end: Int)
      case whole(Int64)
      case number(Double)
    }
  }

  public enum Cell: Equatable, Sendable {
    case empty
    case text(String)
    case whole(Int64)
    case number(Double)

    public var json: JSONValue {
      switch self {
      case .empty: .null
      case .text(let text): .string(text)
      case .whole(let number): .number(JSONNumber(Int(number)))
      case .number(let number): JSONValue(number)
      }
    }
  }

  public init(columns: [String], rows: [[Cell]] = []) {
    self.columns = columns
    for row in rows {
      for (column, cell) in row.enumerated() { append(cell, at: column) }
      endRow()
    }
  }

  public var rowCount: Int { rowEnds.count }

  public var rows: [[Cell]] {
    var first = 0
    return rowEnds.map { end in
      defer { first = end }
      var row = [Cell](repeating: .empty, count: columns.count)
      for slot in slots[first..<end] { row[Int(slot.column)] = cell(slot.content) }
      return row
    }
  }

  /// The rows as JSON objects keyed by column name, which is the form of a JSON export.
  public var objects: [JSONObject] {
    rows.map { row in JSONObject(zip(columns, row.map(\.json))) }
  }

  private func cell(_ content: Slot.Content) -> Cell {
    switch content {
    case .text(let start, let end):
      .text(String(decoding: bytes[start..<end], as: UTF8.self))
    case .whole(let number): .whole(number)
    case .number(let number): .number(number)
    }
  }
}

// MARK: - Adding rows and cells

extension ExportBatch {
  package mutating func reserve(rows: Int, bytes count: Int) {
    slots.reserveCapacity(rows * max(columns.count / 2, 1))
    rowEnds.reserveCapacity(rows)
    bytes.reserveCapacity(count)
  }

  /// Sets a cell of the current row. Cells that are not set are empty.
  package mutating func append(_ cell: Cell, at column: Int) {
    switch cell {
    case .empty: break
    case .text(let text): append(text: text, at: column)
    case .whole(let number): put(.whole(number), at: column)
    case .number(let number): put(.number(number), at: column)
    }
  }

  package mutating func append(text: String, at column: Int) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    put(.text(start: start, end: bytes.count), at: column)
  }

  /// Sets a cell to text in the form in which SQLite returns it. Invalid UTF-8 is replaced, so that
  /// other programs can read the export.
  package mutating func append(utf8 text: UnsafeBufferPointer<UInt8>, at column: Int) {
    guard Self.isASCII(text) || String(validating: text, as: UTF8.self) != nil else {
      return append(text: String(decoding: text, as: UTF8.self), at: column)
    }
    let start = bytes.count
    bytes.append(contentsOf: text)
    put(.text(start: start, end: bytes.count), at: column)
  }

  package mutating func endRow() { rowEnds.append(slots.count) }

  private mutating func put(_ content: Slot.Content, at column: Int) {
    slots.append(Slot(column: Int32(column), content: content))
  }

  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var seen: UInt8 = 0
    for byte in text { seen |= byte }
    return seen < 0x80
  }
}
