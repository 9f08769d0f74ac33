import CSQLite

/// One prepared statement. A connection lends it for one use. Afterwards the statement is reset and
/// its values are removed.
///
/// For a loop over many rows, `DatabaseConnection.prepared` lends the statement once for all rows.
public final class Statement {
  public let sql: String
  let handle: OpaquePointer
  private let database: OpaquePointer
  var isLent = false
  var lastUse = 0

  /// The marker that tells SQLite to copy the bytes before the call returns.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ sql: String, on database: OpaquePointer, isKept: Bool) throws(SQLiteError) {
    var handle: OpaquePointer?
    var rest = ""
    var text = sql
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters -> Int32 in
        var tail: UnsafePointer<CChar>?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(
          database, characters.baseAddress, Int32(clamping: characters.count), flags, &handle, &tail
        )
        if let tail, let start = characters.baseAddress {
          rest = String(
            decoding: UnsafeRawBufferPointer(
              start: tail, count: characters.count - (tail - start)), as: UTF8.self)
        }
        return code
      }
    }
    guard code == SQLITE_OK else {
      throw SQLiteError(code: code, on: database, FailedQuery(sql: sql))
    }
    guard let handle else { throw .misuse("there is no statement", FailedQuery(sql: sql)) }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      sqlite3_finalize(handle)
      throw .misuse("there is more than one statement", FailedQuery(sql: sql))
    }
    self.sql = sql
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Moves to the next row; false when there is none.
  public func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Runs a statement that returns no rows, and makes the statement ready for the next values. The
  /// values stay bound until other values replace them.
  public func run() throws(SQLiteError) {
    defer { sqlite3_reset(handle) }
    while try step() {}
  }

  /// Binds the arguments, runs the statement and resets it. A loop that inserts rows calls it for
  /// each row.
  @inlinable
  public func run<each Argument: Bindable>(_ arguments: repeat each Argument) throws(SQLiteError) {
    try bind(repeat each arguments)
    try run()
  }

  @inlinable
  public func bind<each Argument: Bindable>(
    _ arguments: repeat each Argument
  ) throws(SQLiteError) {
    var index: Int32 = 0
    for argument in repeat each arguments {
      index += 1
      try argument.bind(to: self, at: index)
    }
    try check(count: index)
  }

  public func bind(values: [Value]) throws(SQLiteError) {
    for (offset, value) in values.enumerated() {
      try value.bind(to: self, at: Int32(offset + 1))
    }
    try check(count: Int32(values.count))
  }

  public func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    let code = sqlite3_bind_int64(handle, index, value)
    if code != SQLITE_OK { throw failure(code) }
  }

  public func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
    let code = sqlite3_bind_double(handle, index, value)
    if code != SQLITE_OK { throw failure(code) }
  }

  public func bind(_ value: String, at index: Int32) throws(SQLiteError) {
    var value = value
    let code = value.withUTF8 { bind(utf8: $0, at: index) }
    if code != SQLITE_OK { throw failure(code) }
  }

  public func bind(_ value: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = value.withUnsafeBytes { bytes in
      // An empty blob may have no address, and SQLite would store NULL for a missing address. So an
      // empty blob is bound as a blob of zero bytes.
      guard let start = bytes.baseAddress, bytes.count > 0 else {
        return sqlite3_bind_zeroblob(handle, index, 0)
      }
      return sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), Self.copied)
    }
    if code != SQLITE_OK { throw failure(code) }
  }

  public func bindNull(at index: Int32) throws(SQLiteError) {
    let code = sqlite3_bind_null(handle, index)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds a text without creating a `String`: an identifier or an instant is written into a few
  /// bytes of the stack.
  public func bindText(
    capacity: Int, at index: Int32, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(SQLiteError) {
    let code = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { bytes in
      let count = write(bytes)
      return bind(utf8: UnsafeBufferPointer(rebasing: bytes[..<count]), at: index)
    }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Resets the statement and removes its bound values, so that it is as it was after preparation.
  func clear() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  public func check(count: Int32) throws(SQLiteError) {
    let wanted = sqlite3_bind_parameter_count(handle)
    guard count != wanted else { return }
    throw .misuse("\(count) values for \(wanted) places", FailedQuery(sql: sql))
  }

  private func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
    bytes.withMemoryRebound(to: CChar.self) { characters in
      guard let start = characters.baseAddress else {
        return sqlite3_bind_text(handle, index, "", 0, Self.copied)
      }
      return sqlite3_bind_text64(
        handle, index, start, UInt64(characters.count), Self.copied, UInt8(SQLITE_UTF8))
    }
  }

  private func failure(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, on: database, FailedQuery(sql: sql))
  }
}
