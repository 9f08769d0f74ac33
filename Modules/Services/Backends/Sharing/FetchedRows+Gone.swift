import Basics
import Domain
import JSON
import Persistence
import SQLite

// Deletes rows of the data file that depend on missing rows. A row is missing if the server has
// deleted it, or if the person may not see it any more.
extension FetchedRows {
  /// Deletes memberships in families that the server does not have. A server that was restored from
  /// a backup does not report a deletion for a membership that it lost, so its list of memberships
  /// is compared with the data file.
  func keepMembers(of news: Sharing.News) throws {
    let known = try news.pages.there(of: .familyMembers).map(\.id)
    try connection.execute(
      """
      DELETE FROM family_members WHERE family_unit_id IN (SELECT value FROM json_each(?1))
        AND id NOT IN (SELECT value FROM json_each(?2))
        AND user_id IN (SELECT id FROM outbox_claims WHERE kind = 'users')
      """, JSONList.text(news.cursors.map(\.scope)), JSONList.text(known))
  }

  /// Deletes the rows that belong to deleted records, or clears their links to these records, as a
  /// local deletion would do. The server does not report deletions of these rows, because it never
  /// had the rows or has lost them.
  ///
  /// Rows with unsent changes stay, because the server decides about these changes when they are
  /// sent.
  mutating func takeAlong(_ gone: [FetchedRow]) throws {
    // Rows that refer to a deleted person or family are left out: the access rules decide whether
    // such rows stay, and a placeholder profile (a row without personal data) replaces a person.
    var rest = Dictionary(
      grouping: gone.filter { ![TableName.users, .familyUnits].contains($0.table) }, by: \.table
    ).filter { SharedTable.byName[$0.key] != nil }.mapValues { $0.map(\.id) }
    while let (table, ids) = rest.popFirst() {
      let stay = Set(
        try connection.query(
          "SELECT id FROM \(table) WHERE id IN (SELECT value FROM json_each(?))", JSONList.text(ids)
        ) { row in try row.recordID(0) })
      let list = JSONList.text(ids.filter { !stay.contains($0) })
      for pointer in try pointers(to: table) {
        let hanging = try connection.query(
          """
          SELECT id FROM \(pointer.child) WHERE \(pointer.column) IN (SELECT value FROM json_each(?))
          """, list
        ) { row in try row.recordID(0) }.filter { waiting[Self.key(pointer.child, $0)] == nil }
        guard !hanging.isEmpty else { continue }
        let condition = "WHERE id IN (SELECT value FROM json_each(?))"
        guard pointer.isNeeded else {
          try connection.execute(
            "UPDATE \(pointer.child) SET \(pointer.column) = NULL \(condition)",
            JSONList.text(hanging))
          continue
        }
        mayLackMore = true
        try connection.execute(
          "DELETE FROM \(pointer.child) \(condition)", JSONList.text(hanging))
        removed += hanging.count
        rest[pointer.child, default: []] += hanging
      }
    }
  }

  private func pointers(
    to table: TableName
  ) throws -> [(child: TableName, column: String, isNeeded: Bool)] {
    try SharedTable.all.flatMap { child in
      try connection.query(
        """
        SELECT f."from", c."notnull" FROM pragma_foreign_key_list(?) AS f
        JOIN pragma_table_info(?) AS c ON c.name = f."from" WHERE f."table" = ?
        """, child.name.description, child.name.description, table.description
      ) { row in (child: child.name, column: try row.text(0), isNeeded: try row.bool(1)) }
    }
  }

  func ids(of table: SharedTable) throws -> [String] {
    guard table.name != .users, table.name != .handles else { return [] }
    return try connection.query("SELECT id FROM \(table.name)") { row in try row.text(0) }
  }

  mutating func leave(_ family: RecordID, person: RecordID) throws {
    mayLackMore = true
    let athletes = try connection.query(
      "SELECT user_id FROM family_members WHERE family_unit_id = ? AND role = 'player' AND user_id <> ?",
      family, person
    ) { row in try row.recordID(0) }
    for (table, _) in RecordKinds.shared {
      try connection.execute(
        "DELETE FROM \(table) WHERE family_unit_id = ? AND NOT EXISTS (SELECT 1 FROM family_units WHERE id = ?1 AND player_user_id = ?2)",
        family, person)
    }
    try connection.execute(
      "DELETE FROM school_status_history WHERE school_id NOT IN (SELECT id FROM schools)")
    for athlete in athletes {
      for table in [TableName.athleteTasks, .suggestions] {
        try connection.execute("DELETE FROM \(table) WHERE athlete_id = ?", athlete)
      }
      for table in [TableName.preferences, .preferenceHistory, .keptFiles] + RecordKinds.athletesOwn
      {
        try connection.execute("DELETE FROM \(table) WHERE user_id = ?", athlete)
      }
    }
    try connection.execute("DELETE FROM family_members WHERE family_unit_id = ?", family)
    try connection.execute("DELETE FROM family_code_usage_log WHERE family_unit_id = ?", family)
    try connection.execute(
      "DELETE FROM family_units WHERE id = ? AND player_user_id <> ?", family, person)
  }
}
