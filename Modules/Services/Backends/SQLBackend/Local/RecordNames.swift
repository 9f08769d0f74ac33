import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Reads the names and handles (short names to type, such as `s4`) of records of all kinds, for
/// references on pages, for messages about conflicts and for the log of visited pages.
struct RecordNames {
  private let connection: DatabaseConnection

  init(_ connection: DatabaseConnection) {
    self.connection = connection
  }

  /// One kind of record, its table, and the SQL expressions for the name of such a record.
  struct Source {
    let kind: ReferenceKind
    let table: TableName
    /// An SQL expression that gives the name of a record from the columns of its row.
    let title: String
    /// An SQL expression that distinguishes two records of the same name, such as a date.
    var detail: String?
    /// An SQL expression for a second name by which a command can find the record, such as `Ana
    /// Rivera` for the coach `Rivera, Ana`.
    var alias: String?
    /// An SQL expression for the last name of a person; nil for other kinds of records.
    var lastName: String?
    /// An SQL expression that distinguishes records with equal names and details, such as the
    /// e-mail addresses of two people of one name.
    var difference: String?
  }

  static let sources: [Source] =
    [
      Source(
        kind: .task, table: .tasks, title: "title", detail: "'Grade ' || grade_level")
    ] + StoredKinds.all.map { $0.source } + [
      Source(
        kind: .suggestion, table: .suggestions, title: "message"),
      Source(
        kind: .notification, table: .notifications, title: "title",
        detail: "substr(coalesce(scheduled_for, created_at), 1, 10)"),
      // A person without a name and an email address is called by their role. `Person.displayName`
      // must have the same rule.
      Source(
        kind: .person, table: .users,
        title: """
          CASE WHEN full_name <> '' THEN full_name
            WHEN email <> '' AND email <> users.id || '@local.invalid' THEN email
            WHEN role = 'player' THEN 'Athlete' ELSE 'Parent' END
          """, detail: "CASE role WHEN 'player' THEN 'athlete' ELSE role END"),
    ]

  static func source(_ kind: ReferenceKind) -> Source? { sources.first { $0.kind == kind } }

  /// Returns the name of the record with this kind and id, no matter which athlete owns it.
  ///
  /// The method checks no rights, so a caller uses it only for rows that the reader may see.
  func named(_ kind: ReferenceKind, _ id: RecordID) throws -> ReferenceResolver.Named? {
    guard let source = Self.source(kind) else { return nil }
    return try connection.first(
      "\(Self.select(source)) WHERE \(source.table).id = ?", id
    ) { row in try Self.named(row, source) }
  }

