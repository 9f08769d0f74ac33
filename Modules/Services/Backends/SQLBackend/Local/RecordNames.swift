import Basics
import Domain
import Persistence
import SQLite

/// Reads the names of records of all kinds, for references, conflicts and the view log.
struct RecordNames {
  private let connection: DatabaseConnection

  init(_ connection: DatabaseConnection) {
    self.connection = connection
  }

  /// The table of a kind of record, and the SQL expressions for a record's name.
  struct Source {
    let kind: ReferenceKind
    let table: TableName
    /// An SQL expression over the row for the record's name.
    let title: String
    /// An expression that distinguishes two records of the same name, such as a date.
    var detail: String?
    /// An expression for a second name, by which a command can find the record too.
    var alias: String?
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
      // A person without a name and an address is called by their role, as in `Person.displayName`.
      Source(
        kind: .person, table: .users,
        title: """
          CASE WHEN full_name <> '' THEN full_name
            WHEN email <> '' AND email <> users.id || '@local.invalid' THEN email
            WHEN role = 'player' THEN 'Athlete' ELSE 'Parent' END
          """, detail: "CASE role WHEN 'player' THEN 'athlete' ELSE role END"),
    ]

  static func source(_ kind: ReferenceKind) -> Source? { sources.first { $0.kind == kind } }

  /// Returns the record of that kind and id, with any owner. It checks no rights, so callers use it
  /// only to name rows that the reader may see.
  func named(_ kind: ReferenceKind, _ id: RecordID) throws -> ReferenceResolver.Named? {
    guard let source = Self.source(kind) else { return nil }
    return try connection.first(
      "\(Self.select(source)) WHERE \(source.table).id = ?", id
    ) { row in try Self.named(row, source) }
  }

  /// Returns the references of many records, for the rows of a page.
  func references(
    _ kind: ReferenceKind, _ ids: Set<RecordID>
  ) throws -> [RecordID: Reference] {
    guard !ids.isEmpty, let source = Self.source(kind) else { return [:] }
    let found = try connection.query(
      "\(Self.select(source)) WHERE \(source.table).id IN (SELECT value FROM json_each(?))",
      JSONList.text(ids.sorted())
    ) { row in try Self.named(row, source).reference }
    return Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Describes a row of a table in words; nil for tables whose rows have no name.
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
    // A deleted record keeps the number of its handle.
    return try connection.handles.number(source.kind, of: id).map {
      "the \(source.kind.singular) \(source.kind.letter)\($0)"
    }
  }

  static func select(_ source: Source) -> String {
    """
    SELECT \(columns(source)),
      (SELECT number FROM handles
        WHERE handles.kind = '\(source.kind.key)' AND handles.id = \(source.table).id)
    FROM \(source.table)
    """
  }

  /// An SQL query like `select(_:)` that begins with the handles. Sorted by handle and with a
  /// limit, it reads no more rows than it returns.
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
      detail: try row.optionalText(2), aliases: try row.optionalText(3).map { [$0] } ?? [])
  }
}

/// The name of a kind of record, as SQL expressions over its row.
struct RecordNaming: Sendable {
  let title: String
  /// An expression that distinguishes two records of the same name, such as a date.
  var detail: String?
  /// An expression for a second name, by which a command can find the record too.
  var alias: String?

  /// Returns an SQL expression that turns a stored word into display text, such as `phone_call`
  /// into `Phone call`. A word that this version does not know is shown with spaces.
  static func words<Known: Vocabulary>(of column: String, _ type: Known.Type) -> String {
    "CASE \(column) "
      + Known.allCases.map { "WHEN '\($0.rawValue)' THEN '\($0.words)' " }.joined()
      + "ELSE replace(\(column), '_', ' ') END"
  }
}

extension StoredRecord {
  fileprivate static var source: RecordNames.Source {
    RecordNames.Source(
      kind: kind, table: tableName, title: naming.title, detail: naming.detail, alias: naming.alias)
  }
}

extension ReferenceResolver.Named {
  fileprivate var words: String { "\(reference.handle) \(reference.title)" }
}
