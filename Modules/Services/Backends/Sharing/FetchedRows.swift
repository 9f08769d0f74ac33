import Basics
import Domain
import JSON
import Persistence
import SQLite

/// The server's report about one row: the row's values, or that the row was deleted from its scope.
/// A scope is a family or a person.
struct FetchedRow: Equatable {
  var table: TableName
  var id: RecordID
  /// The values of the row; nil for a deleted row.
  var members: JSONObject?
  /// The scope (a family or a person) that the server gave for the row, and the revision, which is
  /// the number of the transaction in that scope; nil for a row that was queried separately.
  var place: Place?

  struct Place: Equatable {
    var scope: RecordID
    var revision: Int
  }

  init(table: TableName, id: RecordID, members: JSONObject?) {
    self.table = table
    self.id = id
    self.members = members
  }

  /// Reads one entry of the answer of `compass_pull`, the server's function that returns changed
  /// rows; nil for a malformed entry.
  init?(_ change: JSONValue) {
    guard let table = change["table"]?.string.map(TableName.init(unchecked:)),
      let id = change["id"]?.string.flatMap({ RecordID($0) })
    else { return nil }
    self.table = table
    self.id = id
    members = change["gone"]?.bool == true ? nil : change["row"]?.object
    if let scope = change["scope"]?.string.flatMap({ RecordID($0) }),
      let revision = change["revision"]?.int
    {
      place = Place(scope: scope, revision: revision)
    }
  }
}

/// Writes rows from the server into the data file.
///
/// It must run in `DataFile.writeFetched`, so that these writes are not recorded for sending and
/// foreign keys may refer to rows that come later.
struct FetchedRows {
  let connection: DatabaseConnection
  let outbox: Outbox
  let columns: ColumnsOfFile
  /// The accounts with which this data file is connected.
  ///
  /// The profiles of these people are never deleted by fetched rows.
  private let accounts: Set<RecordID>
  /// The columns with unsent local changes, by table and id of the row. A fetched value does not
  /// replace the value of such a column before the server has accepted or rejected the change.
  var waiting: [String: Set<ColumnName>] = [:]
  /// The scopes (families or persons) whose records keep the number that the server gave them, such
  /// as the 51 in `s51`.
  ///
  /// A data file has only one series of numbers for each kind of record, so records of other scopes
  /// get local numbers.
  var numberedScopes: Set<RecordID> = []

  /// True after unsent local changes were removed. The local values may have replaced fetched ones,
  /// so the rows have to be fetched from the server again.
  private(set) var hasTakenBack = false
  /// The ids of the rows that were inserted, by table.
  ///
  /// `changed` and `gone` have the ids of the updated and of the deleted rows.
  private(set) var inserted: [TableName: [RecordID]] = [:]
  private var changed: [TableName: [RecordID]] = [:]
  private var gone: [TableName: [RecordID]] = [:]
  /// True when more rows may have been deleted than the list `gone` has, for example rows that
  /// SQLite replaced. Then all tables are searched for references to missing rows.
  var mayLackMore = false
  /// The number of rows that were inserted or updated; `removed` is the number of deleted rows.
  private(set) var written = 0
  var removed = 0

  init(_ connection: DatabaseConnection, _ outbox: Outbox) throws {
    self.connection = connection
    self.outbox = outbox
    columns = try ColumnsOfFile(connection)
    accounts = Set(try outbox.accounts().map(\.id))
  }

  static func key(_ table: TableName, _ id: RecordID) -> String { "\(table) \(id)" }

  /// Writes the fetched rows in this order: deletions, then parent rows, then their children.
  /// Handles (short names such as `s51`) come last, because they refer to records.
  mutating func take(_ pages: FetchedPages) throws {
    for row in try pages.gone() { try remove(row) }
    try pages.forEachThere { row in try write(row) }
    try nameStrangers()
    try numberNewRows()
  }

  mutating func take(_ rows: [FetchedRow]) throws {
    for row in rows where row.members == nil { try remove(row) }
    let there = rows.enumerated().filter { $0.element.members != nil }.sorted {
      (FetchedPages.rank(of: $0.element.table), $0.offset)
        < (FetchedPages.rank(of: $1.element.table), $1.offset)
    }
    for row in there { try write(row.element) }
    try nameStrangers()
    try numberNewRows()
  }

