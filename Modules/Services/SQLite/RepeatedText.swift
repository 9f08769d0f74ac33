/// Remembers the text of one column from row to row while a query is read.
///
/// In many queries neighboring rows have the same text, such as a unit. Code asks `changes` and
/// creates a `String` only for a row whose text differs from that of the row before.
public struct RepeatedText {
  private var bytes: [UInt8] = []
  /// Whether the column was null in the row before; nil before the first row.
  private var wasNull: Bool?

  public init() {}

  /// Returns whether the text of the column differs from that of the previous row; true for the
  /// first row.
  public mutating func changes(
    in row: borrowing ResultRow, _ column: Int
  ) throws(SQLiteError) -> Bool {
    guard let text = try row.optionalUTF8(column) else {
      defer { wasNull = true }
      return wasNull != true
    }
    guard wasNull != false || !text.hasSameBytes(as: bytes) else { return false }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    wasNull = false
    return true
  }
}
