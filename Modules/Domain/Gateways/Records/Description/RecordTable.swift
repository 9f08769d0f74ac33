public import Basics
public import CivilTime
public import JSON

/// The description of one kind of record: its table, the owner of its rows, its columns in the
/// order of the form, and its rules. The code that stores, syncs, imports and shows the records
/// reads this description, so that it is the same for all kinds.
public struct RecordTable<Record: FamilyRecord>: Sendable {
  /// The name of the table in the database schema and in an export.
  public let name: TableName
  public let area: DataArea
  /// Whether only the athlete may read the rows. The rows of other tables are shared with the
  /// family (domain.md 3).
  public let isAthletesOwn: Bool
  /// The operation that adds a record, and the verb with which the list of changes shows it, such
  /// as `addSchool` and "Added".
  public let adding: (operation: String, pastTense: String)
  /// The columns by which an import recognizes a record that is already stored: two rows count as
  /// the same record if their values in all these columns are equal. If the list is empty, only
  /// rows with the same id count as the same record.
  public let twin: [TwinColumn]
  public let columns: [RecordColumn<Record>]
  /// The form fields that people see and enter, in the order of the form.
  public let fields: [RecordField<Record>]
  /// A column of import files whose value is split into several columns of the table, such as a
  /// coach's full name; nil if the kind has none.
  public let shortcut: ImportShortcut?
  let rules: [ValueRule<Record>]
  /// For each role that a column has, such as the owner of the row, the column's index in
  /// `columns`.
  private let places: [ColumnRole: Int]
  private let notes: ColumnPlace<Record, JSONValue>?

  /// - Parameter rules: the rules that concern several columns of a record. A rule on a single
  ///   column is part of that column.
  init(
    _ name: TableName, _ area: DataArea, adding: (operation: String, pastTense: String),
    twin: [TwinColumn], rules: [ValueRule<Record>] = [], shortcut: ImportShortcut? = nil,
    @RecordTableBuilder<Record> _ parts: () -> [Part]
  ) {
    self.init(
      name, area, isAthletesOwn: false, adding: adding, twin: twin, rules: rules,
      shortcut: shortcut, parts: parts())
  }

  init(
    _ name: TableName, _ area: DataArea, isAthletesOwn: Bool,
    adding: (operation: String, pastTense: String), twin: [TwinColumn],
    rules: [ValueRule<Record>], shortcut: ImportShortcut? = nil, parts: [Part]
  ) {
    self.name = name
    self.area = area
    self.isAthletesOwn = isAthletesOwn
    self.adding = adding
    self.twin = twin
    self.shortcut = shortcut
    columns = parts.compactMap(\.column)
    var places: [ColumnRole: Int] = [:]
    for (place, column) in columns.enumerated() where column.role != .data {
      places[column.role] = places[column.role] ?? place
    }
    self.places = places
    fields = parts.compactMap { $0.column?.field ?? $0.field }
    notes = columns.lazy.compactMap(\.notes).first
    self.rules = columns.compactMap(\.rule) + [notes.map(ValueRule.notes)].compactMap { $0 } + rules
  }

  /// One entry in the description of a table: a column, or a form field that fills no column of the
  /// table.
  enum Part {
    case column(RecordColumn<Record>)
    case field(RecordField<Record>)

    var column: RecordColumn<Record>? { if case .column(let column) = self { column } else { nil } }
    var field: RecordField<Record>? { if case .field(let field) = self { field } else { nil } }
  }
}

/// How the values of one column are compared to find out whether two rows are the same record.
public struct TwinColumn: Sendable, ExpressibleByStringLiteral {
  public let name: String
  /// Whether the comparison ignores upper and lower case, as for names.
  public let ignoresCase: Bool
  /// Whether the comparison ignores this column if the import file does not have it.
  public let isOnlyIfGiven: Bool

  public init(stringLiteral name: String) { self.init(name) }

  private init(_ name: String, ignoresCase: Bool = false, isOnlyIfGiven: Bool = false) {
    self.name = name
    self.ignoresCase = ignoresCase
    self.isOnlyIfGiven = isOnlyIfGiven
  }

  static func name(_ column: String) -> TwinColumn { TwinColumn(column, ignoresCase: true) }
  static func ifGiven(_ column: String) -> TwinColumn { TwinColumn(column, isOnlyIfGiven: true) }
}

/// A column of an import file, such as a coach's full name, whose value is split into several
/// columns of the table.
public struct ImportShortcut: Sendable {
  public let column: ImportColumn
  public let unfold: @Sendable (JSONObject) -> JSONObject
}

/// The result builder with which a table lists its columns and form fields. In a result builder
/// each of them is an expression of its own, which the compiler checks faster than one long array
/// literal.
@resultBuilder
enum RecordTableBuilder<Record: FamilyRecord> {
  typealias Part = RecordTable<Record>.Part

  static func buildExpression(_ column: RecordColumn<Record>) -> Part { .column(column) }
  static func buildExpression(_ field: RecordField<Record>) -> Part { .field(field) }
  static func buildBlock(_ parts: Part...) -> [Part] { parts }
}

extension RecordTable {
  public func column(_ name: String) -> RecordColumn<Record>? {
    columns.first { $0.name == name }
  }

  public func column(_ role: ColumnRole) -> RecordColumn<Record>? {
    places[role].map { columns[$0] }
  }

  public func columnName(_ role: ColumnRole) -> ColumnName? {
    column(role).map { ColumnName(unchecked: $0.name) }
  }

