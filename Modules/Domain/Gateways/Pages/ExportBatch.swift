public import JSON

/// Some rows with the names of their columns.
///
/// The texts of all cells stand behind each other as UTF-8: a million rows on their way into a file cost no `String` a cell.
public struct ExportBatch: Equatable, Sendable {
  public var columns: [String]
  /// The cells, row by row.
  public private(set) var slots: [Slot] = []
  public private(set) var bytes: [UInt8] = []

  /// One cell: a value of its own, or where its text stands in `bytes`.
  public enum Slot: Equatable, Sendable {
    case empty
    case text(start: Int, end: Int)
    case whole(Int64)
    case number(Double)
  }

  /// One cell by itself.
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
    for cell in rows.joined() { append(cell) }
  }

  public var rowCount: Int { columns.isEmpty ? 0 : slots.count / columns.count }

  public var rows: [[Cell]] {
    (0..<rowCount).map { row in
      slots[row * columns.count..<(row + 1) * columns.count].map(cell)
    }
  }

  /// The rows as an export writes them: each an object of column names.
  public var objects: [JSONObject] {
    rows.map { row in JSONObject(zip(columns, row.map(\.json))) }
  }

  private func cell(_ slot: Slot) -> Cell {
    switch slot {
    case .empty: .empty
    case .text(let start, let end): .text(String(decoding: bytes[start..<end], as: UTF8.self))
    case .whole(let number): .whole(number)
    case .number(let number): .number(number)
    }
  }
}

// MARK: - Filling

extension ExportBatch {
  package mutating func reserve(rows: Int, bytes count: Int) {
    slots.reserveCapacity(rows * max(columns.count, 1))
    bytes.reserveCapacity(count)
  }

  package mutating func append(_ cell: Cell) {
    switch cell {
    case .empty: slots.append(.empty)
    case .text(let text): append(text: text)
    case .whole(let number): slots.append(.whole(number))
    case .number(let number): slots.append(.number(number))
    }
  }

  package mutating func append(text: String) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    slots.append(.text(start: start, end: bytes.count))
  }

  /// Text as it stands in a file; what of it is not UTF-8 is replaced, because whoever reads the export must be able to.
  package mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard Self.isASCII(text) || String(validating: text, as: UTF8.self) != nil else {
      return append(text: String(decoding: text, as: UTF8.self))
    }
    let start = bytes.count
    bytes.append(contentsOf: text)
    slots.append(.text(start: start, end: bytes.count))
  }

  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var seen: UInt8 = 0
    for byte in text { seen |= byte }
    return seen < 0x80
  }
}
