import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Separates the changes that are sent to the server from those about local people.
///
/// Local people are profiles without an account, with their families. The server does not know
/// them, so changes about them are not sent.
struct PeopleOfServer {
  private let person: RecordID
  private let local: Set<RecordID>
  private let connection: DatabaseConnection
  private let columns: ColumnsOfFile

  /// The columns that name the person or the family to which a row belongs.
  ///
  /// A row that names a local person or family in one of them is not sent.
  private static let owners: Set<ColumnName> = [
    .userID, .athleteID, .parentUserID, .playerUserID, .familyUnitID,
  ]

  init(
    _ person: RecordID, _ outbox: Outbox, _ columns: ColumnsOfFile,
    in connection: DatabaseConnection
  ) throws {
    self.person = person
    self.connection = connection
    self.columns = columns
    let people = try outbox.unknown(TableName.users.description).filter { $0 != person }
    let families = try connection.query(
      "SELECT id FROM family_units WHERE player_user_id IN (SELECT value FROM json_each(?))",
      JSONList.text(people)
    ) { row in try row.recordID(0) }
    local = Set(people + families)
  }

  /// Returns the changed rows that this device sends to the server. Two kinds are left out: rows
  /// about local people (profiles without an account), and the membership with which the person
  /// joins a family as a parent.
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
      "SELECT \(named.list) FROM \(difference.table) WHERE id = ?",
      values: [.text(difference.id.description)]
    ) { row in
      try named.indices.contains { place in
        try row.optionalText(place).flatMap { RecordID($0) }.map(local.contains) ?? false
      }
    }.contains(true)
  }
}

