import Glibc

/// Remembers what was made from the texts of one column while a query is read, for a column with few
/// different texts, such as a type.
///
/// It creates a `String` only when a text comes for the first time. Only the first sixteen texts are
/// remembered, so that a column with many different texts is not searched at length.
public struct RecalledTexts<Result> {
  private var known: [(text: [UInt8], result: Result)] = []

  public init() {}

  /// Returns what `make` returns for the text of the column; nil if the column is null.
  public mutating func value(
    in row: borrowing ResultRow, _ column: Int, _ make: (String) -> Result
  ) throws(SQLiteError) -> Result? {
    guard let text = try row.optionalUTF8(column) else { return nil }
    if let place = known.firstIndex(where: { text.hasSameBytes(as: $0.text) }) {
      return known[place].result
    }
    let result = make(String(decoding: text, as: UTF8.self))
    if known.count < 16 { known.append((Array(text), result)) }
    return result
  }
}

extension UnsafeBufferPointer<UInt8> {
  func hasSameBytes(as bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    guard let start = baseAddress else { return true }
    return bytes.withUnsafeBufferPointer { known in
      known.baseAddress.map { memcmp($0, start, count) == 0 } ?? true
    }
  }
}
