import CPostgreSQL

/// The texts and values of statements as C strings in one buffer, which exists as long as this
/// value.
struct CTexts: Sendable {
  private var bytes: [CChar] = []
  /// The offsets in `bytes` at which the texts begin; nil for an SQL null.
  private var statements: [(text: Int, values: [Int?])] = []

  var count: Int { statements.count }

  init(_ statements: [Statement]) {
    for statement in statements {
      let text = add(statement.text)
      let values = statement.values.map { $0.map { add($0) } }
      self.statements.append((text, values))
    }
  }

  private mutating func add(_ text: String) -> Int {
    let start = bytes.count
    // A zero byte within a text would cut it off here. PostgreSQL cannot store this character, so
    // the callers reject texts that contain it.
    var text = text
    text.withUTF8 { $0.withMemoryRebound(to: CChar.self) { bytes += $0 } }
    bytes.append(0)
    return start
  }

  func withStatements<R>(
    _ use: (UnsafePointer<compass_pq_statement>?, Int32) -> R
  ) -> R {
    bytes.withUnsafeBufferPointer { bytes in
      let values = statements.flatMap(\.values).map { start in
        start.flatMap { start in bytes.baseAddress.map { $0 + start } }
      }
      return values.withUnsafeBufferPointer { values in
        var given = 0
        let made = statements.map { statement in
          defer { given += statement.values.count }
          return compass_pq_statement(
            text: bytes.baseAddress.map { $0 + statement.text },
            values: values.baseAddress.map { $0 + given },
            value_count: Int32(statement.values.count))
        }
        return made.withUnsafeBufferPointer { use($0.baseAddress, Int32($0.count)) }
      }
    }
  }
}