  /// Restores the private notes of all people except the one who makes the change.
  ///
  /// A person receives a row without the notes of others. If that row is stored after an edit, the
  /// notes of others would be lost without this function.
  public func keepOthersNotes(in record: inout Record, from stored: Record?, by person: RecordID) {
    guard let notes else { return }
    let kept = stored.flatMap { notes.value(in: $0) }
    let given = notes.value(in: record)
    guard given != kept else { return }
    let own = given?[person.description]
    guard own != kept?[person.description] else { return notes.put(kept, in: &record) }
    var merged = kept?.object ?? [:]
    merged[person.description] = own
    notes.put(.object(merged), in: &record)
  }

  /// Gives the private note of an exported row to the person who imports the row. An exported table
  /// contains only the notes of the person who exported it, and the same person can have different
  /// ids in different data files.
  ///
  /// - Parameter isKnown: returns whether a person in the data file has this id. The note of such a
  ///   person is not changed.
  public func takeExportedNote(
    in record: inout Record, for person: RecordID, isKnown: (String) throws -> Bool
  ) rethrows {
    guard let notes, let written = notes.value(in: record)?.object?.members, written.count == 1,
      let note = written.first, try !isKnown(note.key)
    else { return }
    var own: JSONObject = [:]
    own[person.description] = note.value
    notes.put(.object(own), in: &record)
  }

  /// Copies this person's private note from another record, if that record has one. The notes in
  /// `record` of other people stay as they are.
  public func takeNote(of person: RecordID, from other: Record, in record: inout Record) {
    guard let notes, let own = notes.value(in: other)?[person.description] else { return }
    var merged = notes.value(in: record)?.object ?? [:]
    merged[person.description] = own
    notes.put(.object(merged), in: &record)
  }

  /// Returns the owner, the author and the family of a record. By these, `Authority` (the rules
  /// about access) decides who may read and change the record.
  public func scope(of record: Record) -> RowScope {
    let author = column(.author)?.id(in: record)
    return RowScope(
      owner: column(.owner)?.id(in: record) ?? author,
      author: author ?? column(.createdBy)?.id(in: record),
      family: column(.family)?.id(in: record))
  }

  /// The name of the column that holds the author of a row; nil if the table has no such column.
  public var authorColumn: ColumnName? { columnName(.author) ?? columnName(.createdBy) }

  /// The name of the column with the owner of a row: the person who alone may see a row that is
  /// shared with no family.
  public var ownerColumn: ColumnName { columnName(.owner) ?? columnName(.author) ?? .userID }

  /// The columns that an import file of this kind can have, with their alternative names.
  public var importColumns: [ImportColumn] {
    [ImportColumn(ColumnName.id.description, [], isOffered: false)]
      + [shortcut?.column].compactMap { $0 }
      + columns.flatMap { column -> [ImportColumn] in
        if column.access == nil, column.role == .data { return [] }
        guard let link = column.link, !link.isList else {
          return [
            ImportColumn(
              column.name, column.aliases, isRequired: column.isRequired, heading: column.heading,
              isOffered: column.isWrittenByPeople)
          ]
        }
        return [
          ImportColumn(column.name, [], isOffered: false),
          ImportColumn(link.heading, link.aliases, heading: column.heading),
        ]
      }
  }
}

extension ColumnPlace {
  func value(in record: Record) -> Value? {
    switch self {
    case .always(let path): record[keyPath: path]
    case .optional(let path): record[keyPath: path]
    }
  }
}

extension ColumnPlace where Value == JSONValue {
  fileprivate func put(_ value: JSONValue?, in record: inout Record) {
    switch self {
    case .always(let path): record[keyPath: path] = value ?? .object([:])
    case .optional(let path): record[keyPath: path] = value
    }
  }
}

extension RecordColumn {
  /// The heading by which people know the column in an import file. It is the label of the form
  /// field, if an import accepts the label as a heading. Otherwise it is the column's name or first
  /// alternative name, without underscores.
  public var heading: String {
    if let link, !link.isList { return link.heading.capitalizedFirst }
    if let label = field?.shape.label, ImportColumn(name, aliases).answers(to: label) {
      return label
    }
    return plainWords(of: name.contains("_") ? aliases.first ?? name : name)
  }

  /// Whether the column is suggested to a person who prepares a table for an import. Columns that
  /// the program fills, such as the author of a row, are not suggested.
  fileprivate var isWrittenByPeople: Bool {
    role == .data && link == nil && (field != nil || isRequired || !aliases.isEmpty)
  }

  fileprivate var notes: ColumnPlace<Record, JSONValue>? {
    if role == .privateNotes, case .json(let place) = access { place } else { nil }
  }

  func id(in record: Record) -> RecordID? {
    switch access {
    case .id(.always(let path)): record[keyPath: path]
    case .id(.optional(let path)): record[keyPath: path]
    default: nil
    }
  }

  /// Returns the ids of the records to which this column of a record refers.
  public func linked(in record: Record) -> [RecordID] {
    if case .ids(let path) = access { return record[keyPath: path] }
    return [id(in: record)].compactMap { $0 }
  }

  /// Stores an id that the program sets by itself, such as the author of a row. Does nothing if the
  /// column has another type than an id.
  public func note(_ id: RecordID?, in record: inout Record) {
    switch access {
    case .id(.always(let path)): if let id { record[keyPath: path] = id }
    case .id(.optional(let path)): record[keyPath: path] = id
    default: break
    }
  }

  public func note(_ moment: Instant, in record: inout Record) {
    if case .moment(.optional(let path)) = access { record[keyPath: path] = moment }
  }
}
