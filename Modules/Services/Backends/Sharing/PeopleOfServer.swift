import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Tells rows that the server can know of from those about people of this computer alone: profiles without an account, and their
/// families. Such a row stays here.
struct PeopleOfServer {
  private let person: RecordID
  private let local: Set<RecordID>
  private let connection: DatabaseConnection
  private let columns: ColumnsOfFile

  /// What says whom a row is about.
  private static let owners = [
    "user_id", "athlete_id", "parent_user_id", "player_user_id", "family_unit_id",
  ]

  init(
    _ person: RecordID, _ outbox: Outbox, _ columns: ColumnsOfFile,
    in connection: DatabaseConnection
  ) throws {
    self.person = person
    self.connection = connection
    self.columns = columns
    let people = try outbox.unknown("users").filter { $0 != person }
    let families = try connection.query(
      "SELECT id FROM family_units WHERE player_user_id IN (SELECT value FROM json_each(?))",
      JSONList.text(people)
    ) { row in try row.recordID(0) }
    local = Set(people + families)
  }

  /// Those that the server can judge.
  func known(_ differences: [RowDifference]) throws -> [RowDifference] {
    try differences.filter { try !$0.isJoining(of: person) && (local.isEmpty || !isLocal($0)) }
  }

  private func isLocal(_ difference: RowDifference) throws -> Bool {
    if local.contains(difference.id) { return true }
    let named = columns[difference.table].map(\.name).filter(Self.owners.contains)
    guard !named.isEmpty else { return false }
    let said = named.compactMap { name in
      (difference.set?[name] ?? difference.was?[name])?.string.flatMap { RecordID($0) }
    }
    if !local.isDisjoint(with: said) { return true }
    guard difference.operation == .update else { return false }
    return try connection.query(
      "SELECT \(named.joined(separator: ", ")) FROM \(difference.table) WHERE id = ?",
      values: [.text(difference.id.description)]
    ) { row in
      try named.indices.contains { place in
        try row.optionalText(place).flatMap { RecordID($0) }.map(local.contains) ?? false
      }
    }.contains(true)
  }
}

extension Outbox {
  /// Whether the person is in a family here of which the server does not tell them: they asked to come in and nobody let them in
  /// there yet. What they do for it waits until then.
  func isAwaited(_ person: RecordID, in connection: DatabaseConnection) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM family_members WHERE user_id = ?1 AND role = 'parent'
        AND family_unit_id NOT IN (SELECT scope FROM outbox_cursors WHERE account = ?1)
      """, person, read: { _ in true }) ?? false
  }
}

extension RowDifference {
  /// A parent who came into a family on this computer, before she had an account: at the server she is let in with its code.
  fileprivate func isJoining(of person: RecordID) -> Bool {
    table == "family_members" && operation == .insert && set?["role"] == "parent"
      && set?["user_id"]?.string == person.description
  }

  /// Whether it is about nobody but whoever made it.
  var isOfOnePerson: Bool {
    ["users", "user_preferences", "preference_history", "notifications"].contains(table)
  }
}
