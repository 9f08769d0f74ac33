import Basics
import Domain
import JSON
import Persistence
import SQLite

/// What the server said of one row: how it is there, or that it is gone from where it was.
struct FetchedRow: Equatable {
  var table: String
  var id: RecordID
  /// Nil for a row that is gone.
  var members: JSONObject?
  /// Where the server noted it, and when in the order of that scope; nil for a row that was asked for by itself.
  var place: Place?

  struct Place: Equatable {
    var scope: RecordID
    var revision: Int
  }

  init(table: String, id: RecordID, members: JSONObject?) {
    self.table = table
    self.id = id
    self.members = members
  }

  /// One entry of `compass_pull`; nil for one that is none.
  init?(_ change: JSONValue) {
    guard let table = change["table"]?.string,
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

/// Puts rows of the server into the file.
///
/// It runs in `DataFile.writeFetched`: nothing of it is sent back, and keys may point at what comes later.
struct FetchedRows {
  let connection: DatabaseConnection
  let outbox: Outbox
  let columns: ColumnsOfFile
  /// Whose token opens the server from this file.
  private let accounts: Set<RecordID>
  /// Columns that wait to be sent, by table and id: what was meant here stands until the server has judged it.
  var waiting: [String: Set<String>] = [:]
  /// In which scopes a record's number is its number here too. A file counts each kind once, so those of other scopes get one of its own.
  var numberedScopes: Set<RecordID> = []

  /// Whether what is there may be hidden by what was taken back, until it is fetched anew.
  private(set) var hasTakenBack = false
  /// Schools that came and of which one of the same name was here: one table was imported on two devices.
  private(set) var twice: [String] = []
  /// How many rows came, changed and went.
  private(set) var written = 0
  var removed = 0

  init(_ connection: DatabaseConnection, _ outbox: Outbox) throws {
    self.connection = connection
    self.outbox = outbox
    columns = try ColumnsOfFile(connection)
    accounts = Set(try outbox.accounts().map(\.id))
  }

  static func key(_ table: String, _ id: RecordID) -> String { "\(table) \(id)" }

  /// What is gone first, then parents before children; handles last, when their records are there.
  mutating func take(_ rows: [FetchedRow]) throws {
    for row in rows where row.members == nil { try remove(row) }
    let order = Dictionary(
      SharedTable.all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let there = rows.enumerated().filter { $0.element.members != nil }.sorted {
      (order[$0.element.table] ?? 99, $0.offset) < (order[$1.element.table] ?? 99, $1.offset)
    }.map(\.element)
    for row in there { try write(row) }
    try nameStrangers()
    try numberNewRows()
  }

  /// Takes out what a transaction of this device did that is not sent: what it made goes, and what it changed is fetched anew.
  ///
  /// - Returns: the ids of what it made.
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

  /// On which record a private note stands that the server never had.
  func placeNotes(_ differences: [RowDifference]) throws {
    for one in differences where one.table == "private_notes" && one.operation == .insert {
      guard let table = one.set?["table_name"]?.string,
        let record = one.set?["record_id"]?.string.flatMap({ RecordID($0) }),
        let user = one.set?["user_id"]?.string.flatMap({ RecordID($0) })
      else { continue }
      try outbox.setNote(one.id, on: table, record, of: user)
    }
  }

  /// Families of the server of which nobody here is told: whoever was left while another person did not know yet whether they are in it.
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
    if row.table == "private_notes" {
      if let place = try outbox.note(row.id) { try setNote(nil, on: place) }
      return
    }
    if row.table == "handles" || SharedTable.byName[row.table] == nil { return }
    // Somebody who left one person's sight still uses this file.
    if row.table == "users", accounts.contains(row.id) { return }
    // What waits to be sent is judged there: it will be told that the row is gone.
    guard waiting[Self.key(row.table, row.id)] == nil else { return }
    if let place = row.place, try isElsewhere(row, than: place.scope) { return }
    let before = connection.totalChanges
    try connection.execute(
      "DELETE FROM \(row.table) WHERE id = ?", values: [.text(row.id.description)])
    if connection.totalChanges != before { removed += 1 }
  }

  /// Whether a record that is gone from a scope is in another here. Somebody who is told of one of the two alone hears only that it
  /// went; another account of this file brought the rest.
  private func isElsewhere(_ row: FetchedRow, than scope: RecordID) throws -> Bool {
    guard accounts.count > 1, columns[row.table].contains(where: { $0.name == "family_unit_id" })
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
    case "private_notes": try takeNote(row.id, members)
    case "handles": try takeHandle(members)
    default: try takeRow(row, members)
    }
  }

  private mutating func takeRow(_ row: FetchedRow, _ members: JSONObject) throws {
    guard SharedTable.byName[row.table] != nil else { return }
    if row.table == "users" { try outbox.setClaimed("users", row.id) }
    let mine = waiting[Self.key(row.table, row.id)] ?? []
    // A column that this program does not know yet stays on the server, and one that the server does not have stays here.
    let named = columns[row.table].filter { members[$0.name] != nil && !mine.contains($0.name) }
    // All of it waits: another person of this computer sent it, and has not had the answer.
    guard !named.isEmpty else { return }
    let id = SQLite.Value.text(row.id.description)
    let list = named.map(\.name)
    let stored = try connection.query(
      "SELECT \(list.joined(separator: ", ")) FROM \(row.table) WHERE id = ?", values: [id]
    ) { found in try list.indices.map { try found.value($0) } }.first
    let values = named.map { column in
      WireValue.fetched(members[column.name] ?? .null, column.form, type: column.type)
    }
    guard let stored else {
      try noteTwice(row, members)
      try makeRoom(for: row, members)
      let places = Array(repeating: "?", count: list.count).joined(separator: ", ")
      // Whatever stands in the way by another key was made twice; the server's is the one that stays.
      try connection.execute(
        "INSERT OR REPLACE INTO \(row.table) (\(list.joined(separator: ", "))) VALUES (\(places))",
        values: values)
      written += 1
      return
    }
    var assignments: [String] = []
    var changed: [SQLite.Value] = []
    for (place, column) in named.enumerated()
    where column.name != "id" && !isSame(stored[place], values[place], column.form) {
      assignments.append("\(column.name) = ?")
      changed.append(values[place])
    }
    // Who changed it last is entered by the server; taken alone it would look like another person's change to `undo` and `redo`.
    guard assignments != ["updated_by = ?"], !changed.isEmpty else { return }
    try makeRoom(for: row, members)
    try connection.execute(
      "UPDATE OR REPLACE \(row.table) SET \(assignments.joined(separator: ", ")) WHERE id = ?",
      values: changed + [id])
    written += 1
  }

  private mutating func noteTwice(_ row: FetchedRow, _ members: JSONObject) throws {
    guard row.table == "schools", let name = members["name"]?.string else { return }
    let other = try connection.first(
      """
      SELECT 1 FROM schools WHERE lower(trim(name)) = lower(trim(?1)) AND id <> ?2
        AND family_unit_id IS ?3
      """, name, row.id, members["family_unit_id"]?.string, read: { _ in true })
    if other != nil { twice.append(name) }
  }

  /// JSON is the same whatever the order of its members.
  private func isSame(_ left: SQLite.Value, _ right: SQLite.Value, _ form: ColumnForm) -> Bool {
    if left == right { return true }
    return form != .plain
      && WireValue.canonical(WireValue.sent(left, form))
        == WireValue.canonical(WireValue.sent(right, form))
  }

  /// A profile of this device alone may have the address of somebody who comes from the server; the row is not thrown away for it.
  private func makeRoom(for row: FetchedRow, _ members: JSONObject) throws {
    guard row.table == "users", let address = members["email"]?.string else { return }
    try connection.execute(
      "UPDATE users SET email = NULL WHERE email = ? AND id <> ?", address, row.id)
  }

  private func takeNote(_ id: RecordID, _ members: JSONObject) throws {
    guard let table = members["table_name"]?.string,
      SharedTable.byName[table]?.isLeftBehind.contains("private_notes") == true,
      let record = members["record_id"]?.string.flatMap({ RecordID($0) }),
      let user = members["user_id"]?.string.flatMap({ RecordID($0) })
    else { return }
    try outbox.setNote(id, on: table, record, of: user)
    try setNote(members["note"]?.string, on: (table, record, user))
  }

  func setNote(
    _ note: String?, on place: (table: String, record: RecordID, user: RecordID)
  ) throws {
    let stored = try connection.first(
      "SELECT private_notes FROM \(place.table) WHERE id = ?", place.record
    ) { row in try row.optionalText(0) }
    guard let stored else { return }
    var notes = stored.flatMap { try? JSONValue.parse($0) }?.object ?? JSONObject()
    // An empty list in the place of none would look like somebody else's change to `redo`.
    guard notes[place.user.description]?.string != note else { return }
    notes[place.user.description] = note.map(JSONValue.string)
    try connection.execute(
      "UPDATE \(place.table) SET private_notes = ? WHERE id = ?", JSONValue.object(notes).text,
      place.record)
  }

  /// A number that another device gave is the record's everywhere; whatever had it here gets another.
  private func takeHandle(_ members: JSONObject) throws {
    guard let scope = members["scope"]?.string.flatMap({ RecordID($0) }),
      numberedScopes.contains(scope),
      let kind = members["kind"]?.string, let number = members["number"]?.int,
      let record = members["record_id"]?.string.flatMap({ RecordID($0) }),
      let known = SharedTable.all.lazy.compactMap(\.kind).first(where: { $0.key == kind })
    else { return }
    try outbox.setClaimed(kind, record)
    try connection.handles.move(known, record, to: number)
  }

  /// Rows may bear the name of somebody who left, and whose profile nobody here may read any more.
  private func nameStrangers() throws {
    for table in SharedTable.all {
      let pointers = try connection.query(
        #"SELECT "from" FROM pragma_foreign_key_list(?) WHERE "table" = 'users'"#, table.name
      ) { row in try row.text(0) }
      for pointer in pointers {
        try connection.execute(
          """
          INSERT OR IGNORE INTO users (id, role, full_name)
          SELECT DISTINCT \(pointer), 'parent', 'Somebody who left' FROM \(table.name)
          WHERE \(pointer) IS NOT NULL AND \(pointer) NOT IN (SELECT id FROM users)
          """)
      }
    }
  }

  /// Records that came without a number get one of this device's.
  private func numberNewRows() throws {
    let numbered: [(table: String, kind: ReferenceKind)] =
      SharedTable.all.compactMap { table in table.kind.map { (table.name, $0) } }
      + [("users", .person)]
    for (table, kind) in numbered {
      let order = table == "users" ? "created_at" : "rowid"
      let ids = try connection.query(
        """
        SELECT id FROM \(table) WHERE id NOT IN (SELECT id FROM handles WHERE kind = ?) ORDER BY \(order)
        """, kind.key
      ) { row in try row.recordID(0) }
      try connection.handles.allot(kind, to: ids)
    }
  }

  /// Whether rows are left that point at nothing, as sentences.
  func loose() throws -> [String] {
    var found: [String] = []
    for table in SharedTable.all {
      found += try connection.foreignKeyFindings(in: table.name).prefix(3).map {
        "A row of \($0.table) belongs to one of \($0.parent) that is not there."
      }
    }
    return found
  }
}
