public import Basics
import CivilTime
public import Domain
import JSON
public import Persistence
import SQLite

extension Sharing {
  /// Returns this person's changes that the server did not accept, oldest first.
  ///
  /// A person without an account can have such changes too, if they build on rejected changes of
  /// another person on this computer. So the call needs neither a connection nor an account.
  public func conflicts() throws(Problem) -> [SyncConflict] {
    try read { connection, outbox in
      let words = try ConflictWords(connection, of: person)
      return try outbox.toDecide(person).map { try words.conflict($0) }
    }
  }

  /// Carries out the person's decision about one conflict, a change that the server did not accept:
  /// keep the local change, or keep the server's rows.
  ///
  /// A kept change is applied again to the current rows, as a transaction that the person can undo.
  /// Otherwise the change is dropped.
  public func keep(
    _ number: Int, _ side: KeptSide, journal: Journal
  ) throws(Problem) -> SyncConflict {
    let (item, conflict) = try read { connection, outbox -> (Outbox.Item, SyncConflict) in
      let known = try outbox.toDecide(person).first { $0.place == number }
      guard let item = try known ?? outbox.itemLetGo(number, of: person) else {
        throw Problem(
          .notFound, "There is nothing to decide with the number \(number).",
          fix: "See what there is:  sync conflicts")
      }
      return (item, try ConflictWords(connection, of: person).conflict(item))
    }
    guard side != .theirs else {
      try inWords {
        try file.writeFetched { connection in
          guard let outbox = try Outbox(connection) else { throw Problem.notConnected }
          guard try outbox.itemLetGo(item.place, of: person) == nil else { return }
          try outbox.letGo(item.place, at: now())
        }
      }
      return conflict
    }
    if side == .both, !conflict.joinsTexts {
      throw Problem(
        .usage, "Both cannot stand: only two texts can be put below each other.",
        fix: "Decide for one:  sync keep mine \(number)  or  sync keep theirs \(number)")
    }
    try inWords {
      let act = Act(
        person: item.person ?? person, athlete: item.athlete, operation: item.operation,
        summary: item.summary, at: now())
      try journal.step(act) { step in
        guard let outbox = try Outbox(step.connection) else { throw Problem.notConnected }
        try MadeAnew(item, person, step.connection, joinsTexts: side == .both).run()
        try outbox.remove(item.place)
      }
    }
    return conflict
  }
}

extension Outbox {
  /// Returns the record to which the private note with this id belongs, and the author of the note.
  ///
  /// Returns nil for a note that this device has neither sent nor fetched before.
  func place(
    ofNote id: RecordID
  ) throws -> (table: TableName, record: RecordID, user: RecordID)? {
    try note(id).map { (TableName(unchecked: $0.table), $0.record, $0.user) }
  }

  /// Returns the rejected transactions that the person has to decide about, oldest first.
  fileprivate func toDecide(_ person: RecordID) throws -> [Item] {
    try (items(.held, of: person) + items(.refused, of: person)).sorted { $0.place < $1.place }
  }
}

/// Applies the changes of a rejected transaction again, to the current rows, because the person has
/// decided to keep them.
private struct MadeAnew {
  let connection: DatabaseConnection
  let columns: ColumnsOfFile
  let number: Int
  let differences: [RowDifference]
  let joinsTexts: Bool

  init(
    _ item: Outbox.Item, _ person: RecordID, _ connection: DatabaseConnection, joinsTexts: Bool
  ) throws {
    self.connection = connection
    self.joinsTexts = joinsTexts
    number = item.place
    columns = try ColumnsOfFile(connection)
    differences = try columns.differences(item.changeset, of: item.person ?? person)
  }

  func run() throws {
    for difference in differences where difference.table != .privateNotes {
      switch difference.operation {
      case .delete:
        try connection.execute(
          "DELETE FROM \(difference.table) WHERE id = ?", difference.id)
      case .insert: try insert(difference)
      case .update:
        guard try update(difference.id, difference) else {
          throw letGo("It was deleted there, and a change of it has nothing to stand on.")
        }
      }
    }
    for difference in differences where difference.table == .privateNotes { try note(difference) }
  }

  private func letGo(_ why: String) -> Problem {
    Problem(.conflict, why, fix: "Let yours go:  sync keep theirs \(number)")
  }

  private func insert(_ difference: RowDifference) throws {
    // Another device may have created a row with the same id, or with the same value in a unique
    // column, which this device has fetched. Two such rows cannot exist, so the values of the
    // change are written into the existing row.
    if try update(difference.id, difference) { return }
    if let rival = try rival(of: difference), try update(rival, difference) { return }
    let values = columns[difference.table].compactMap { column in
      difference.set?[column.name].map {
        (column.name, WireValue.fetched($0, column.form, type: column.type))
      }
    }
    let names = values.map(\.0).list
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    do {
      try connection.execute(
        "INSERT INTO \(difference.table) (\(names)) VALUES (\(places))", values: values.map(\.1))
    } catch {
      guard case .constraint(.foreignKey, _, _) = error else { throw error }
      throw letGo("What it belongs to is gone there.")
    }
    if let kind = SharedTable.byName[difference.table]?.kind {
      try connection.handles.allot(kind, to: difference.id)
    }
  }

