import Basics
import Domain
import JSON
import Persistence
import SQLite

/// What a column must hold, to find values that cannot be read and to write again those that can be understood.
struct ColumnCheck: Sendable {
  let name: String
  /// What such a value is called: `a date; write it like 2026-02-10`.
  let wanted: String
  /// False makes the whole row unreadable.
  let isReadable: @Sendable (borrowing ResultRow, Int) -> Bool
  /// False for a value that is taken for absent, or as empty (decision 4).
  let isWellFormed: @Sendable (borrowing ResultRow, Int) -> Bool
  /// Binds the value that a text of another form means; nil for a text that means none.
  let rewriting: @Sendable (String, ImportReader) -> Binding?

  typealias Binding = @Sendable (Statement, Int32) throws(SQLiteError) -> Void

  init<Value: ColumnValue & ImportableValue & Sendable>(_ name: String, _ type: Value.Type) {
    self.name = name
    wanted = Value.wanted
    isReadable = { row, column in
      // A missing value leaves what a new record has.
      (!Value.takesNull && row.isNull(column)) || (try? Value.read(row, column)) != nil
    }
    isWellFormed = { row, column in row.isNull(column) || Value.isWellFormed(row, column) }
    rewriting = { text, reader in
      guard let value = Value.imported(.string(text), reader) else { return nil }
      return { statement, index throws(SQLiteError) in try value.write(to: statement, at: index) }
    }
  }
}

/// A table whose rows the program reads as records.
struct CheckedTable: Sendable {
  let name: TableName
  /// What people call its rows; nil for rows that have no handle.
  let kind: ReferenceKind?
  let columns: [ColumnCheck]

  /// Every table that is read row by row. Rows of people, families and preferences are read column by column, each of which
  /// may be malformed by itself.
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

  /// The id as a text, because it too may be malformed, and every checked column behind it.
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
