import Basics
import Domain
import Persistence
import SQLite

/// Finds the rows that the deletion of a record deletes, and the rows in which it clears a link to
/// that record, with the authors of these rows. A parent who helps the athlete may delete a record
/// only if no other person has written in these rows.
///
/// The rows are read from the changeset of the executed deletion: all changes of rows that SQLite
/// has recorded, including those that foreign keys have caused.
struct DeletedRows {
  private let connection: DatabaseConnection
  private let caller: RecordID

  init(_ connection: DatabaseConnection, for caller: RecordID) {
    self.connection = connection
    self.caller = caller
  }

  /// Returns the rows that the deletion deleted, and those in which it cleared a link. Rows in
  /// which no person writes, such as suggestions, are left out.
  ///
  /// - Parameters:
  ///   - changeset: the recorded changes of the deletion.
  ///   - record: the record that the command deleted; foreign keys caused the changes of all other
  ///     rows.
  func written(in changeset: Changeset, deleting record: RecordID) throws -> [WrittenRow] {
    let editors = try Journal.editors(
      of: changeset, otherThan: caller, in: connection, where: isWritten)
    return try changeset.rows().compactMap { row in
      guard let source = WriterColumns.of(row.table) else { return nil }
      let values = try values(of: row)
      guard case .text(let text)? = values[.id], let id = RecordID(text) else { return nil }
      var found = WrittenRow(
        kind: id == record ? .named : source.kind,
        fate: row.operation == .delete ? .deleted : .unlinked,
        maker: source.maker.flatMap { Self.person(values[$0]) },
        editors: editors[id]?.writers ?? [])
      // The editor column, such as `updated_by`, names the person whose action caused the last
      // change, even if the program computed the new value. If the journal of undo steps contains
      // changes of the row by that person, `editors` already says whether the person wrote a value,
      // so the column is ignored.
      if let editor = source.editor.flatMap({ Self.person(values[$0]) }),
        editors[id]?.all.contains(editor) != true
      {
        found.editors.insert(editor)
      }
      if let notes = source.notes, case .text(let text)? = values[notes] {
        found.editors.formUnion(try authors(ofNotes: text))
      }
      return found
    }
  }

  /// Returns true if a person made the change, and false if the program computed all new values.
  ///
  /// For example, logging an interaction also sets the date of the coach's last contact, and this
  /// does not make its author an editor of the coach.
  private func isWritten(_ row: Changeset.RowChange) throws -> Bool {
    guard row.operation == .update, let source = WriterColumns.of(row.table) else { return true }
    return try zip(connection.columnNames(of: row.table), row.new).contains { name, value in
      value != nil && !source.derived.contains(name)
    }
  }

  /// Returns the row's values by column. The changeset (the recorded changes) contains all values
  /// of a deleted row; a row that only lost a link is read from its table.
  private func values(of row: Changeset.RowChange) throws -> [ColumnName: Value] {
    let names = try connection.columnNames(of: row.table)
    if row.operation == .delete {
      return Dictionary(
        zip(names, row.old).map { ($0, $1 ?? .null) }, uniquingKeysWith: { first, _ in first })
    }
    guard let place = names.firstIndex(of: .id), row.old.indices.contains(place),
      let id = row.old[place]
    else { return [:] }
    let found = try connection.query(
      "SELECT \(names.list) FROM \(row.table) WHERE id = ?",
      values: [id]
    ) { row in try names.indices.map { try row.value($0) } }
    return Dictionary(
      zip(names, found.first ?? []).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the ids of the people who have a note in the JSON object of private notes. A removed
  /// note leaves an empty text, which does not count.
  private func authors(ofNotes text: String) throws -> [RecordID] {
    try connection.query(
      "SELECT key FROM json_each(?) WHERE coalesce(value, '') <> ''", text
    ) { row in try row.text(0) }.compactMap { RecordID($0) }
  }

  private static func person(_ value: Value?) -> RecordID? {
    if case .text(let text)? = value { RecordID(text) } else { nil }
  }
}

extension DatabaseConnection {
  /// Returns the names of a table's columns, in the order in which a changeset has their values.
  func columnNames(of table: String) throws -> [ColumnName] {
    try query("SELECT name FROM pragma_table_info(?) ORDER BY cid", table) { row in
      ColumnName(unchecked: try row.text(0))
    }
  }
}

/// The columns of a table that name the people who wrote in its rows. A helping parent may delete a
/// row only if no other person wrote in it.
private struct WriterColumns {
  let kind: WrittenRow.Kind
  let maker: ColumnName?
  var editor: ColumnName?
  var notes: ColumnName?
  /// The columns whose values the program computes, and the id, which every recorded change
  /// contains. If a change has only these columns, no person has edited the row.
  var derived: Set<ColumnName> = []

  /// Returns the author columns of a table, or nil for a table in which no person writes, such as
  /// that of suggestions.
  static func of(_ table: String) -> WriterColumns? {
    if table == TableForm.statusChanges.table.description {
      return WriterColumns(kind: .statusChange, maker: .changedBy)
    }
    return StoredKinds.all.first { $0.tableName.description == table }.map { $0.writerColumns }
  }
}

extension StoredRecord {
  fileprivate static var writerColumns: WriterColumns {
    WriterColumns(
      kind: .record(kind), maker: table.authorColumn, editor: table.columnName(.updatedBy),
      notes: table.columnName(.privateNotes),
      derived: Set(
        [ColumnName.id]
          + table.columns.filter { [.derived, .updatedAt, .updatedBy].contains($0.role) }
          .map { ColumnName(unchecked: $0.name) }))
  }
}
