public import Basics
import Domain
import Persistence
import SQLite

/// A malformed value in the data file, as the command `doctor` reports it, and the repair that is
/// possible.
public struct DamagedValue: Equatable, Sendable {
  public var table: String
  /// The kind of record that the row is, such as a measurement. Nil if the rows of the table have
  /// no handle, which is a short name such as `m4` by which people type a record.
  public var kind: ReferenceKind?
  /// The stored id of the row. It is a text, because it may be malformed too.
  public var id: String
  public var handle: String?
  public var column: String
  public var found: String
  public var wanted: String
  /// True if no page can show the row because of the value; false if pages show the row without the
  /// value.
  public var hidesRow: Bool
  public var remedy: Remedy

  public enum Remedy: Equatable, Sendable {
    /// The malformed text has a clear meaning, and a repair writes the value in the right form.
    case rewrite(String)
    case clear
    case removeRow
    /// There is no repair. The row cannot stay without the value, and removing the row would also
    /// delete sound rows that belong to it.
    case none
  }

  /// The damage in words, such as `metrics m4 (id 3f2a): value is “soon”, not a number.`
  public var words: String {
    let name = handle.map { "\(table) \($0) (id \(id))" } ?? "\(table) (id \(id))"
    return "\(name): \(column) is \(found), not \(wanted)."
  }

  /// A sentence that says what a repair would do with the value.
  public var remedyWords: String {
    switch remedy {
    case .rewrite(let text): "It becomes \(text)."
    case .clear: "It is emptied."
    case .removeRow: "The row is removed."
    case .none: "It stays: only a backup can bring it back."
    }
  }
}

/// Finds every malformed value of the file, table by table.
struct DamageSurvey {
  let connection: DatabaseConnection
  let reader: ImportReader

  private static let longestShown = 40

  func values() throws -> [DamagedValue] {
    try CheckedTable.all.flatMap { try values(in: $0) } + incompleteFiles()
  }

  /// Returns the documents whose stored file is incomplete, because a part of it is missing or has
  /// another length. Only a backup can restore such a file.
  private func incompleteFiles() throws -> [DamagedValue] {
    try connection.query(
      """
      SELECT documents.id, (
        SELECT number FROM handles
        WHERE kind = '\(ReferenceKind.document.key)' AND id = documents.id)
      FROM documents JOIN (
        SELECT user_id, file_id FROM \(TableName.keptFiles)
        GROUP BY user_id, file_id HAVING sum(length(bytes)) <> max(size)) AS kept
        ON kept.user_id = documents.user_id
          AND kept.file_id = substr(documents.file_url, \(KeptFile.scheme.count + 1), 36)
      WHERE documents.file_url GLOB '\(KeptFile.scheme)*'
      ORDER BY documents.rowid
      """
    ) { row in
      DamagedValue(
        table: TableName.documents.description, kind: .document, id: try row.text(0),
        handle: try row.optionalInt(1).map { "\(ReferenceKind.document.letter)\($0)" },
        column: "the kept file", found: "incomplete", wanted: "whole", hidesRow: false,
        remedy: .none)
    }
  }

  private func values(in table: CheckedTable) throws -> [DamagedValue] {
    let required = Set(
      try connection.query(
        "SELECT name FROM pragma_table_info(?) WHERE \"notnull\" = 1", table.name
      ) { row in ColumnName(unchecked: try row.text(0)) })
    let children = try children(of: table.name)
    var found: [DamagedValue] = []
    try connection.forEachRow(
      "SELECT \(table.list), \(handle(of: table)) FROM \(table.name) ORDER BY rowid"
    ) { row in
      for (offset, check) in ([ColumnCheck.id] + table.columns).enumerated()
      where !check.isWellFormed(row, offset) {
        let hidesRow = !check.isReadable(row, offset)
        let text = try? row.optionalText(offset)
        let number = try row.optionalInt(table.columns.count + 1)
        found.append(
          DamagedValue(
            table: table.name.description, kind: table.kind, id: try row.text(0),
            handle: number.flatMap { number in table.kind.map { "\($0.letter)\(number)" } },
            column: check.name.description, found: shown(text, check),
            wanted: String(check.wanted.prefix { $0 != ";" }), hidesRow: hidesRow,
            remedy: try remedy(
              for: text, check, isRequired: check.name == .id || required.contains(check.name),
              isParent: try isLeanedOn(try row.text(0), by: children))))
      }
      return true
    }
    return found
  }

  private struct Child {
    var table: String
    var column: String
  }

  /// Returns the columns of all tables whose foreign keys refer to this table, except those that
  /// SQLite clears when the row to which they refer is deleted.
  ///
  /// A row to which such a column refers cannot be removed as a repair, because other rows need it.
  private func children(of table: TableName) throws -> [Child] {
    try connection.query(
      """
      SELECT child.name, link."from" FROM sqlite_schema AS child, pragma_foreign_key_list(child.name) AS link
      WHERE child.type = 'table' AND link."table" = ? AND link.on_delete NOT IN ('SET NULL', 'SET DEFAULT')
      """, table
    ) { row in Child(table: try row.text(0), column: try row.text(1)) }
  }

  private func isLeanedOn(_ id: String, by children: [Child]) throws -> Bool {
    try children.contains { child in
      try connection.first("SELECT 1 FROM \(child.table) WHERE \(child.column) = ? LIMIT 1", id) {
        _ in true
      } != nil
    }
  }

  private func handle(of table: CheckedTable) -> String {
    guard let kind = table.kind else { return "NULL" }
    return "(SELECT number FROM handles WHERE kind = '\(kind.key)' AND id = \(table.name).id)"
  }

  /// Returns a malformed value as text for a message.
  ///
  /// For JSON and lists it returns only the word `malformed`, because their text may contain a
  /// person's notes. Other texts are quoted and shortened.
  private func shown(_ text: String?, _ check: ColumnCheck) -> String {
    guard let text else { return "infinite" }
    guard !check.wanted.hasPrefix("JSON"), !check.wanted.hasPrefix("a list") else {
      return "malformed"
    }
    let cut = text.count > Self.longestShown ? text.prefix(Self.longestShown) + "…" : text
    return "“\(cut)”"
  }

  private func remedy(
    for text: String?, _ check: ColumnCheck, isRequired: Bool, isParent: Bool
  ) throws -> DamagedValue.Remedy {
    if let text, let bind = check.rewriting(text, reader) {
      let rewritten = try connection.prepared("SELECT ?") { statement in
        try bind(statement, 1)
        return try statement.step() ? ResultRow(statement).optionalText(0) : nil
      }
      if let rewritten, rewritten != text { return .rewrite(rewritten) }
    }
    if !isRequired { return .clear }
    return isParent ? .none : .removeRow
  }
}