  /// Removes the unsent changes of a local transaction from the data file. Rows that the
  /// transaction created are deleted, and rows that it changed have to be fetched again.
  ///
  /// - Returns: the ids of the rows that the transaction created.
  @discardableResult
  mutating func takeBack(_ differences: [RowDifference]) throws -> [RecordID] {
    let made = differences.filter { $0.operation == .insert }
    try placeNotes(differences)
    for one in made {
      waiting[Self.key(one.table, one.id)] = nil
      try remove(FetchedRow(table: one.table, id: one.id, members: nil))
    }
    hasTakenBack = true
    return made.map(\.id)
  }

  /// Stores which record each new private note of an unsent transaction belongs to. In the data
  /// file a note is a part of its record, so without this entry a note that never reached the
  /// server could not be found and removed.
  func placeNotes(_ differences: [RowDifference]) throws {
    for one in differences where one.table == .privateNotes && one.operation == .insert {
      guard let place = one.set?.placeOfNote else { continue }
      try outbox.setNote(one.id, on: place.table.description, place.record, of: place.user)
    }
  }

  /// Returns families of the server that no account of this data file can fetch any more. When a
  /// person of this computer left such a family, its rows stayed, because it was not known yet
  /// whether another person of this computer was still a member.
  func familiesOfNobody() throws -> [RecordID] {
    guard accounts.count > 1 else { return [] }
    return try connection.query(
      """
      SELECT id FROM family_units
      WHERE player_user_id IN (SELECT id FROM outbox_claims WHERE kind = 'users')
        AND player_user_id NOT IN (SELECT account FROM outbox_accounts)
      """
    ) { row in try row.recordID(0) }.filter { try !outbox.mayBeTold($0) }
  }

  private mutating func remove(_ row: FetchedRow) throws {
    if row.table == .privateNotes {
      if let place = try outbox.place(ofNote: row.id) { try setNote(nil, on: place) }
      return
    }
    if row.table == .handles || SharedTable.byName[row.table] == nil { return }
    // The profile of an account of this data file stays, even if another account may no longer see
    // the profile.
    if row.table == .users, accounts.contains(row.id) { return }
    // A row with unsent changes is not deleted now. The server decides about the changes when they
    // are sent, and reports again that the row is deleted.
    guard waiting[Self.key(row.table, row.id)] == nil else { return }
    if let place = row.place, try isElsewhere(row, than: place.scope) { return }
    let before = connection.totalChanges
    try connection.execute(
      "DELETE FROM \(row.table) WHERE id = ?", values: [.text(row.id.description)])
    guard connection.totalChanges != before else { return }
    removed += 1
    gone[row.table, default: []].append(row.id)
  }

  /// Returns whether a record that left one scope (a family or a person) is now in another scope.
  /// The deletion that the server reports is then ignored.
  ///
  /// The server reports such a deletion to an account that sees only the first scope, although
  /// another account of this data file has already fetched the record from its new scope.
  private func isElsewhere(_ row: FetchedRow, than scope: RecordID) throws -> Bool {
    guard accounts.count > 1, columns[row.table].contains(where: { $0.name == .familyUnitID })
    else {
      return false
    }
    let family = try connection.first(
      "SELECT family_unit_id FROM \(row.table) WHERE id = ?", row.id
    ) { found in try found.optionalRecordID(0) }
    guard let family else { return false }
    let isFamily =
      try connection.first(
        "SELECT 1 FROM family_units WHERE id = ?", scope, read: { _ in true }) ?? false
    return isFamily ? family != scope : family != nil
  }

  private mutating func write(_ row: FetchedRow) throws {
    guard let members = row.members else { return }
    switch row.table {
    case .privateNotes: try takeNote(row.id, members)
    case .handles: try takeHandle(members)
    default: try takeRow(row, members)
    }
  }

