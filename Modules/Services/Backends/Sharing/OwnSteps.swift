import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

// A web server keeps a copy of a person's data file only while the person has its pages open, and
// the undo history is deleted with the copy. This extension builds the history again from the
// person's transactions since the sign-in, as the sync server reports them.
extension Sharing {
  /// The person whose own transactions `undo` can take back in this data file even if another
  /// device made them; nil if it takes back only the transactions that were made in this data file.
  var undoer: RecordID? { undoableSince == nil ? nil : person }

  /// A transaction of the person, with the changes of all its parts.
  private struct OwnStep {
    var act: Act
    var changes: [StepPiece: [RowDifference]] = [:]

    /// The changes of all parts of the transaction, in order; nil if a part is missing. The server
    /// reports a large transaction in several parts.
    var all: [RowDifference]? { StepPiece.whole(changes.keys)?.flatMap { changes[$0] ?? [] } }
  }

  /// Adds the person's own transactions to the journal of undo steps.
  ///
  /// - Parameter steps: the transactions that the server reported, newest first.
  /// - Returns: the ids of the transactions that the journal now contains, and of those that are
  ///   not entered yet, because the server does not have all their parts.
  func enter(
    _ steps: [ReportedStep], _ connection: DatabaseConnection, _ outbox: Outbox
  ) throws -> (entered: Set<RecordID>, unfinished: Set<RecordID>) {
    guard let undoableSince else { return ([], []) }
    // A transaction can be undone here only if the server received all its parts after the moment
    // `undoableSince`.
    let tooOld = Set(steps.filter { $0.appliedAt < undoableSince }.map(\.shared.step))
    var order: [RecordID] = []
    var own: [RecordID: OwnStep] = [:]
    for step in steps where !tooOld.contains(step.shared.step) {
      guard let part = step.undoable else { continue }
      let id = step.shared.step
      if own[id] == nil {
        guard try !outbox.knows(id, of: person) else { continue }
        order.append(id)
        own[id] = OwnStep(
          act: Act(
            person: person, athlete: part.athlete, operation: part.operation,
            summary: step.shared.summary, at: step.shared.at))
      }
      own[id]?.changes[part.piece] = part.changes
    }
    guard !order.isEmpty else { return ([], []) }
    var unfinished: Set<RecordID> = []
    var backwards = try StepsBackwards(person, file.schema, connection, outbox)
    var found: [(id: RecordID, act: Act, changeset: Changeset)] = []
    for id in order {
      guard let step = own[id] else { continue }
      guard let changes = step.all else {
        unfinished.insert(id)
        continue
      }
      found.append((id, step.act, try backwards.changeset(changes)))
    }
    var entered: Set<RecordID> = []
    for step in found.reversed() where !step.changeset.isEmpty {
      let isReversal = HistoryStep.takesBack(step.act.summary)
      if try Journal.enter(
        step.act, step.changeset, isReversal: isReversal, of: file.schema, in: connection)
      {
        entered.insert(step.id)
      }
    }
    return (entered, unfinished)
  }
}

/// Makes a changeset of each transaction that the server reported, from the newest transaction to
/// the oldest. A changeset holds the old and the new values of the changed rows, and undo applies
/// it in reverse.
///
/// The server reports only the values that were sent. The other values, such as private notes, and
/// the exact spelling of each value come from the row as it was after the transaction. Therefore
/// `rows` begins with the rows of the data file, and each transaction changes them back to their
/// older values.
private struct StepsBackwards {
  private let person: RecordID
  private let schema: Schema
  private let connection: DatabaseConnection
  private let outbox: Outbox
  private let columns: ColumnsOfFile
  private var rows: [String: Row] = [:]

  /// The state of a row before the transactions for which changesets were already made; `values` is
  /// nil if the row did not exist then.
  private struct Row { var values: [Value]? }

  /// The change of the person's private note on a record.
  private struct NoteChange {
    var table: TableName
    var record: RecordID
    var was: String?
    var set: String?
  }

  init(
    _ person: RecordID, _ schema: Schema, _ connection: DatabaseConnection, _ outbox: Outbox
  ) throws {
    self.person = person
    self.schema = schema
    self.connection = connection
    self.outbox = outbox
    columns = try ColumnsOfFile(connection)
  }

  mutating func changeset(_ differences: [RowDifference]) throws -> Changeset {
    var notes: [String: NoteChange] = [:]
    for difference in differences where difference.table == .privateNotes {
      if let note = try note(difference, beside: differences) {
        notes[FetchedRows.key(note.table, note.record)] = note
      }
    }
    var changes: [Changeset.RowChange] = []
    for difference in differences {
      guard let table = SharedTable.byName[difference.table],
        schema.sharedTables.contains(table.name.description)
      else { continue }
      let note = notes.removeValue(forKey: FetchedRows.key(table.name, difference.id))
      if let change = try change(difference, table, note) { changes.append(change) }
    }
    for note in notes.values {
      guard let table = SharedTable.byName[note.table] else { continue }
      let update = RowDifference(table: note.table, id: note.record, operation: .update)
      if let change = try change(update, table, note) { changes.append(change) }
    }
    return try Changeset(changes) { table in
      try connection.query("SELECT pk FROM pragma_table_info(?) ORDER BY cid", table) { row in
        UInt8(clamping: try row.int(0))
      }
    }
  }

