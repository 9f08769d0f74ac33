import Basics
import Domain
import JSON
import Persistence
import SQLite

/// The change of one row of a shared table, in the form in which it is sent to the server.
struct RowDifference: Equatable, Sendable {
  enum Operation: String, Sendable { case insert, update, delete }

  var table: TableName
  var id: RecordID
  var operation: Operation
  var was: JSONObject?
  var set: JSONObject?

  static func == (left: RowDifference, right: RowDifference) -> Bool { left.json == right.json }

  var json: JSONValue {
    var members: JSONObject = [
      "table": .string(table.description), "id": .string(id.description),
      "op": .string(operation.rawValue),
    ]
    members["was"] = was.map(JSONValue.object)
    members["set"] = set.map(JSONValue.object)
    return .object(members)
  }

  /// The ids of other rows that the new values refer to.
  var mentioned: Set<RecordID> {
    Set((set?.members ?? []).compactMap { $0.value.string.flatMap { RecordID($0) } })
  }
}

/// The columns that the shared tables have in this data file, each with its type and the form of
/// its values in requests.
struct ColumnsOfFile {
  struct Column {
    var name: ColumnName
    var type: String
    var form: WireForm
  }

  private(set) var tables: [TableName: [Column]] = [:]

  init(_ connection: DatabaseConnection) throws {
    for table in SharedTable.all {
      tables[table.name] = try connection.query(
        "SELECT name, type FROM pragma_table_info(?) ORDER BY cid", table.name.description
      ) { row in
        let name = ColumnName(unchecked: try row.text(0))
        return Column(name: name, type: try row.text(1), form: WireForm.of(name))
      }
    }
  }

  subscript(_ table: TableName) -> [Column] { tables[table] ?? [] }

  /// Returns whether the data file has every table and column of a changeset (the recorded changes
  /// of a transaction) from an older schema version.
  func have(_ changeset: Changeset, _ schema: Schema) throws -> Bool {
    try changeset.rows().allSatisfy { row in
      guard let columns = tables[TableName(unchecked: row.table)] else {
        return schema.sharedTables.contains(row.table) || schema.sharedLogs.contains(row.table)
      }
      return max(row.old.count, row.new.count) <= columns.count
    }
  }

  /// Returns the changes of a transaction in the order of sending: new rows after their parents,
  /// deleted rows before their parents.
  ///
  /// - Parameter person: the person whose private notes are included. Notes of other people are
  ///   left out.
  func differences(_ changeset: Changeset, of person: RecordID) throws -> [RowDifference] {
    differences(try changeset.rows(), of: person)
  }