  private mutating func takeRow(_ row: FetchedRow, _ members: JSONObject) throws {
    guard SharedTable.byName[row.table] != nil else { return }
    if row.table == .users { try outbox.setClaimed(row.table.description, row.id) }
    let mine = waiting[Self.key(row.table, row.id)] ?? []
    // A column that this program does not know exists on the server only, and a column that the
    // server does not know exists in the data file only. Neither is written.
    let named = columns[row.table].filter { members[$0.name] != nil && !mine.contains($0.name) }
    // If all columns of the row have unsent changes, no fetched value may be written. That happens
    // if another person on this computer has sent a new row and the server has not answered yet.
    guard !named.isEmpty else { return }
    let id = SQLite.Value.text(row.id.description)
    let list = named.map(\.name.description)
    let stored = try connection.query(
      "SELECT \(list.joined(separator: ", ")) FROM \(row.table) WHERE id = ?", values: [id]
    ) { found in try list.indices.map { try found.value($0) } }.first
    let values = named.map { column in
      WireValue.fetched(members[column.name] ?? .null, column.form, type: column.type)
    }
    guard let stored else {
      try makeRoom(for: row, members)
      let places = Array(repeating: "?", count: list.count).joined(separator: ", ")
      // If a local row with another id has the same unique value, the record was created on two
      // devices, and the server's row replaces it.
      try connection.execute(
        "INSERT OR REPLACE INTO \(row.table) (\(list.joined(separator: ", "))) VALUES (\(places))",
        values: values)
      written += 1
      inserted[row.table, default: []].append(row.id)
      // The inserted row may have replaced a row with another id, to which other rows refer. So all
      // tables are searched for references to missing rows.
      if Self.replacing.contains(row.table) { mayLackMore = true }
      return
    }
    var assignments: [String] = []
    var newer: [SQLite.Value] = []
    for (place, column) in named.enumerated()
    where column.name != .id && !Self.isSame(stored[place], values[place], column.form) {
      assignments.append("\(column.name) = ?")
      newer.append(values[place])
    }
    // The server sets `updated_by`, the column with the author of the last change. If a fetch wrote
    // only this column, `undo` and `redo` would treat the write as another person's change. So a
    // row in which only this column is new is not written.
    guard assignments != ["\(ColumnName.updatedBy) = ?"], !newer.isEmpty else { return }
    try makeRoom(for: row, members)
    try connection.execute(
      "UPDATE OR REPLACE \(row.table) SET \(assignments.joined(separator: ", ")) WHERE id = ?",
      values: newer + [id])
    written += 1
    changed[row.table, default: []].append(row.id)
  }

  /// The tables to which other tables refer and that have a unique column besides the id. A fetched
  /// row of such a table can replace a local row with another id.
  private static let replacing: Set = [TableName.users, .familyUnits]

  /// Compares two values. JSON objects are equal regardless of the order of their members.
  static func isSame(_ left: SQLite.Value, _ right: SQLite.Value, _ form: WireForm) -> Bool {
    if left == right { return true }
    return form != .plain
      && WireValue.canonical(WireValue.sent(left, form))
        == WireValue.canonical(WireValue.sent(right, form))
  }

  /// Clears the e-mail address of a local profile when a fetched profile with another id has the
  /// same address.
  ///
  /// The column is unique, so writing the fetched row would otherwise delete the local profile.
  private func makeRoom(for row: FetchedRow, _ members: JSONObject) throws {
    guard row.table == .users, let address = members[.email]?.string else { return }
    try connection.execute(
      "UPDATE users SET email = NULL WHERE email = ? AND id <> ?", address, row.id)
  }

  private func takeNote(_ id: RecordID, _ members: JSONObject) throws {
    guard let place = members.placeOfNote, SharedTable.byName[place.table]?.notes != nil
    else { return }
    try outbox.setNote(id, on: place.table.description, place.record, of: place.user)
    try setNote(members[.note]?.string, on: place)
  }

  func setNote(
    _ note: String?, on place: (table: TableName, record: RecordID, user: RecordID)
  ) throws {
    let stored = try connection.first(
      "SELECT private_notes FROM \(place.table) WHERE id = ?", place.record
    ) { row in try row.optionalText(0) }
    guard let stored else { return }
    var notes = stored.flatMap { try? JSONValue.parse($0) }?.object ?? JSONObject()
    // The column of private notes stays null when no note changes. If an empty object replaced the
    // null, `redo` would treat the replacement as another person's change.
    guard notes[place.user.description]?.string != note else { return }
    notes[place.user.description] = note.map(JSONValue.string)
    try connection.execute(
      "UPDATE \(place.table) SET private_notes = ? WHERE id = ?", JSONValue.object(notes).text,
      place.record)
  }

