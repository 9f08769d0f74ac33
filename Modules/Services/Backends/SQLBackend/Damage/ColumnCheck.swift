import Basics
import Domain
import JSON
import Persistence
import SQLite

/// The check of one column. It finds unreadable values, and corrects those whose meaning is clear.
struct ColumnCheck: Sendable {
  let name: String
  /// The expected form in words, such as `a date; write it like 2026-02-10`.
  let wanted: String
  /// Returns false when the value makes the whole row unreadable.
  let isReadable: @Sendable (borrowing ResultRow, Int) -> Bool
  /// Returns false for a malformed value. If the row is still readable, the value counts as missing
  /// or empty (decision 4).
  let isWellFormed: @Sendable (borrowing ResultRow, Int) -> Bool
  /// Returns a closure that binds the corrected value of a malformed text; nil when the text has no
  /// clear meaning.
  let rewriting: @Sendable (String, ImportReader) -> Binding?

  typealias Binding = @Sendable (Statement, Int32) throws(SQLiteError) -> Void

  init<Value: ColumnValue & ImportableValue & Sendable>(_ name: String, _ type: Value.Type) {
    self.name = name
    wanted = Value.wanted
    isReadable = { row, column in
      // A null is readable, because the property then keeps the value of a new record.
      (!Value.takesNull && row.isNull(column)) || (try? Value.read(row, column)) != nil
    }
    isWellFormed = { row, column in row.isNull(column) || Value.isWellFormed(row, column) }
    rewriting = { text, reader in
      guard let value = Value.imported(.string(text), reader) else { return nil }
      return { statement, index throws(SQLiteError) in try value.write(to: statement, at: index) }
    }
  }
}

/// A table whose rows are read as records, with the checks of its columns.
struct CheckedTable: Sendable {
  let name: TableName
  /// The kind of the table's rows; nil for rows without handles.
  let kind: ReferenceKind?
  let columns: [ColumnCheck]

  /// All tables whose rows are read as a whole. The rows of people, families and preferences are read column by column, so a malformed
  /// value there does not affect the other columns.
  static let all: [CheckedTable] =
    StoredKinds.all.map { $0.checked } + [
      TableForm.statusChanges.checked, TableForm.athleteTasks.checked,
      TableForm.suggestions.checked,
      TableForm.notifications.checked,
      CheckedTable(
        name: .tasks, kind: .task,
        columns: [
          ColumnCheck("dependency_task_ids", IDArray.self),
          ColumnCheck("division_applicability", [String].self),
        ]),
    ]

  static func named(_ name: TableName) -> CheckedTable? { all.first { $0.name == name } }

  /// The columns that a check selects: the id as a text, because it may be malformed too, and then
  /// the checked columns.
  var list: String { (["id"] + columns.map(\.name)).joined(separator: ", ") }
}

extension StoredRecord {
  fileprivate static var checked: CheckedTable { form.checked }
}

extension TableForm {
  fileprivate var checked: CheckedTable {
    CheckedTable(name: table, kind: kind, columns: columns.map(\.check))
  }
}
