import Glibc

/// A cache of what was made from the texts of one column while a query is read, for a column with
/// few different texts, such as a type.
///
/// It creates a `String` only when a text comes for the first time. It has room for sixteen texts,
/// so that a column with many different texts is not searched at length.
public struct RecalledTexts<Result> {
  @usableFromInline var texts: [[UInt8]] = []
  @usableFromInline var results: [Result] = []

  public init() {}

  /// Returns what `make` returns for the text of the column; nil if the column is null.
  @inlinable
  public mutating func value(
    in row: borrowing ResultRow, _ column: Int, _ make: (String) -> Result
  ) throws(SQLiteError) -> Result? {
    guard let text = try row.optionalUTF8(column) else { return nil }
    if let place = texts.firstIndex(where: { text.hasSameBytes(as: $0) }) { return results[place] }
    let result = make(String(decoding: text, as: UTF8.self))
    if texts.count < 16 {
      texts.append(Array(text))
      results.append(result)
    }
    return result
  }
}

extension UnsafeBufferPointer<UInt8> {
  @usableFromInline
  func hasSameBytes(as bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    guard let start = baseAddress else { return true }
    return bytes.withUnsafeBufferPointer { known in
      known.baseAddress.map { memcmp($0, start, count) == 0 } ?? true
    }
  }
}
