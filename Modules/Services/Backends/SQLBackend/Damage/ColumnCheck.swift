import Basics
import Domain
import JSON
import Persistence
import SQLite

/// Checks the values of one column: finds malformed ones, and corrects those whose meaning is
/// clear.
struct ColumnCheck: Sendable {
  let name: ColumnName
  /// The expected form of the values in words, such as `a date; write it like 2026-02-10`.
  let wanted: String
  /// Returns false if the value is so malformed that the whole row cannot be read as a record.
  let isReadable: @Sendable (borrowing ResultRow, Int) -> Bool
  /// Returns false for a malformed value, even if the row can still be read. Such a value then
  /// counts as missing or empty (decision 4).
  let isWellFormed: @Sendable (borrowing ResultRow, Int) -> Bool
  /// Returns a closure that binds the corrected value to an SQL statement; nil if the malformed
  /// text has no clear meaning.
  let rewriting: @Sendable (String, ImportReader) -> Binding?

  typealias Binding = @Sendable (Statement, Int32) throws(SQLiteError) -> Void

  init<Value: ColumnValue & ImportableValue & Sendable>(_ name: ColumnName, _ type: Value.Type) {
    self.name = name
    wanted = Value.wanted
    isReadable = { row, column in
      // A null is readable even if the type of the record's property has no value for it: the
      // property then keeps the value that it has in a new record.
      (!Value.takesNull && row.isNull(column)) || (try? Value.read(row, column)) != nil
    }
    isWellFormed = { row, column in row.isNull(column) || Value.isWellFormed(row, column) }
    rewriting = { text, reader in
      guard let value = Value.imported(.string(text), reader) else { return nil }
      return { statement, index throws(SQLiteError) in try value.write(to: statement, at: index) }
    }
  }
}

/// A table whose rows are read as whole records, and the checks of its columns.
struct CheckedTable: Sendable {
  let name: TableName
  /// The kind of the table's records; nil if the rows have no handles (short names such as `s4`).
  let kind: ReferenceKind?
  let columns: [ColumnCheck]

  /// All tables whose rows are read as whole records, where one malformed value can make a row
  /// unreadable.
  ///
  /// People, families and preferences are missing, because their columns are read one by one, and a
  /// malformed value does not affect the others.
  static let all: [CheckedTable] =
    StoredKinds.all.map { $0.checked } + [
      TableForm.statusChanges.checked, TableForm.athleteTasks.checked,
      TableForm.suggestions.checked,
      TableForm.notifications.checked,
      CheckedTable(
        name: .tasks, kind: .task,
        columns: [
          ColumnCheck(.dependencyTaskIDs, IDArray.self),
          ColumnCheck(.divisionApplicability, [String].self),
        ]),
    ]

  static func named(_ name: TableName) -> CheckedTable? { all.first { $0.name == name } }

  /// The list of columns for a SELECT that checks rows: first the id, which may be malformed too
  /// and is read as a text, and then the checked columns.
  var list: String {
    ([ColumnName.id] + columns.map(\.name)).list
  }
}

extension StoredRecord {
  fileprivate static var checked: CheckedTable { form.checked }
}

extension TableForm {
  fileprivate var checked: CheckedTable {
    CheckedTable(name: table, kind: kind, columns: columns.map(\.check))
  }
}