  private mutating func change(
    _ difference: RowDifference, _ table: SharedTable, _ note: NoteChange?
  ) throws -> Changeset.RowChange? {
    let key = FetchedRows.key(table.name, difference.id)
    let after =
      try rows[key] ?? Row(values: connection.wholeRow(difference.id, of: table.name, columns))
    let id = Value.text(difference.id.description)
    var change = Changeset.RowChange(
      table: table.name.description, operation: .update, old: [], new: [])
    var before = after.values
    for (place, column) in columns[table.name].enumerated() {
      let stored = after.values?[place]
      let (was, set) = (told(difference.was, column), told(difference.set, column))
      switch difference.operation {
      case .insert:
        let isTold = table.travels(column.name, in: .insert)
        let value: Value = set ?? (isTold ? nil : stored) ?? .null
        change.new.append(column.name == .id ? id : spelledAsStored(value, stored, column))
      case .delete:
        let value: Value =
          try column.name == table.notes ? text(note?.was, in: nil, column, table) : was ?? .null
        change.old.append(column.name == .id ? id : value)
      case .update:
        var values: (old: Value?, new: Value?) = (
          was, set.map { spelledAsStored($0, stored, column) }
        )
        if column.name == table.notes, let note {
          let current: Value = stored ?? .null
          let isUnchanged = self.note(in: stored) == note.set
          values.new = try isUnchanged ? current : text(note.set, in: stored, column, table)
          values.old = try text(note.was, in: stored, column, table)
        }
        if let old = values.old, values.new != nil {
          values.old = try spelled(old, difference.id, place, column, table)
        }
        if values.old == nil || values.new == nil || values.old == values.new {
          values = (nil, nil)
        }
        if let old = values.old { before?[place] = old }
        change.old.append(column.name == .id ? id : values.old)
        change.new.append(column.name == .id ? nil : values.new)
      }
    }
    switch difference.operation {
    case .insert:
      change.operation = .insert
      before = nil
    case .delete:
      change.operation = .delete
      before = change.old.map { $0 ?? .null }
    case .update:
      guard change.new.contains(where: { $0 != nil }) else { return nil }
    }
    rows[key] = Row(values: before)
    return change
  }

  private func told(_ members: JSONObject?, _ column: ColumnsOfFile.Column) -> Value? {
    members?[column.name].map { WireValue.fetched($0, column.form, type: column.type) }
  }

  /// Returns the value that a transaction wrote, with the same spelling as in the row.
  ///
  /// Undo refuses a transaction if a later change has replaced its value. In a column that the
  /// program computes, a replaced value must not cause that, so the row's value is returned.
  private func spelledAsStored(
    _ value: Value, _ stored: Value?, _ column: ColumnsOfFile.Column
  ) -> Value {
    guard let stored else { return value }
    let isSame =
      SharedTable.laterStands.contains(column.name)
      || FetchedRows.isSame(stored, value, column.form)
    return isSame ? stored : value
  }

  /// Returns a former value of a row with the same spelling as in the newest undo step (a change
  /// that `undo` takes back) about that row. An undo of that step compares the texts, and the
  /// server may return the members of a JSON value in another order.
  private func spelled(
    _ value: Value, _ id: RecordID, _ place: Int, _ column: ColumnsOfFile.Column,
    _ table: SharedTable
  ) throws -> Value {
    guard column.form == .json else { return value }
    let newest = try connection.first(
      """
      SELECT changeset FROM journal
      WHERE person = ? AND undone = 0 AND instr(changeset, CAST(? AS BLOB)) > 0
      ORDER BY id DESC LIMIT 1
      """, person, id.description
    ) { row in Changeset(bytes: try row.blob(0)) }
    guard let newest else { return value }
    for (change, row) in zip(try newest.changes(), try newest.rows())
    where change.table == table.name.description && change.key == [.text(id.description)] {
      if row.new.indices.contains(place), let known = row.new[place],
        FetchedRows.isSame(known, value, column.form)
      {
        return known
      }
    }
    return value
  }

  // MARK: - Changes of private notes in a transaction

  private func note(
    _ difference: RowDifference, beside all: [RowDifference]
  ) throws -> NoteChange? {
    guard let (table, record) = try place(of: difference, beside: all) else { return nil }
    return NoteChange(
      table: table, record: record, was: difference.was?[.note]?.string,
      set: difference.set?[.note]?.string)
  }

  /// Returns the record to which a note belongs. The data file does not know the record of a
  /// deleted note, so this method looks for the record from whose id the note's id is derived.
  private func place(
    of note: RowDifference, beside all: [RowDifference]
  ) throws -> (TableName, RecordID)? {
    if let place = try outbox.place(ofNote: note) { return (place.table, place.record) }
    for table in SharedTable.all where table.notes != nil {
      let here = try connection.query("SELECT id FROM \(table.name)") { row in
        try row.recordID(0)
      }
      for record in all.filter({ $0.table == table.name }).map(\.id) + here
      where PrivateNote(table: table.name, record: record, user: person).id == note.id {
        return (table.name, record)
      }
    }
    return nil
  }

  private func note(in stored: Value?) -> String? {
    guard case .text(let text)? = stored else { return nil }
    return (try? JSONValue.parse(text))?[person.description]?.string
  }

  /// Returns the value of the notes column after the person's note was set in it. If the column
  /// then contains no note, it is the value that a new row has.
  private func text(
    _ note: String?, in stored: Value?, _ column: ColumnsOfFile.Column, _ table: SharedTable
  ) throws -> Value {
    var notes = JSONObject()
    if case .text(let text)? = stored, let parsed = try? JSONValue.parse(text).object {
      notes = parsed
    }
    notes[person.description] = note.map(JSONValue.string)
    guard notes.isEmpty else { return .text(JSONValue.object(notes).text) }
    let usual = try connection.first(
      "SELECT dflt_value FROM pragma_table_info(?) WHERE name = ?", table.name.description,
      column.name.description
    ) { row in try row.optionalText(0) }
    return try connection.first("SELECT \((usual ?? nil) ?? "NULL")") { row in try row.value(0) }
      ?? .null
  }
}
