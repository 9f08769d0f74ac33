import Basics
import Domain
import Persistence
import SQLite

/// Reads the access rights of a data file, so that those of a backup can be compared with those of
/// the current file, and writes rights into a backup before the backup is restored.
///
/// The access rights are the people with their roles and passphrases, the owners and codes of
/// families, and the memberships.
struct RightsRows {
  let connection: DatabaseConnection

  func read() throws -> FileRights {
    FileRights(
      people: try connection.query(
        """
        SELECT id, coalesce(full_name, email, ''), role, passphrase_hash
        FROM users LEFT JOIN local_credentials ON user_id = id ORDER BY users.rowid
        """
      ) { row in
        FileRights.Person(
          id: try row.recordID(0), name: try row.text(1), role: try row.text(2),
          passphrase: try row.optionalText(3))
      },
      families: try connection.query(
        "SELECT id, player_user_id, family_code FROM family_units ORDER BY rowid"
      ) { row in
        FileRights.Family(
          id: try row.recordID(0), owner: try row.recordID(1), code: try row.optionalText(2))
      },
      members: try connection.query(
        "SELECT family_unit_id, user_id, role, helps FROM family_members ORDER BY rowid"
      ) { row in
        FileRights.Member(
          family: try row.recordID(0), person: try row.recordID(1), role: try row.text(2),
          helps: HelpAreas.areas(try row.text(3)))
      })
  }

  /// Prepares the access rights in a copy of a backup that is to be restored: `taken` leaves the
  /// backup's rights as they are, and `kept` replaces them with those of the current file.
  ///
  /// In both cases two things come from the current file: the sign-ins of browsers, and the undo
  /// steps (changes that `undo` can take back) that could change rights.
  ///
  /// - Parameter live: the current file, which the restore has locked; nil when it cannot be read.
  ///
  /// - Throws: `rightsChanged` if the rights differ from those that the person has agreed to take,
  ///   or if there is no current file whose rights could be kept.
  func settle(_ rights: RestoredRights, by live: DatabaseConnection?) throws {
    let now = try live.flatMap { try $0.hasNobody() ? nil : RightsRows(connection: $0).read() }
    switch rights {
    case .taken(let agreed):
      guard try read().differences(from: now) == agreed else { throw Problem.rightsChanged }
    case .kept:
      guard let live, let now else { throw Problem.rightsChanged }
      try keep(now, of: live)
    }
    try endForeignSteps(but: live)
    // A browser may have got a new cookie since the backup, because another person could know the
    // old one. The old cookie of the backup must not give access again.
    let browsers = DevicePreferenceKey.browserSessions
    try connection.setDevicePreference(
      browsers, try live?.devicePreferences.value(browsers, of: nil), of: nil)
  }
}

// MARK: - Keeping the rights of the file

extension RightsRows {
  /// Prevents the undo and redo of steps (recorded changes) in the backup that could change access
  /// rights, unless the current file has the same steps. Another program may have written such a
  /// step, or the step may be old, and its undo would reverse a later decision about rights.
  private func endForeignSteps(but live: DatabaseConnection?) throws {
    try connection.transaction(.immediate) {
      for id in try connection.query("SELECT id FROM journal", read: { row in try row.int(0) }) {
        guard let found = try step(id, in: connection), Self.mayChangeRights(found),
          try live.flatMap({ try step(id, in: $0) }) != found
        else { continue }
        try connection.execute("UPDATE journal SET schema_version = 0 WHERE id = ?", id)
      }
    }
  }

  private func step(_ id: Int, in connection: DatabaseConnection) throws -> [ColumnName: Value]? {
    try rows(of: "journal", in: connection, where: "id = ?", [.integer(Int64(id))]).first
  }

  /// Returns whether undoing a step (a recorded change) could change access rights. It could if the
  /// step changes a table with rights, if it changes a table that steps do not record, or if it
  /// cannot be read. Of the tables about this device, steps record only the person's own quick
  /// tasks.
  private static func mayChangeRights(_ step: [ColumnName: Value]) -> Bool {
    guard case .blob(let bytes)? = step[.changeset], case .text(let text)? = step[.person],
      let person = RecordID(text), let changes = try? Changeset(bytes: bytes).changes()
    else { return true }
    let tasks: [Value] = [.id(person), .text(DevicePreferenceKey.quickTasks(user: person))]
    return changes.contains { change in
      let isOfTasks = change.table == DevicePreferences.table && change.key == tasks
      return !isOfTasks && !withoutRights.contains(change.table)
    }
  }

  private static let withoutRights = Set(
    CompassSchema.sharedTables.filter {
      ![TableName.users, .familyUnits, .familyMembers].contains($0)
    }
    .map(\.description))

  /// Writes the access rights of the current file into the backup, before the backup is restored.
  /// People who exist only in the current file are added to the backup. People who exist only in
  /// the backup get no rights: they become parents without a family.
  private func keep(_ now: FileRights, of live: DatabaseConnection) throws {
    // Foreign keys are off during these writes and are checked at the end. The owner of a family
    // may change, and with foreign keys on, SQLite would delete the rows of the family together
    // with its old owner.
    try connection.execute("PRAGMA foreign_keys = OFF")
    defer { try? connection.execute("PRAGMA foreign_keys = ON") }
    try connection.transaction(.immediate) {
      try keepPeople(now, of: live)
      try keepFamilies(now, of: live)
      try keepMembers(now, of: live)
      for table in Self.own { try replace(table, by: live) }
      try connection.takeSecurityTime(of: live)
      let dangling = try connection.query("PRAGMA foreign_key_check") { _ in true }
      guard dangling.isEmpty else { throw Problem.rightsDoNotFit }
    }
  }