extension Outbox {
  /// Returns whether the person asked to join a family of the server and is not admitted yet. The
  /// person's changes for that family are not sent before the admission. A local family, whose
  /// athlete the server does not know, does not count.
  func isAwaited(_ person: RecordID, in connection: DatabaseConnection) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM family_members AS m JOIN family_units AS f ON f.id = m.family_unit_id
      WHERE m.user_id = ?1 AND m.role = 'parent'
        AND f.id NOT IN (SELECT scope FROM outbox_cursors WHERE account = ?1)
        AND f.player_user_id IN (SELECT id FROM outbox_claims WHERE kind = 'users')
      """, person, read: { _ in true }) ?? false
  }
}

extension Outbox {
  /// Returns the names of the parent's families that exist only in this file and not on the server.
  /// The program names them to the parent, because changes in these families are not sent.
  func familiesHere(of person: RecordID, in connection: DatabaseConnection) throws -> [String] {
    try connection.query(
      """
      SELECT coalesce(f.family_name, 'A family') FROM family_members AS m
      JOIN family_units AS f ON f.id = m.family_unit_id
      WHERE m.user_id = ?1 AND m.role = 'parent'
        AND f.player_user_id NOT IN (SELECT id FROM outbox_claims WHERE kind = 'users')
      ORDER BY 1
      """, person
    ) { row in try row.text(0) }
  }
}

extension FetchedRows {
  /// Deletes the unused family of a parent who used the program before the athlete did.
  ///
  /// Such a parent had to create a profile for the athlete. Once the parent is a member of the
  /// athlete's own family, that profile would be a second athlete with the same name.
  mutating func dropUntouchedFamilies(of parent: RecordID, _ cursors: [Outbox.Cursor]) throws {
    guard cursors.contains(where: { $0.kind == "family" }) else { return }
    let placeholders = try connection.query(
      """
      SELECT f.id, f.player_user_id FROM family_members AS m
      JOIN family_units AS f ON f.id = m.family_unit_id
      WHERE m.user_id = ?1 AND m.role = 'parent'
        AND f.player_user_id NOT IN (SELECT id FROM outbox_claims WHERE kind = 'users')
        AND f.player_user_id NOT IN (SELECT user_id FROM local_credentials)
        AND NOT EXISTS (SELECT 1 FROM journal AS j WHERE j.person = f.player_user_id)
        AND NOT EXISTS (SELECT 1 FROM family_members AS o WHERE o.family_unit_id = f.id
          AND o.user_id NOT IN (?1, f.player_user_id))
      """, parent
    ) { row in (family: try row.recordID(0), athlete: try row.recordID(1)) }
    for (family, athlete) in placeholders where try isUntouched(family, athlete) {
      mayLackMore = true
      for table in SharedTable.all {
        for pointer in try pointers(of: table.name) where pointer.parent == .familyUnits {
          try connection.execute("DELETE FROM \(table.name) WHERE \(pointer.column) = ?", family)
        }
      }
      try connection.execute("DELETE FROM family_code_usage_log WHERE family_unit_id = ?", family)
      try connection.execute("DELETE FROM family_units WHERE id = ?", family)
      try dropPerson(athlete)
      // Undo steps (recorded changes) that made or changed the deleted rows cannot be undone any
      // more, so they are deleted too.
      try connection.execute(
        """
        DELETE FROM journal WHERE instr(changeset, CAST(?1 AS BLOB)) > 0 OR instr(changeset, CAST(?2 AS BLOB)) > 0
        """, athlete, family)
    }
  }

  /// Deletes a profile, all rows that refer to it, and the undo steps for its records.
  private func dropPerson(_ person: RecordID) throws {
    for table in SharedTable.all {
      for pointer in try pointers(of: table.name) where pointer.parent == .users {
        try connection.execute("DELETE FROM \(table.name) WHERE \(pointer.column) = ?", person)
      }
    }
    try forget(person)
  }

  private func forget(_ person: RecordID) throws {
    try connection.execute("DELETE FROM users WHERE id = ?", person)
    try connection.execute("DELETE FROM \(TableName.keptFiles) WHERE user_id = ?", person)
    try connection.execute("DELETE FROM journal WHERE athlete = ?1 OR person = ?1", person)
    try connection.execute(
      "DELETE FROM device_preferences WHERE user_id = ?1 OR value = ?1", person)
  }

  /// Deletes the fetched profiles of the other members of a family after the person was erased at
  /// the server, except people who can sign in on this computer or are in another family here.
  ///
  /// If the family belongs to another athlete, its rows are deleted first, as when the person
  /// leaves it. If it is the person's own, its rows stay, and the person becomes the author of the
  /// rows that these members wrote.
  mutating func leaveWithPeople(_ family: RecordID, person: RecordID) throws {
    let isOwn =
      try connection.first(
        "SELECT 1 FROM family_units WHERE id = ? AND player_user_id = ?", family, person,
        read: { _ in true }) ?? false
    let people = try connection.query(
      """
      SELECT user_id FROM family_members WHERE family_unit_id = ?1 AND user_id <> ?2
        AND user_id IN (SELECT id FROM outbox_claims WHERE kind = 'users')
        AND user_id NOT IN (SELECT account FROM outbox_accounts)
        AND user_id NOT IN (SELECT user_id FROM local_credentials)
        AND user_id NOT IN (SELECT user_id FROM family_members WHERE family_unit_id <> ?1)
      """, family, person
    ) { row in try row.recordID(0) }
    if isOwn {
      for table in SharedTable.all {
        for (author, one) in table.authors.flatMap({ author in people.map { (author, $0) } }) {
          try connection.execute(
            "UPDATE \(table.name) SET \(author) = ? WHERE \(author) = ?", person, one)
        }
      }
    } else {
      try leave(family, person: person)
    }
    for one in people {
      try connection.execute("DELETE FROM family_members WHERE user_id = ?", one)
      try connection.execute(
        "DELETE FROM parent_view_log WHERE parent_user_id = ?1 OR athlete_id = ?1", one)
      for table in [TableName.preferences, .preferenceHistory, .notifications] {
        try connection.execute("DELETE FROM \(table) WHERE user_id = ?", one)
      }
      try forget(one)
    }
    // Remaining rows may still refer to the deleted people, for example as authors. Placeholder
    // profiles (rows without personal data) are inserted for these people, because a row must not
    // refer to a missing person.
    try nameStrangers()
  }

  private func isUntouched(_ family: RecordID, _ athlete: RecordID) throws -> Bool {
    for (table, _) in RecordKinds.shared {
      let kept = try connection.first(
        "SELECT 1 FROM \(table) WHERE family_unit_id = ?", family, read: { _ in true })
      if kept != nil { return false }
    }
    let own: [(TableName, ColumnName)] = [(.athleteTasks, .athleteID), (.preferences, .userID)]
    for (table, column) in own + RecordKinds.athletesOwn.map({ ($0, ColumnName.userID) }) {
      let kept = try connection.first(
        "SELECT 1 FROM \(table) WHERE \(column) = ?", athlete, read: { _ in true })
      if kept != nil { return false }
    }
    return true
  }
}

extension RowDifference {
  /// Returns whether the row is the membership with which the person joins a family as a parent. It
  /// is not sent, because on the server the athlete admits the parent by the family's code instead.
  fileprivate func isJoining(of person: RecordID) -> Bool {
    table == .familyMembers && operation == .insert && set?[.role]?.string == "parent"
      && set?[.userID]?.string == person.description
  }

  /// True if the row belongs to one person and not to a family.
  ///
  /// Such a row is sent even while the person waits to be admitted to a family.
  var isOfOnePerson: Bool {
    [TableName.users, .preferences, .preferenceHistory, .notifications].contains(table)
  }
}
