public import Basics
import CivilTime
public import Domain
import JSON
public import Persistence
import SQLite

extension Sharing {
  /// What the server did not take of this person's, oldest first. It needs no connection, and no account: whoever has none may have
  /// built on what somebody else of this computer did.
  public func conflicts() throws(Problem) -> [SyncConflict] {
    try read { connection, outbox in
      let names = RowWords(connection)
      return try outbox.toDecide(person).map { try names.conflict($0) }
    }
  }

  /// Settles one of them. What is kept of this device is made anew upon what is there now, as a step of undo.
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
      return (item, try RowWords(connection).conflict(item))
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
  /// What somebody has to decide about, oldest first.
  fileprivate func toDecide(_ person: RecordID) throws -> [Item] {
    try (items(.held, of: person) + items(.refused, of: person)).sorted { $0.place < $1.place }
  }
}

/// Does again what a transaction did, upon the rows as they are now.
private struct MadeAnew {
  let connection: DatabaseConnection
  let columns: ColumnsOfFile
  let differences: [RowDifference]
  let joinsTexts: Bool

  init(
    _ item: Outbox.Item, _ person: RecordID, _ connection: DatabaseConnection, joinsTexts: Bool
  ) throws {
    self.connection = connection
    self.joinsTexts = joinsTexts
    columns = try ColumnsOfFile(connection)
    differences = try columns.differences(item.changeset, of: item.person ?? person)
  }

  func run() throws {
    for difference in differences where difference.table != "private_notes" {
      switch difference.operation {
      case .delete:
        try connection.execute(
          "DELETE FROM \(difference.table) WHERE id = ?", values: [id(difference)])
      case .insert: try insert(difference)
      case .update: try update(difference)
      }
    }
    for difference in differences where difference.table == "private_notes" { try note(difference) }
  }

  private func id(_ difference: RowDifference) -> SQLite.Value {
    .text(difference.id.description)
  }

  private func values(_ difference: RowDifference) -> [(name: String, value: SQLite.Value)] {
    columns[difference.table].compactMap { column in
      difference.set?[column.name].map {
        (column.name, WireValue.fetched($0, column.form, type: column.type))
      }
    }
  }

  private func insert(_ difference: RowDifference) throws {
    let values = values(difference)
    let names = values.map(\.name).joined(separator: ", ")
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    do {
      try connection.execute(
        "INSERT OR REPLACE INTO \(difference.table) (\(names)) VALUES (\(places))",
        values: values.map(\.value))
    } catch {
      guard case .constraint(.foreignKey, _, _) = error else { throw error }
      throw Problem(
        .conflict, "What it belongs to is gone there.",
        fix: "Let yours go:  sync keep theirs NUMBER")
    }
    if let kind = SharedTable.byName[difference.table]?.kind {
      try connection.handles.allot(kind, to: difference.id)
    }
  }

  private func update(_ difference: RowDifference) throws {
    let isThere = try connection.query(
      "SELECT 1 FROM \(difference.table) WHERE id = ?", values: [id(difference)]
    ) { _ in true }
    guard !isThere.isEmpty else {
      throw Problem(
        .conflict, "It was deleted there, and a change of it has nothing to stand on.",
        fix: "Let yours go:  sync keep theirs NUMBER")
    }
    for (name, value) in values(difference) {
      var value = value
      if joinsTexts, case .text(let mine) = value, ColumnForm.of(name) == .plain,
        case .text(let theirs)? = try connection.query(
          "SELECT \(name) FROM \(difference.table) WHERE id = ?", values: [id(difference)],
          read: { row in try row.value(0) }
        ).first, theirs != mine, mine.contains(" ")
      {
        value = .text("\(theirs)\n\n\(mine)")
      }
      try connection.execute(
        "UPDATE \(difference.table) SET \(name) = ? WHERE id = ?", values: [value, id(difference)])
    }
  }

  private func note(_ difference: RowDifference) throws {
    guard let outbox = try Outbox(connection) else { return }
    var place = try outbox.note(difference.id)
    if place == nil, let table = difference.set?["table_name"]?.string,
      let record = difference.set?["record_id"]?.string.flatMap({ RecordID($0) }),
      let user = difference.set?["user_id"]?.string.flatMap({ RecordID($0) })
    {
      place = (table, record, user)
    }
    guard let place, SharedTable.byName[place.table] != nil else { return }
    let note = difference.operation == .delete ? nil : difference.set?["note"]?.string
    try FetchedRows(connection, outbox).setNote(note, on: place)
  }
}

/// What the server said of a step, in words.
private struct RowWords {
  let connection: DatabaseConnection

  init(_ connection: DatabaseConnection) { self.connection = connection }

  func conflict(_ item: Outbox.Item) throws -> SyncConflict {
    let details = item.answer.flatMap { try? JSONValue.parse($0) }?.array ?? []
    let deleted = try item.changeset.changes().filter { $0.operation == .delete }
      .compactMap { change in if case .text(let id)? = change.key.first { id } else { nil } }
    return SyncConflict(
      number: item.place, summary: item.summary.isEmpty ? "A change" : item.summary, at: item.at,
      isHeld: item.state == .held,
      differences: try details.map { detail in
        try difference(detail, isDeletion: detail["id"]?.string.map(deleted.contains) == true)
      })
  }

  private func difference(
    _ detail: JSONValue, isDeletion: Bool
  ) throws -> SyncConflict.Difference {
    let table = detail["table"]?.string
    let id = detail["id"]?.string.flatMap { RecordID($0) }
    return SyncConflict.Difference(
      reason: detail["reason"]?.string.flatMap(SyncConflict.Reason.init) ?? .other,
      record: try record(table, id), field: detail["column"]?.string.map(Self.words),
      mine: isDeletion && detail["now"] != nil ? "deleted" : detail["set"].flatMap(Self.text),
      theirs: detail["now"].flatMap(Self.text),
      by: try detail["by"]?.string.flatMap { RecordID($0) }.flatMap(name),
      at: detail["at"]?.string.flatMap { Instant($0) })
  }

  /// The record's handle, where it has one here; else what its kind is called.
  private func record(_ table: String?, _ id: RecordID?) throws -> String {
    guard let table, let known = SharedTable.byName[table] else { return "A record" }
    guard let kind = known.kind else { return Self.words(table).capitalizedFirst }
    if let id, let number = try connection.handles.number(kind, of: id) {
      return "\(kind.key)\(number)"
    }
    return kind.withArticle.capitalizedFirst
  }

  private func name(_ person: RecordID) throws -> String? {
    try connection.first("SELECT full_name FROM users WHERE id = ?", person) { row in
      try row.optionalText(0)
    } ?? nil
  }

  private static func words(_ name: String) -> String {
    name.split(separator: "_").joined(separator: " ")
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .string(let text): text
    case .bool(let flag): flag ? "yes" : "no"
    case .object(let object): object["id"] == nil ? value.text : nil
    default: value.text
    }
  }
}