  /// Gives a record the number (the 51 in `s51`) that another device assigned to it. A local record
  /// that has this number gets another number.
  private func takeHandle(_ members: JSONObject) throws {
    guard let scope = members[.scope]?.string.flatMap({ RecordID($0) }),
      numberedScopes.contains(scope),
      let kind = members[.kind]?.string, let number = members[.number]?.int,
      let record = members[.recordID]?.string.flatMap({ RecordID($0) }),
      let known = SharedTable.all.lazy.compactMap(\.kind).first(where: { $0.key == kind })
    else { return }
    try outbox.setClaimed(kind, record)
    try connection.handles.move(known, record, to: number)
  }

  /// Returns the foreign keys of a table: each column, and the table that the column refers to.
  func pointers(of table: TableName) throws -> [(column: String, parent: TableName)] {
    try connection.query(
      #"SELECT "from", "table" FROM pragma_foreign_key_list(?)"#, table.description
    ) { row in (try row.text(0), TableName(unchecked: try row.text(1))) }
  }

  /// Inserts a placeholder profile (a row without personal data) for each person whom a written row
  /// refers to but whose profile no account of this data file may read. Without it the row would
  /// refer to a missing person.
  func nameStrangers() throws {
    for table in SharedTable.all {
      let isAll = mayLackMore || gone[.users] != nil
      let written = (inserted[table.name] ?? []) + (changed[table.name] ?? [])
      guard isAll || !written.isEmpty else { continue }
      for pointer in try pointers(of: table.name) where pointer.parent == .users {
        try connection.execute(
          """
          INSERT OR IGNORE INTO users (id, role, full_name)
          SELECT DISTINCT \(pointer.column), 'parent', 'A person who left' FROM \(table.name)
          WHERE (?1 OR id IN (SELECT value FROM json_each(?2)))
            AND \(pointer.column) IS NOT NULL AND \(pointer.column) NOT IN (SELECT id FROM users)
          """, isAll, JSONList.text(isAll ? [] : written))
      }
    }
  }

  /// Assigns local numbers (the 51 in `s51`) to fetched records that have none.
  private func numberNewRows() throws {
    let numbered: [(table: TableName, kind: ReferenceKind)] =
      SharedTable.all.compactMap { table in table.kind.map { (table.name, $0) } }
      + [(.users, .person)]
    for (table, kind) in numbered {
      // The table `users` is always checked, because placeholder profiles (rows for people whom no
      // account may read) need numbers too.
      guard table == .users || inserted[table] != nil else { continue }
      let order = table == .users ? ColumnName.createdAt.description : "rowid"
      let ids = try connection.query(
        """
        SELECT id FROM \(table) WHERE (?2 OR id IN (SELECT value FROM json_each(?3)))
          AND id NOT IN (SELECT id FROM handles WHERE kind = ?1) ORDER BY \(order)
        """, kind.key, table == .users, JSONList.text(inserted[table] ?? [])
      ) { row in try row.recordID(0) }
      try connection.handles.allot(kind, to: ids)
    }
  }

  /// Returns a sentence for each reference to a missing row. It checks the rows that were written
  /// and the rows that referred to a deleted row. If there is any such reference, the caller rolls
  /// back everything that was fetched.
  func loose() throws -> [String] {
    var found: [String] = []
    for table in SharedTable.all {
      guard !mayLackMore else {
        found += try connection.foreignKeyFindings(in: table.name.description).prefix(3).map {
          Self.sentence(TableName(unchecked: $0.table), TableName(unchecked: $0.parent))
        }
        continue
      }
      let written = (inserted[table.name] ?? []) + (changed[table.name] ?? [])
      for pointer in try pointers(of: table.name) {
        let went = gone[pointer.parent] ?? []
        guard !written.isEmpty || !went.isEmpty else { continue }
        let isLoose = try connection.first(
          """
          SELECT 1 FROM \(table.name) AS r WHERE r.\(pointer.column) IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM \(pointer.parent) AS p WHERE p.id = r.\(pointer.column))
            AND (r.id IN (SELECT value FROM json_each(?1)) OR r.\(pointer.column) IN (SELECT value FROM json_each(?2)))
          """, JSONList.text(written), JSONList.text(went), read: { _ in true })
        if isLoose != nil { found.append(Self.sentence(table.name, pointer.parent)) }
      }
    }
    return found
  }

  private static func sentence(_ table: TableName, _ parent: TableName) -> String {
    "A row of \(table) belongs to one of \(parent) that is not there."
  }
}
