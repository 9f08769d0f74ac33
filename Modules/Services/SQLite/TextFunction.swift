import CSQLite

extension DatabaseConnection {
  /// Defines a function from text to text that SQL queries may call. For a value that is not text
  /// the function gives null.
  ///
  /// Queries need such functions because SQLite's own functions ignore case only for ASCII letters,
  /// so that they treat `É` and `é` as different letters.
  public func define(
    _ name: String, _ body: @escaping @Sendable (String) -> String
  ) throws(SQLiteError) {
    let function = Unmanaged.passRetained(TextFunction(body))
    // The function object needs no release here. SQLite releases it when the connection closes, or
    // at once when it refuses the function's name.
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      function.toOpaque(),
      { context, _, values in TextFunction.answer(context, values?[0]) }, nil, nil,
      { function in
        if let function { Unmanaged<TextFunction>.fromOpaque(function).release() }
      })
    if code != SQLITE_OK { throw failure(code, FailedQuery(sql: name)) }
  }
}

/// A Swift function that SQL queries may call. SQLite keeps a reference to this object.
private final class TextFunction {
  private let body: @Sendable (String) -> String

  init(_ body: @escaping @Sendable (String) -> String) {
    self.body = body
  }

  static func answer(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_TEXT,
      let function = sqlite3_user_data(context), let start = sqlite3_value_text(value)
    else { return sqlite3_result_null(context) }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    var answer = Unmanaged<TextFunction>.fromOpaque(function).takeUnretainedValue()
      .body(String(decoding: bytes, as: UTF8.self))
    answer.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_result_text64(
          context, characters.baseAddress, UInt64(characters.count), copied, UInt8(SQLITE_UTF8))
      }
    }
  }

  /// The marker that tells SQLite to copy the bytes before the call returns.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