  func differences(_ rows: [Changeset.RowChange], of person: RecordID) -> [RowDifference] {
    var found: [RowDifference] = []
    for row in rows {
      guard let table = SharedTable.byName[TableName(unchecked: row.table)] else { continue }
      if let difference = difference(row, table) { found.append(difference) }
      if let note = note(row, table, of: person) {
        found.append(note)
      }
    }
    let order = Dictionary(
      SharedTable.all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    func rank(_ difference: RowDifference) -> Int {
      let place = order[difference.table] ?? SharedTable.all.count
      return difference.operation == .delete ? 1_000 - place : place
    }
    return found.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
  }

  private func difference(
    _ row: Changeset.RowChange, _ table: SharedTable
  ) -> RowDifference? {
    let columns = self[table.name]
    guard let id = id(of: row) else { return nil }
    let operation = RowDifference.Operation(row.operation)
    if operation == .insert, table.inserted?.isEmpty == true { return nil }
    func members(_ values: [Value?]) -> JSONObject {
      var object = JSONObject()
      for (column, value) in zip(columns, values) {
        guard let value, table.travels(column.name, in: operation) else { continue }
        object[column.name] = WireValue.sent(value, column.form)
      }
      return object
    }
    var difference = RowDifference(table: table.name, id: id, operation: operation)
    if operation != .insert { difference.was = members(row.old) }
    if operation != .delete { difference.set = members(row.new) }
    if operation == .update {
      // A change always contains the id of its row. If it contains no other value, it only updates
      // columns that are never sent, so it is left out.
      guard difference.set?.isEmpty == false else { return nil }
      let named = Set(difference.set?.keys ?? [])
      difference.was = JSONObject(
        (difference.was?.members ?? []).filter { named.contains($0.key) }.map { ($0.key, $0.value) }
      )
    }
    return difference
  }

  /// Returns the change of a person's private note on a record. On the server each note is a row of
  /// its own table.
  private func note(
    _ row: Changeset.RowChange, _ table: SharedTable, of person: RecordID
  ) -> RowDifference? {
    guard let column = table.notes, let record = id(of: row),
      let place = self[table.name].firstIndex(where: { $0.name == column })
    else { return nil }
    func note(_ values: [Value?]) -> String? {
      guard values.indices.contains(place), case .text(let text)? = values[place] else {
        return nil
      }
      return (try? JSONValue.parse(text))?[person.description]?.string.flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    return PrivateNote(table: table.name, record: record, user: person)
      .difference(from: note(row.old), to: note(row.new))
  }

  private func id(of row: Changeset.RowChange) -> RecordID? {
    let place = self[TableName(unchecked: row.table)].firstIndex { $0.name == .id }
    let values = row.operation == .insert ? row.new : row.old
    guard let place, values.indices.contains(place), case .text(let text)? = values[place] else {
      return nil
    }
    return RecordID(text)
  }

  /// Returns the values of a row in the data file, in the form in which an inserted row is sent. It
  /// is nil for a missing row.
  func row(_ id: RecordID, of table: SharedTable, in connection: DatabaseConnection) throws
    -> JSONObject?
  {
    let columns = self[table.name]
    return try connection.first(
      "SELECT \(columns.map(\.name).list) FROM \(table.name) WHERE id = ?",
      id
    ) { row in try members(row, columns, of: table) }
  }

  /// Returns the rows that fulfil a condition, in the form in which inserted rows are sent.
  func rows(
    of table: SharedTable, where condition: String, _ values: [Value],
    in connection: DatabaseConnection
  ) throws -> [(id: RecordID, members: JSONObject)] {
    let columns = self[table.name]
    return try connection.query(
      "SELECT id, \(columns.map(\.name).list) FROM \(table.name) WHERE \(condition)",
      values: values
    ) { row in
      (try row.recordID(0), try members(row, columns, of: table, after: 1))
    }
  }

  private func members(
    _ row: borrowing ResultRow, _ columns: [Column], of table: SharedTable, after offset: Int = 0
  ) throws -> JSONObject {
    var object = JSONObject()
    for (place, column) in columns.enumerated() where table.travels(column.name, in: .insert) {
      object[column.name] = WireValue.sent(try row.value(place + offset), column.form)
    }
    return object
  }
}

extension RowDifference.Operation {
  init(_ operation: Changeset.Operation) {
    self =
      switch operation {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
  }
}

/// A person's note on a record. In the data file the note is part of the record; on the server it
/// is a row of that person.
struct PrivateNote: Equatable {
  var table: TableName
  var record: RecordID
  var user: RecordID

  /// The id is derived from the record and the person, so that two devices create the same row. The
  /// server derives the same one (`compass.note_id`) for rows that other programs insert.
  var id: RecordID {
    let salt: UInt64 = table == .schools ? 0x5C40_0135_0000_0000 : 0xC0AC_4E50_0000_0000
    return RecordID.version4(
      high: user.high ^ (record.high << 19 | record.high >> 45) ^ salt,
      low: user.low ^ (record.low << 23 | record.low >> 41) ^ salt)
  }

  func difference(from old: String?, to new: String?) -> RowDifference? {
    guard old != new else { return nil }
    var difference = RowDifference(
      table: .privateNotes, id: id,
      operation: old == nil ? .insert : new == nil ? .delete : .update)
    if let old { difference.was = JSONObject(row: [.note: .string(old)]) }
    if let new {
      var set = JSONObject()
      if old == nil {
        set[.userID] = .string(user.description)
        set[.tableName] = .string(table.description)
        set[.recordID] = .string(record.description)
      }
      set[.note] = .string(new)
      difference.set = set
    }
    return difference
  }
}
