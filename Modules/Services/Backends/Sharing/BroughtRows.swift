import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Compares the rows of one person in the data file with the server's rows, to find those that an
/// upload has to send. An upload follows the first connection of an account, and a restore of the
/// server from a backup.
struct BroughtRows {
  let person: RecordID
  let connection: DatabaseConnection
  let columns: ColumnsOfFile
  /// The columns with changes that this device has not sent yet, by table and id of the row. If
  /// such a change inserts a row, the row is sent with the change and not uploaded.
  var waiting: [String: Set<ColumnName>] = [:]
  /// For an upload to a server that was restored from a backup: up to which transaction this device
  /// had fetched, and up to which transaction the backup reaches; nil for a first upload.
  var again: UploadAgain?

  init(_ person: RecordID, _ connection: DatabaseConnection) throws {
    self.person = person
    self.connection = connection
    columns = try ColumnsOfFile(connection)
  }

  func differences(from known: FetchedPages) throws -> [RowDifference] {
    var found: [RowDifference] = []
    for table in SharedTable.all {
      guard
        let (condition, values) = try table.rowsOf(
          person, in: connection, withWritten: again != nil)
      else { continue }
      if table.name == .users {
        found += try profile(known)
        continue
      }
      let order = table.name == .suggestions ? " ORDER BY created_at" : ""
      for (id, members) in try columns.rows(
        of: table, where: condition + order, values, in: connection)
      {
        if let difference = try difference(id, members, table, known) { found.append(difference) }
      }
      if table.notes != nil { found += try notes(on: table, known) }
    }
    return found
  }

  /// Returns whether an unsent change inserts the row, so that the row is sent with that change. A
  /// row that an unsent change only updates has to be uploaded before that change.
  private func waits(_ table: TableName, _ id: RecordID) -> Bool {
    waiting[FetchedRows.key(table, id)]?.contains(.id) ?? false
  }

  /// Returns the difference (the change of one row, as it is sent) for the person's own profile in
  /// an upload. The server creates the profile row itself, so the local values are sent as an
  /// update of that row.
  private func profile(_ known: FetchedPages) throws -> [RowDifference] {
    guard let table = SharedTable.byName[.users],
      let there = try known[.users, person]?.members
    else { return [] }
    let own = try connection.query(
      "SELECT \(columns[.users].map(\.name).list) FROM users WHERE id = ?",
      values: [.text(person.description)]
    ) { row in
      var object = JSONObject()
      for (place, column) in columns[.users].enumerated()
      where table.travels(column.name, in: .update) && column.name != .updatedAt {
        object[column.name] = WireValue.sent(try row.value(place), column.form)
      }
      return object
    }.first
    return own.flatMap { update(person, $0, table, from: there) }.map { [$0] } ?? []
  }

  private func difference(
    _ id: RecordID, _ members: JSONObject, _ table: SharedTable, _ known: FetchedPages
  ) throws -> RowDifference? {
    var members = members
    for author in table.authors where members[author]?.isNull == false {
      members[author] = .string(person.description)
    }
    let there = try known[table.name, id]
    if let there = there?.members {
      for author in table.authors { members[author] = nil }
      return update(id, members, table, from: there)
    }
    if waits(table.name, id) || again?.isGone(there) == true { return nil }
    return RowDifference(table: table.name, id: id, operation: .insert, was: nil, set: members)
  }

  private func update(
    _ id: RecordID, _ members: JSONObject, _ table: SharedTable, from there: JSONObject
  ) -> RowDifference? {
    var was = JSONObject()
    var set = JSONObject()
    for column in members.columns
    where table.travels(column, in: .update) && column != .updatedAt {
      guard let mine = members[column], let now = there[column] else { continue }
      let form = WireForm.of(column)
      let type = columns[table.name].first { $0.name == column }?.type ?? "TEXT"
      func plain(_ value: JSONValue) -> JSONValue {
        WireValue.canonical(
          WireValue.sent(WireValue.fetched(value, form, type: type), form))
      }
      guard plain(now) != plain(mine) else { continue }
      was[column] = now
      set[column] = mine
    }
    guard !set.isEmpty else { return nil }
    return RowDifference(table: table.name, id: id, operation: .update, was: was, set: set)
  }

  private func notes(
    on table: SharedTable, _ known: FetchedPages
  ) throws -> [RowDifference] {
    try connection.query(
      "SELECT id, private_notes FROM \(table.name) WHERE instr(private_notes, ?) > 0",
      person.description
    ) { row in
      let record = try row.recordID(0)
      let note = (try? JSONValue.parse(try row.text(1)))?[person.description]?.string
      let place = PrivateNote(table: table.name, record: record, user: person)
      let there = try known[.privateNotes, place.id]?.members?[.note]?.string
      return note.flatMap { $0.isEmpty ? nil : place.difference(from: there, to: $0) }
    }.compactMap { $0 }
  }
}

extension SharedTable {
  /// Returns the SQL condition for the rows that a person uploads, or nil for a table of which the
  /// person uploads no rows.
  ///
  /// - Parameter withWritten: includes the rows that the person wrote for another person, as a
  ///   helper.
  func rowsOf(
    _ person: RecordID, in connection: DatabaseConnection, withWritten: Bool = false
  ) throws -> (condition: String, values: [SQLite.Value])? {
    let me = SQLite.Value.text(person.description)
    let isAthlete =
      try connection.first(
        "SELECT 1 FROM users WHERE id = ? AND role = 'player'", person, read: { _ in true })
      ?? false
    let family = try connection.first(
      "SELECT id FROM family_units WHERE player_user_id = ?", person
    ) { row in SQLite.Value.text(try row.text(0)) }
    switch name {
    case .users: return ("id = ?", [me])
    case .preferences, .preferenceHistory, .notifications:
      return ("user_id = ?", [me])
    case .parentViews: return nil
    case _ where !isAthlete:
      // In most tables a parent uploads nothing, because the rows are the athlete's. If
      // `withWritten` is true, the parent uploads the rows whose author column names the parent.
      guard withWritten, !authors.isEmpty else { return nil }
      return (authors.map { "\($0) = ?1" }.joined(separator: " OR "), [me])
    case .familyUnits: return ("player_user_id = ?", [me])
    case .familyMembers: return ("user_id = ? AND role = 'player'", [me])
    case _ where isPersonal: return ("user_id = ?", [me])
    case .athleteTasks, .suggestions: return ("athlete_id = ?", [me])
    case .statusChanges:
      return (
        "school_id IN (SELECT id FROM schools WHERE family_unit_id IS ?2 OR family_unit_id IS NULL AND user_id = ?1)",
        [me, family ?? .text("")]
      )
    case .interactions:
      return (
        "family_unit_id = ?2 OR family_unit_id IS NULL AND logged_by = ?1",
        [me, family ?? .text("")]
      )
    default:
      return (
        "family_unit_id = ?2 OR family_unit_id IS NULL AND user_id = ?1", [me, family ?? .text("")]
      )
    }
  }
}
