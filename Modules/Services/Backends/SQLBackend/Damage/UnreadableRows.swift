import Basics
import Domain
import JSON
import Persistence
import SQLite
import Synchronization

/// The rows of the file that cannot be read, as far as this process has met them.
///
/// A row that another program left malformed must not take a page down with it. Whoever meets one looks through the tables
/// once (`SQLBackend.steppingOver`), and from then on every list, count and sum leaves such rows out.
final class UnreadableRows: Sendable {
  private struct State {
    /// By table, their ids as they stand in the file.
    var known: [TableName: Set<String>] = [:]
    /// Those left out since somebody last asked.
    var met: [TableName: Set<String>] = [:]
  }

  private let state = Mutex(State())

  /// Those to leave out of a table; empty in a sound file.
  func known(in table: TableName) -> Set<String> { state.withLock { $0.known[table] ?? [] } }

  /// Looks through all tables. False when nothing was found that was not known before.
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

  /// Forgets those that were repaired or removed since, by whomever.
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

  /// How many rows of each kind were left out since this was last asked.
  func takeMet() -> [TableName: Int] {
    state.withLock { state in
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
  static let id = ColumnCheck("id", RecordID.self)
}

extension SQLBackend {
  /// Does the work of a transaction; when it meets a row that cannot be read, once more without such rows.
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

  /// What was left out since this was last asked, in words: `1 metric could not be read`.
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
  /// Leaves out the rows of a table that cannot be read, and counts those that would have been among the wanted.
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

  /// What stands behind `FROM` for a table: the table, or, where rows of it cannot be read, the table without them. For queries
  /// over several tables, where a condition on one would be met by rows that have no partner.
  func readable(_ table: TableName) -> String {
    let known = unreadable.known(in: table)
    guard !known.isEmpty else { return table.description }
    // JSON has no control characters, so a quote is all that could end the text.
    let ids = TextArray.text(known).replacing("'", with: "''")
    return """
      (SELECT * FROM \(table) WHERE id NOT IN (SELECT value FROM json_each('\(ids)'))) AS \(table)
      """
  }

  /// Throws for a record that is there and cannot be read: "no such" would not be true.
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

/// Texts as the JSON array that a query takes them in.
enum TextArray {
  static func text(_ texts: Set<String>) -> String {
    JSONValue.array(texts.sorted().map(JSONValue.string)).text
  }
}
