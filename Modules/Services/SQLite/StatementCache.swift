import CSQLite

/// Prepared statements by their SQL, so that each connection compiles a query once.
///
/// SQLite itself prepares a statement again after the schema has changed.
struct StatementCache {
  private let database: OpaquePointer
  private var kept: [String: Statement] = [:]
  private var newest: Statement?
  private var clock = 0

  /// The largest number of cached statements. The program has fewer fixed queries than this. The
  /// limit is needed because filters that people compose produce new SQL texts without end.
  private static let capacity = 256

  init(_ database: OpaquePointer) {
    self.database = database
  }

  var texts: [String] { kept.keys.sorted() }

  /// Returns a statement for one use. A nested use of the same SQL gets a second statement.
  mutating func lend(_ sql: String) throws(SQLiteError) -> Statement {
    clock += 1
    // A string literal in a loop has the same storage each time. Comparing the text with that of
    // the statement that was used last is therefore fast: no bytes are read.
    if let newest, !newest.isLent, newest.sql == sql {
      newest.isLent = true
      newest.lastUse = clock
      return newest
    }
    if let statement = kept[sql] {
      if statement.isLent { return try Statement(sql, on: database, isKept: false) }
      statement.isLent = true
      statement.lastUse = clock
      newest = statement
      return statement
    }
    let statement = try Statement(sql, on: database, isKept: true)
    statement.isLent = true
    statement.lastUse = clock
    if kept.count >= Self.capacity { dropOldest() }
    kept[sql] = statement
    newest = statement
    return statement
  }

  func giveBack(_ statement: Statement) {
    statement.clear()
    statement.isLent = false
  }

  mutating func removeAll() {
    kept.removeAll()
    newest = nil
  }

  private mutating func dropOldest() {
    let idle = kept.values.filter { !$0.isLent }
    guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return }
    kept[oldest.sql] = nil
    if newest === oldest { newest = nil }
  }
}
