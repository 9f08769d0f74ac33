import Basics
import Domain
import JSON
import Persistence
import SQLite
import Synchronization

/// The rows with a malformed value that this process has found in the file, which cannot be read as
/// records.
///
/// Another program may write such a row, and it must not make a whole page fail. The first query
/// that meets one makes `SQLBackend.steppingOver` search all tables; from then on all lists, counts
/// and sums leave the found rows out.
final class UnreadableRows: Sendable {
  private struct State {
    /// The ids of the rows with malformed values that were found so far, by table. They are stored
    /// texts, because an id may be malformed too.
    var known: [TableName: Set<String>] = [:]
    /// The ids of the rows that queries left out since the last call of `takeMet`, by table.
    var met: [TableName: Set<String>] = [:]
  }

  private let state = Mutex(State())

  /// Returns the ids of the table's unreadable rows found so far. It is empty in a file without
  /// damage.
  func known(in table: TableName) -> Set<String> { state.withLock { $0.known[table] ?? [] } }

  /// Searches all tables for unreadable rows. Returns true if the found rows differ from those
  /// known before, because a failed query may then succeed when it leaves the found rows out.
  func survey(_ connection: DatabaseConnection) throws -> Bool {
    var found: [TableName: Set<String>] = [:]
    for table in CheckedTable.all {
      let ids = try Self.unreadable(in: table, connection)
      if !ids.isEmpty { found[table.name] = ids }
    }
    return state.withLock { state in
      defer { state.known = found }
      return state.known != found
    }
  }

  /// Reads the known unreadable rows once more, and removes those from the list that this or
  /// another process has repaired or deleted since.
  func refresh(_ connection: DatabaseConnection) throws {
    for (name, ids) in state.withLock({ $0.known }) {
      guard let table = CheckedTable.named(name) else { continue }
      let still = try Self.unreadable(in: table, connection, among: ids)
      if still != ids { state.withLock { $0.known[name] = still.isEmpty ? nil : still } }
    }
  }

  func note(_ ids: Set<String>, in table: TableName) {
    guard !ids.isEmpty else { return }
    state.withLock { $0.met[table, default: []].formUnion(ids) }
  }

  /// Returns how many unreadable rows (rows with malformed values) of each table queries have left
  /// out since the last call.
  func takeMet() -> [TableName: Int] {
    state.withLock { state in
      // Usually queries have left out no rows. This early return then saves the work of building a
      // dictionary of counts.
      guard !state.met.isEmpty else { return [:] }
      defer { state.met = [:] }
      return state.met.mapValues { $0.count }
    }
  }

  private static func unreadable(
    in table: CheckedTable, _ connection: DatabaseConnection, among ids: Set<String>? = nil
  ) throws -> Set<String> {
    let condition = ids == nil ? "?1 IS NULL" : "id IN (SELECT value FROM json_each(?1))"
    var found: Set<String> = []
    try connection.forEachRow(
      "SELECT \(table.list) FROM \(table.name) WHERE \(condition)", ids.map(TextArray.text)
    ) { row in
      let isReadable =
        ColumnCheck.id.isReadable(row, 0)
        && table.columns.indices.allSatisfy { table.columns[$0].isReadable(row, $0 + 1) }
      if !isReadable { found.insert(try row.text(0)) }
      return true
    }
    return found
  }
}

extension ColumnCheck {
  static let id = ColumnCheck(.id, RecordID.self)
}

extension SQLBackend {
  /// Runs a transaction. If the transaction fails at an unreadable row, all tables are searched for
  /// such rows, and the transaction runs once more and leaves them out.
  func steppingOver<Answer>(_ transaction: () throws -> Answer) throws -> Answer {
    do {
      return try transaction()
    } catch let error as SQLiteError {
      guard case .unexpectedValue = error, try file.read({ try unreadable.survey($0) }) else {
        throw error
      }
      return try transaction()
    }
  }

  /// Returns texts that say how many records queries have left out since the last call, such as `1
  /// metric could not be read`.
  public func takeUnreadable() -> [String] {
    unreadable.takeMet().sorted { $0.key.description < $1.key.description }.map { table, count in
      let kind = CheckedTable.named(table)?.kind
      let words =
        kind.map { KindCount($0, count).words }
        ?? (count == 1 ? "1 other entry" : "\(count.grouped) other entries")
      return "\(words) could not be read"
    }
  }
}

extension Scope {
  /// Returns the condition, extended so that it excludes the table's unreadable rows (rows with
  /// malformed values). The method also records which of these rows the original condition matches,
  /// so that the user is told how many were left out.
  func withoutUnreadable(_ wanted: Conditions, in table: TableName) throws -> Conditions {
    let known = unreadable.known(in: table)
    guard !known.isEmpty else { return wanted }
    let ids = Value.text(TextArray.text(known))
    var left = wanted
    left.require("\(table).id IN (SELECT value FROM json_each(?))", ids)
    unreadable.note(
      Set(
        try connection.query(
          "SELECT id FROM \(table) WHERE \(left.clause)", values: left.values
        ) { row in try row.text(0) }), in: table)
    var readable = wanted
    readable.require("\(table).id NOT IN (SELECT value FROM json_each(?))", ids)
    return readable
  }

  /// Returns SQL for `FROM`: the name of the table, or a subquery without the table's unreadable
  /// rows.
  ///
  /// An outer join needs the subquery: there, a condition on the joined table would also exclude
  /// rows of the other table that have no match.
  func readable(_ table: TableName) -> String {
    let known = unreadable.known(in: table)
    guard !known.isEmpty else { return table.description }
    // JSON text contains no control characters, so it can be inserted into the SQL text as a quoted
    // literal.
    let ids = DatabaseConnection.literal(TextArray.text(known))
    return """
      (SELECT * FROM \(table) WHERE id NOT IN (SELECT value FROM json_each(\(ids)))) AS \(table)
      """
  }

  /// Throws "could not be read" if the record exists but its row is unreadable, because "there is
  /// no such record" would be wrong.
  func requireReadable(_ id: RecordID, in table: TableName, _ kind: ReferenceKind) throws {
    guard unreadable.known(in: table).contains(id.description) else { return }
    throw Problem.unreadable(kind)
  }
}

extension Problem {
  static func unreadable(_ kind: ReferenceKind) -> Problem {
    Problem(
      .storage(.damaged), "This \(kind.singular) could not be read.",
      details: ["Nothing was changed."], fix: "See why, and what can be done:  doctor")
  }
}

/// Encodes texts as a JSON array, so that a query can take them as one argument.
enum TextArray {
  static func text(_ texts: Set<String>) -> String {
    JSONValue.array(texts.sorted().map(JSONValue.string)).text
  }
}