  /// Returns the id of an existing row that has the same value in a unique index of the table.
  private func rival(of difference: RowDifference) throws -> RecordID? {
    let rules = try connection.query(
      """
      SELECT (SELECT group_concat(name, ' ') FROM pragma_index_info(i.name))
      FROM pragma_index_list(?) AS i WHERE i."unique" = 1 AND i.origin <> 'pk'
      """, difference.table.description
    ) { row in try row.text(0).split(separator: " ").map(String.init) }
    for rule in rules {
      let values = rule.compactMap { difference.set?[$0]?.string.map(SQLite.Value.text) }
      guard values.count == rule.count else { continue }
      let found = try connection.query(
        """
        SELECT id FROM \(difference.table)
        WHERE \(rule.map { "\($0) = ?" }.joined(separator: " AND "))
        """, values: values
      ) { row in try row.recordID(0) }
      if let rival = found.first, rival != difference.id { return rival }
    }
    return nil
  }

  /// The columns that describe the creation of a row. If a rejected change is applied again to an
  /// existing row, the row keeps its own values in them.
  private static let ofMaking: Set<ColumnName> = [.id, .createdAt, .createdBy]

  /// Writes the new values of a change into an existing row.
  ///
  /// - Returns: false when the row does not exist.
  private func update(_ id: RecordID, _ difference: RowDifference) throws -> Bool {
    let isThere = try connection.first(
      "SELECT 1 FROM \(difference.table) WHERE id = ?", id, read: { _ in true })
    guard isThere != nil else { return false }
    for column in columns[difference.table] where !Self.ofMaking.contains(column.name) {
      guard let set = difference.set?[column.name] else { continue }
      let now = try connection.query(
        "SELECT \(column.name) FROM \(difference.table) WHERE id = ?",
        values: [.text(id.description)]
      ) { row in WireValue.sent(try row.value(0), column.form) }.first
      let value = joined(
        set, was: difference.was?[column.name], now: now ?? .null, in: column.name)
      try connection.execute(
        "UPDATE \(difference.table) SET \(column.name) = ? WHERE id = ?",
        values: [
          WireValue.fetched(value, column.form, type: column.type), .text(id.description),
        ])
    }
    return true
  }

  /// Merges a value of the rejected change, which is applied again, with the current value in the
  /// data file.
  ///
  /// In JSON only the members that were changed on this device are set. Two long texts are joined
  /// if the person asked for it and another person or device has changed the text too.
  private func joined(
    _ set: JSONValue, was: JSONValue?, now: JSONValue, in column: ColumnName
  ) -> JSONValue {
    if let set = set.object, var object = now.object {
      let was = was?.object ?? [:]
      for key in Set(set.keys).union(was.keys) where was[key] != set[key] { object[key] = set[key] }
      return .object(object)
    }
    guard joinsTexts, SharedTable.longTexts.contains(column), now != was, let mine = set.string,
      let theirs = now.string, mine != theirs, !theirs.isEmpty
    else { return set }
    return .string(mine.isEmpty ? theirs : "\(theirs)\n\n\(mine)")
  }

  private func note(_ difference: RowDifference) throws {
    guard let outbox = try Outbox(connection) else { return }
    guard let place = try outbox.place(ofNote: difference), SharedTable.byName[place.table] != nil
    else { return }
    let now = try outbox.text(ofNote: place, in: connection)
    let note =
      difference.operation == .delete
      ? nil
      : difference.set?[.note].flatMap {
        joined(
          $0, was: difference.was?[.note], now: now.map(JSONValue.string) ?? .null, in: .note
        ).string
      }
    try FetchedRows(connection, outbox).setNote(note, on: place)
  }
}

extension JSONObject {
  /// The record to which the private note in a row of the server belongs, and the author of the
  /// note. Nil if the row does not name them.
  var placeOfNote: (table: TableName, record: RecordID, user: RecordID)? {
    guard let table = self[.tableName]?.string.map(TableName.init(unchecked:)),
      let record = self[.recordID]?.string.flatMap({ RecordID($0) }),
      let user = self[.userID]?.string.flatMap({ RecordID($0) })
    else { return nil }
    return (table, record, user)
  }
}

extension Outbox {
  /// Returns the record to which a changed private note belongs, and the author of the note; nil if
  /// neither the data file nor the change names them.
  func place(
    ofNote difference: RowDifference
  ) throws -> (table: TableName, record: RecordID, user: RecordID)? {
    if let place = try place(ofNote: difference.id) { return place }
    return difference.set?.placeOfNote
  }

  /// Returns the text of a private note in the data file, or nil when there is none.
  func text(
    ofNote place: (table: TableName, record: RecordID, user: RecordID),
    in connection: DatabaseConnection
  ) throws -> String? {
    guard SharedTable.byName[place.table] != nil else { return nil }
    let stored =
      try connection.first(
        "SELECT private_notes FROM \(place.table) WHERE id = ?", place.record
      ) { row in try row.optionalText(0) } ?? nil
    return stored.flatMap { try? JSONValue.parse($0) }?[place.user.description]?.string
  }
}

extension SharedTable {
  /// Columns in which users write longer text. In a conflict, two versions of such a text can be
  /// joined.
  static let longTexts: Set<ColumnName> = [
    .conditions, .content, .descriptionText, .note, .notes, .performanceNotes,
  ]
}