  /// Returns the references (name and handle, such as `s4`) of many records of one kind with one
  /// query, for the rows of a page.
  func references(
    _ kind: ReferenceKind, _ ids: Set<RecordID>
  ) throws -> [RecordID: Reference] {
    guard !ids.isEmpty, let source = Self.source(kind) else { return [:] }
    if ids.count == 1, let id = ids.first {
      // For one record, a lookup by its id takes a third of the time of a query over a list.
      return try named(kind, id).map { [id: $0.reference] } ?? [:]
    }
    let found = try connection.query(
      "\(Self.select(source)) WHERE \(source.table).id IN (SELECT value FROM json_each(?))",
      JSONList.text(ids.sorted())
    ) { row in try Self.named(row, source).reference }
    return Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns texts that distinguish records of one kind whose names and details are equal, such as
  /// e-mail addresses. A record without such a text is left out.
  func differences(_ kind: ReferenceKind, _ ids: [RecordID]) throws -> [RecordID: String] {
    guard !ids.isEmpty, let source = Self.source(kind), let difference = source.difference else {
      return [:]
    }
    let found = try connection.query(
      """
      SELECT \(source.table).id, (\(difference)) FROM \(source.table)
      WHERE \(source.table).id IN (SELECT value FROM json_each(?))
      """, JSONList.text(ids)
    ) { row in (id: try row.recordID(0), text: try row.optionalText(1)) }
    return found.reduce(into: [:]) { $0[$1.id] = $1.text }
  }

  /// Returns words for a row of a table, such as `the school s4 Ohio State`, or for a
  /// deleted record `the school “Ohio State”`; nil for a table whose rows have no name.
  func words(table: String, id: RecordID) throws -> String? {
    if table == TableName.athleteTasks.description {
      let task = try connection.first("SELECT task_id FROM athlete_task WHERE id = ?", id) { row in
        try row.recordID(0)
      }
      return try task.flatMap { try named(.task, $0) }.map { "the progress of \($0.words)" }
    }
    guard let source = Self.sources.first(where: { $0.table.description == table }) else {
      return nil
    }
    if let named = try named(source.kind, id) {
      return "the \(source.kind.singular) \(named.words)"
    }
    // The record is deleted, so people cannot type its handle (such as `s4`) any more.
    return try nameOfDeleted(source, id).map { "the \(source.kind.singular) “\($0)”" }
      ?? "\(source.kind.withArticle) of it"
  }

  /// Returns the name of a deleted record; nil if the undo history does not have it. The name is in
  /// the newest undo step that deleted or added the record, because such a step has all values of
  /// the row.
  private func nameOfDeleted(_ source: Source, _ id: RecordID) throws -> String? {
    let table = source.table.description
    let columns = try connection.columnNames(of: table)
    guard let key = columns.firstIndex(of: .id) else { return nil }
    let steps = try connection.query(
      """
      SELECT changeset FROM journal WHERE instr(changeset, CAST(? AS BLOB)) > 0 ORDER BY id DESC
      """, id
    ) { row in Changeset(bytes: try row.blob(0)) }
    for step in steps {
      for row in try step.rows() where row.table == table {
        let values = row.operation == .delete ? row.old : row.new
        guard row.operation != .update, values.count == columns.count,
          values[key] == .text(id.description)
        else { continue }
        let named = columns.enumerated().map { "?\($0.offset + 1) AS \"\($0.element)\"" }
        let names = try connection.query(
          "SELECT (\(source.title)) FROM (SELECT \(named.joined(separator: ", "))) AS \(table)",
          values: values.map { $0 ?? .null }
        ) { row in try row.optionalText(0) }
        return names.first.flatMap { $0 }.flatMap { $0.isEmpty ? nil : $0 }
      }
    }
    return nil
  }

  static func select(_ source: Source) -> String {
    """
    SELECT \(columns(source)),
      (SELECT number FROM handles
        WHERE handles.kind = '\(source.kind.key)' AND handles.id = \(source.table).id)
    FROM \(source.table)
    """
  }

  /// Returns an SQL query with the columns of `select(_:)` that reads the handles (short names such
  /// as `s4`) first and then their records. With `ORDER BY handles.number` and a limit, it reads no
  /// more rows than it returns.
  static func selectByHandle(_ source: Source) -> String {
    """
    SELECT \(columns(source)), handles.number
    FROM handles CROSS JOIN \(source.table) ON \(source.table).id = handles.id
    """
  }

  private static func columns(_ source: Source) -> String {
    """
    \(source.table).id, (\(source.title)), \(source.detail ?? "NULL"), \(source.alias ?? "NULL")
    """
  }

  static func named(_ row: borrowing ResultRow, _ source: Source) throws -> ReferenceResolver.Named
  {
    ReferenceResolver.Named(
      Reference(
        kind: source.kind, id: try row.recordID(0),
        handle: "\(source.kind.letter)\(try row.optionalInt(4) ?? 0)",
        title: try row.optionalText(1) ?? ""),
      detail: try row.optionalText(2).map { CalendarDay($0)?.text(.shortWithYear) ?? $0 },
      aliases: try row.optionalText(3).map { [$0] } ?? [])
  }
}

/// The SQL expressions that give the name of a record of one kind from the columns of its row.
struct RecordNaming: Sendable {
  let title: String
  /// An SQL expression that distinguishes two records of the same name, such as a date.
  var detail: String?
  /// An SQL expression for a second name by which a command can find the record, such as `Ana
  /// Rivera` for the coach `Rivera, Ana`.
  var alias: String?
  /// An SQL expression for the last name of a person; nil for other kinds of records.
  var lastName: String?
  /// An SQL expression that distinguishes records with equal names and details, such as the e-mail
  /// addresses of two people of one name.
  var difference: String?

  /// Returns an SQL expression that lists those of the texts that are not empty. It is NULL if all
  /// texts are empty.
  static func listed(_ texts: [String]) -> String {
    let each = texts.map { "coalesce(', ' || nullif(trim(\($0)), ''), '')" }
    return "nullif(substr(\(each.joined(separator: " || ")), 3), '')"
  }

  /// Returns an SQL expression that turns a stored word into text for the user, such as
  /// `phone_call` into `Phone call`. A word that this version of the program does not know is
  /// written as `Open.words` writes it: with spaces and a capital.
  static func words<Known: Vocabulary>(of column: ColumnName, _ type: Known.Type) -> String {
    "CASE \(column) "
      + Known.allCases.map { "WHEN '\($0.rawValue)' THEN '\($0.words)' " }.joined()
      + "ELSE upper(substr(\(column), 1, 1)) || substr(replace(\(column), '_', ' '), 2) END"
  }
}

extension StoredRecord {
  fileprivate static var source: RecordNames.Source {
    RecordNames.Source(
      kind: kind, table: tableName, title: naming.title, detail: naming.detail,
      alias: naming.alias, lastName: naming.lastName, difference: naming.difference)
  }
}

extension ReferenceResolver.Named {
  fileprivate var words: String { "\(reference.handle) \(reference.title)" }
}

extension Sport {
  /// Returns the reference (handle and title) to a task with the title that the task has in this
  /// sport.
  func naming(_ task: Reference) -> Reference {
    Reference(
      kind: task.kind, id: task.id, handle: task.handle,
      title: title(ofTask: task.id, otherwise: task.title))
  }
}