  /// The tables that contain only passphrases and sign-ins. When a backup is restored with the
  /// rights of the current file, all their rows are replaced with those of the current file.
  private static let own = ["local_credentials", "local_sessions"]

  private func keepPeople(_ now: FileRights, of live: DatabaseConnection) throws {
    let known = Set(try read().people.map(\.id))
    for person in now.people {
      if known.contains(person.id) {
        try connection.execute(
          "UPDATE users SET role = ?2 WHERE id = ?1 AND role <> ?2", person.id, person.role)
      } else {
        let row = try self.row("users", person.id, of: live)
        if case .text(let email)? = row[.email] {
          try connection.execute("UPDATE users SET email = NULL WHERE email = ?", email)
        }
        try insert(row, into: "users")
        try connection.handles.allot(.person, to: person.id)
      }
    }
    let allowed = Set(now.people.map(\.id))
    for stranger in known where !allowed.contains(stranger) {
      try connection.execute(
        "UPDATE users SET role = ?2 WHERE id = ?1 AND role <> ?2", stranger,
        UserRole.parent.rawValue)
    }
  }

  private func keepFamilies(_ now: FileRights, of live: DatabaseConnection) throws {
    let stored = try read().families
    for family in stored
    where now.families.first(where: { $0.id == family.id })?.code != family.code {
      try connection.execute("UPDATE family_units SET family_code = NULL WHERE id = ?", family.id)
    }
    for family in stored {
      guard let same = now.families.first(where: { $0.id == family.id }), same.owner != family.owner
      else { continue }
      // Two families may have exchanged their owners, but the column of owners is unique at any
      // time. So each family whose owner changes first gets its own id as owner.
      try connection.execute(
        "UPDATE family_units SET player_user_id = id WHERE id = ?", family.id)
    }
    for family in now.families {
      if stored.contains(where: { $0.id == family.id }) {
        try connection.execute(
          "UPDATE OR IGNORE family_units SET player_user_id = ?2, family_code = ?3 WHERE id = ?1",
          family.id, family.owner, family.code)
      } else {
        try insert(try row("family_units", family.id, of: live), into: "family_units")
      }
    }
  }

  private func keepMembers(_ now: FileRights, of live: DatabaseConnection) throws {
    let (kept, stored) = (now.members, try read().members)
    for member in stored where !kept.contains(member) {
      try connection.execute(
        "DELETE FROM family_members WHERE family_unit_id = ? AND user_id = ?", member.family,
        member.person)
    }
    for member in kept where !stored.contains(member) {
      let id = try live.one(
        "SELECT id FROM family_members WHERE family_unit_id = ? AND user_id = ?", member.family,
        member.person
      ) { row in try row.recordID(0) }
      try connection.execute("DELETE FROM family_members WHERE id = ?", id)
      try insert(try row("family_members", id, of: live), into: "family_members")
    }
  }

  private func replace(_ table: String, by live: DatabaseConnection) throws {
    let (wanted, stored) = (try rows(of: table, in: live), try rows(of: table, in: connection))
    guard wanted != stored else { return }
    try connection.execute("DELETE FROM \(table)")
    for row in wanted { try insert(row, into: table) }
  }

  private func row(
    _ table: String, _ id: RecordID, of connection: DatabaseConnection
  ) throws -> [ColumnName: Value] {
    try rows(of: table, in: connection, where: "id = ?", [.id(id)]).first ?? [:]
  }

  private func rows(
    of table: String, in connection: DatabaseConnection, where condition: String = "1",
    _ values: [Value] = []
  ) throws -> [[ColumnName: Value]] {
    let columns = try connection.query(
      "SELECT name FROM pragma_table_info(?) ORDER BY cid", table
    ) { row in ColumnName(unchecked: try row.text(0)) }
    return try connection.query(
      "SELECT \(columns.list) FROM \(table) WHERE \(condition)",
      values: values
    ) { row in
      var found: [ColumnName: Value] = [:]
      for (place, column) in columns.enumerated() { found[column] = try row.value(place) }
      return found
    }
  }

  private func insert(_ row: [ColumnName: Value], into table: String) throws {
    let columns = row.keys.sorted { $0.description < $1.description }
    try connection.execute(
      """
      INSERT INTO \(table) (\(columns.list))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """, values: columns.compactMap { row[$0] })
  }
}

extension Problem {
  static let rightsChanged = Problem(
    .conflict, "Who may act in the file has changed meanwhile.",
    fix: "Say it again, and read the question once more.")

  static let rightsDoNotFit = Problem(
    .conflict,
    "The backup says that a family is another person's, and that cannot be joined with the file.",
    details: ["Nothing was changed."],
    fix: "Restore with the rights of the backup:  restore NAME --rights")
}
