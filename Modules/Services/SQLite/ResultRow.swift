import CSQLite

/// The current row of a query. The value is a view of SQLite's memory and not a copy, so it cannot
/// outlive the closure that receives it.
///
/// Columns are read by position, counted from 0. A column of an unexpected type throws an error
/// with the column and the SQL, so that a wrong value does not turn into a plausible one.
///
/// ```swift
/// try connection.query("SELECT id, name, fit_score FROM schools") { row in
///   School(id: try row.recordID(0), name: try row.text(1), fitScore: try row.optionalInt(2))
/// }
/// ```
public struct ResultRow: ~Copyable {
  private let handle: OpaquePointer

  public init(_ statement: Statement) {
    handle = statement.handle
  }

  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  public func name(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(truncatingIfNeeded: column)).map { String(cString: $0) }
      ?? "\(column)"
  }

  public func storageClass(_ column: Int) -> StorageClass {
    StorageClass(code: sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)))
  }

  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  public func int(_ column: Int) throws(SQLiteError) -> Int {
    let cell = cell(column)
    guard sqlite3_value_type(cell) == SQLITE_INTEGER else {
      throw unexpected(column, wanted: StorageClass.integer.rawValue)
    }
    return Int(sqlite3_value_int64(cell))
  }

  public func optionalInt(_ column: Int) throws(SQLiteError) -> Int? {
    if isNull(column) { return nil }
    return try int(column)
  }

  public func bool(_ column: Int) throws(SQLiteError) -> Bool {
    try int(column) != 0
  }

  public func optionalBool(_ column: Int) throws(SQLiteError) -> Bool? {
    if isNull(column) { return nil }
    return try bool(column)
  }

  /// Returns the number in a column as `Double`. The column may also contain an integer, because
  /// SQLite returns an integer for some expressions whose value is a whole number.
  public func real(_ column: Int) throws(SQLiteError) -> Double {
    let cell = cell(column)
    let type = sqlite3_value_type(cell)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else {
      throw unexpected(column, wanted: "real")
    }
    return sqlite3_value_double(cell)
  }

  public func optionalReal(_ column: Int) throws(SQLiteError) -> Double? {
    if isNull(column) { return nil }
    return try real(column)
  }

  /// Returns the text in a column. Bytes that are not UTF-8 are replaced, because a data file may
  /// contain any bytes.
  public func text(_ column: Int) throws(SQLiteError) -> String {
    String(decoding: try utf8(column), as: UTF8.self)
  }

  public func optionalText(_ column: Int) throws(SQLiteError) -> String? {
    try optionalUTF8(column).map { String(decoding: $0, as: UTF8.self) }
  }

  public func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
    let cell = cell(column)
    guard sqlite3_value_type(cell) == SQLITE_BLOB else {
      throw unexpected(column, wanted: StorageClass.blob.rawValue)
    }
    // `sqlite3_value_blob` must be called before the size is read: it may convert the value, which
    // changes the size.
    guard let start = sqlite3_value_blob(cell) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell))))
  }

  public func value(_ column: Int) throws(SQLiteError) -> Value {
    switch storageClass(column) {
    case .null: .null
    case .integer: .integer(Int64(try int(column)))
    case .real: .real(try real(column))
    case .text: .text(try text(column))
    case .blob: .blob(try blob(column))
    }
  }

  /// The content of one column of the current row. The bytes of texts and blobs are in SQLite's own
  /// memory, so they are valid only until the next row.
  @frozen
  public enum Cell {
    case integer(Int64)
    case real(Double)
    case text(UnsafeBufferPointer<UInt8>)
    case blob(UnsafeRawBufferPointer)
  }

  /// Passes each value that is not null to `body`, from the column `first` on, in the type in which
  /// SQLite stores it.
  ///
  /// The bytes of a value are invalid after `body` returns.
  public func forEachCell(
    from first: Int, _ body: (_ column: Int, Cell) throws -> Void
  ) rethrows {
    for column in first..<columnCount {
      let cell = cell(column)
      switch sqlite3_value_type(cell) {
      case SQLITE_INTEGER: try body(column, .integer(sqlite3_value_int64(cell)))
      case SQLITE_FLOAT: try body(column, .real(sqlite3_value_double(cell)))
      case SQLITE_TEXT:
        let start = sqlite3_value_text(cell)
        let count = start == nil ? 0 : Int(sqlite3_value_bytes(cell))
        try body(column, .text(UnsafeBufferPointer(start: start, count: count)))
      case SQLITE_BLOB:
        let start = sqlite3_value_blob(cell)
        let count = start == nil ? 0 : Int(sqlite3_value_bytes(cell))
        try body(column, .blob(UnsafeRawBufferPointer(start: start, count: count)))
      default: break
      }
    }
  }

  /// Parses the text of a column, such as a date, directly from SQLite's bytes, without creating a
  /// `String`.
  ///
  /// When `parse` returns nil, the text has another form, and the call throws an error that names
  /// `wanted`, the expected form.
  @inlinable
  public func parsed<Result>(
    _ column: Int, as wanted: String, _ parse: (UnsafeBufferPointer<UInt8>) -> Result?
  ) throws(SQLiteError) -> Result {
    guard let result = parse(try utf8(column)) else { throw unexpected(column, wanted: wanted) }
    return result
  }

  /// Parses the text of a column directly from SQLite's bytes. The result is nil for null, and for
  /// text that `parse` rejects.
  @inlinable
  public func parsedIfWellFormed<Result>(
    _ column: Int, _ parse: (UnsafeBufferPointer<UInt8>) -> Result?
  ) throws(SQLiteError) -> Result? {
    try optionalUTF8(column).flatMap(parse)
  }

  /// Returns the error for a column whose content has another type or form than `wanted`.
  public func unexpected(_ column: Int, wanted: String) -> SQLiteError {
    let found = storageClass(column)
    return .unexpectedValue(
      column: name(column), wanted: wanted,
      found: found == .text && wanted != "text" ? "other text" : found.rawValue,
      FailedQuery(sql: sqlite3_sql(handle).map { String(cString: $0) } ?? ""))
  }

  @usableFromInline
  func utf8(_ column: Int) throws(SQLiteError) -> UnsafeBufferPointer<UInt8> {
    guard let bytes = try optionalUTF8(column) else { throw unexpected(column, wanted: "text") }
    return bytes
  }

  /// Returns a text's bytes in SQLite's own memory. They are valid until the next step of the
  /// statement.
  @usableFromInline
  func optionalUTF8(_ column: Int) throws(SQLiteError) -> UnsafeBufferPointer<UInt8>? {
    let cell = cell(column)
    switch sqlite3_value_type(cell) {
    case SQLITE_TEXT:
      guard let start = sqlite3_value_text(cell) else { break }
      return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell)))
    case SQLITE_NULL: return nil
    default: break
    }
    throw unexpected(column, wanted: "text")
  }

  /// Returns a column's value, from which its type, its number and its bytes are read without
  /// finding the column again for each of them.
  ///
  /// SQLite lets one thread at a time use such a value. A connection has only one thread that uses
  /// it, so no lock is needed.
  @inline(__always)
  private func cell(_ column: Int) -> OpaquePointer? {
    sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
  }
}
