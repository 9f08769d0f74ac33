public import Basics

/// One column of a kind of record, described once: where its value is, what an import file calls it, whether it is required, what it points
/// to, what it may hold, and how people are asked for it.
///
/// `Column("city", \.city, FieldForm("city", "City"), .text("the city", max: TextLimit.short))`
public struct RecordColumn<Record: FamilyRecord>: Sendable {
  /// The name in the schema, in an export and at the server.
  public let name: String
  /// Where a record has the value; nil for a column that no record reads and that is stored
  /// unchanged.
  public let access: ColumnAccess<Record>?
  public let role: ColumnRole
  /// Other names of the column in an import file.
  public let aliases: [String]
  public let isRequired: Bool
  public let link: ColumnLink?
  /// Whether the value is a member of another column's JSON, so that the table has no column of
  /// this name.
  public let isMember: Bool
  public let isBlank: @Sendable (Record) -> Bool
  /// Whether writing `new` over `stored` would undo what others wrote after `shown` was displayed.
  let isConflict: @Sendable (_ shown: Record, _ stored: Record, _ new: Record) -> Bool
  let rule: ValueRule<Record>?
  /// The limits of the values; nil if the form of the values says everything.
  let bounds: ValueBounds?
  let field: RecordField<Record>?
  /// The form of the values.
  let form: ColumnForm
  /// Whether the program writes the column in addition to what a person changed. Two devices never
  /// conflict over such a column, and the later value stays.
  private(set) var isNeverCompared = false
  /// Whether every row has a value, although the value is not required from the person: a new
  /// record has one by default.
  private(set) var isAlwaysStored = false
}

/// The meanings that a column can have for the program itself. Import files do not say who owns or
/// wrote a row.
public enum ColumnRole: Sendable {
  case data
  /// Notes by their authors in one JSON object; all people read and write only their own (rule 3).
  case privateNotes
  /// The program computes the value from other columns. No person writes it, so it never conflicts.
  case derived
  /// The athlete who owns the row.
  case owner
  /// The person who wrote the row. Only this person may change the row (rule 3).
  case author
  case family
  /// The person who uploaded a file: the creator of the row. It is never empty.
  case uploader
  case createdBy, updatedBy
  case createdAt, updatedAt

  public var isOwnership: Bool {
    switch self {
    case .owner, .author, .family, .uploader, .createdBy, .updatedBy: true
    case .data, .privateNotes, .derived, .createdAt, .updatedAt: false
    }
  }
}

/// Another record that a column names by id. An import file may name it by handle or name, under the shorter heading.
public struct ColumnLink: Sendable {
  public let kind: ReferenceKind
  public let heading: String
  public let aliases: [String]
  /// Whether the column holds several ids.
  public let isList: Bool

  init(kind: ReferenceKind, heading: String, aliases: [String], isList: Bool) {
    self.kind = kind
    self.heading = heading
    self.aliases = aliases + kind.otherHeadings
    self.isList = isList
  }
}

extension ReferenceKind {
  /// Other headings that tables give to a column with names of the kind.
  var otherHeadings: [String] {
    self == .school ? School.table.column("name")?.aliases ?? [] : []
  }
}

extension RecordColumn {
  /// A copy of the column with `isNeverCompared` set.
  var neverCompared: RecordColumn {
    var column = self
    column.isNeverCompared = true
    return column
  }

  /// A copy of the column with `isAlwaysStored` set.
  var alwaysStored: RecordColumn {
    var column = self
    column.isAlwaysStored = true
    return column
  }

  /// Creates a column that is stored, exported and imported, and that no form asks for.
  init<Value: RecordValue>(
    _ name: String, _ path: ColumnPath<Record, Value>, role: ColumnRole = .data,
    isRequired: Bool = false, link: ColumnLink? = nil, isMember: Bool = false,
    limit: ValueLimit<Value>? = nil, field: RecordField<Record>? = nil, aliases: [String] = []
  ) {
    self.name = name
    let access = Value.access(path)
    self.access = access
    form = access.form
    self.role = role
    self.aliases = aliases
    self.isRequired = isRequired
    self.link = link
    self.isMember = isMember
    isBlank = { $0[keyPath: path].isBlank }
    isConflict = { shown, stored, new in
      Value.isConflict(
        shown: shown[keyPath: path], stored: stored[keyPath: path], new: new[keyPath: path])
    }
    rule = limit.map { ValueRule(path, $0.clean) }
    bounds = limit?.bounds
    self.field = field
  }

  /// Creates a column that people see and are asked for.
  ///
  /// - Parameters:
  ///   - typed: how the value is typed; by default as is usual for its type.
  ///   - put: the closure that stores a value, and may change other values too.
  ///   - shows: the value on a page; by default the stored one.
  init<Value: TypedValue>(
    _ name: String, _ path: ColumnPath<Record, Value>, _ form: FieldForm,
    _ limit: ValueLimit<Value>? = nil, isRequired: Bool = false, isMember: Bool = false,
    typed: FieldKind<Value.Typed>? = nil,
    put: (@Sendable (inout Record, Value, ChangeContext) -> Void)? = nil,
    shows: (@Sendable (Record.Row) -> FieldValue?)? = nil, aliases: String...
  ) {
    let kind = typed ?? Value.kind
    self.init(
      name, path, isRequired: isRequired, isMember: isMember, limit: limit,
      field: RecordField(
        form, kind: kind, canBeEmptied: Value.canBeEmptied,
        write: { record, typed, context in
          guard let value = Value(typed: typed) else { return }
          if let put { put(&record, value, context) } else { record[keyPath: path] = value }
        },
        read: shows ?? { row in Self.shown(row.record, path, kind) }), aliases: aliases)
  }

  private static func shown<Value: TypedValue>(
    _ record: Record, _ path: ColumnPath<Record, Value>, _ kind: FieldKind<Value.Typed>
  ) -> FieldValue? { record[keyPath: path].shown(as: kind) }

  /// Creates a column with a word of a vocabulary. Some words can have a tone.
  static func word<Value: TypedValue>(
    _ name: String, _ path: ColumnPath<Record, Value>, _ form: FieldForm,
    isRequired: Bool = false, canBeEmptied: Bool? = nil, tones: [Value.Typed: Tone] = [:],
    asAnswer: (@Sendable (Value.Typed) -> String)? = nil,
    put: (@Sendable (inout Record, Value, ChangeContext) -> Void)? = nil,
    shows: (@Sendable (Record.Row) -> FieldValue?)? = nil, aliases: String...
  ) -> RecordColumn where Value.Typed: Vocabulary {
    var form = form
    form.answers = Value.Typed.allCases.map { Value.kind.wrap($0).typed }
    form.tones = Dictionary(uniqueKeysWithValues: tones.map { ($0.key.rawValue, $0.value) })
    var kind = Value.kind
    if let asAnswer {
      kind = FieldKind(
        typed: kind.typed.called { Value.Typed(written: $0).map(asAnswer) }, wrap: kind.wrap,
        unwrap: kind.unwrap)
    }
    return RecordColumn(
      name, path, isRequired: isRequired,
      field: RecordField(
        form, kind: kind, canBeEmptied: canBeEmptied ?? Value.canBeEmptied,
        write: { record, typed, context in
          guard let value = Value(typed: typed) else { return }
          if let put { put(&record, value, context) } else { record[keyPath: path] = value }
        },
        read: shows ?? { [kind] row in shown(row.record, path, kind) }), aliases: aliases)
  }

  /// Creates a column with the id of another record. Pages show that record's name.
  static func link(
    _ name: String, _ path: ColumnPath<Record, RecordID>, to kind: ReferenceKind, _ form: FieldForm,
    isRequired: Bool = true, heading: String, aliases: String...,
    shows: @escaping @Sendable (Record.Row) -> Reference?
  ) -> RecordColumn {
    RecordColumn(
      name, path, isRequired: isRequired,
      link: ColumnLink(kind: kind, heading: heading, aliases: aliases, isList: false),
      field: .record(form, kind, canBeEmptied: false) { record, id in
        if let id { record[keyPath: path] = id }
      } read: {
        shows($0)
      })
  }

  /// Creates a column that refers to another record and may be empty.
  static func link(
    _ name: String, _ path: ColumnPath<Record, RecordID?>, to kind: ReferenceKind,
    _ form: FieldForm?,
    heading: String, aliases: String...,
    put: (@Sendable (inout Record, RecordID?) -> Void)? = nil,
    shows: @escaping @Sendable (Record.Row) -> Reference?
  ) -> RecordColumn {
    RecordColumn(
      name, path, link: ColumnLink(kind: kind, heading: heading, aliases: aliases, isList: false),
      field: form.map { form in
        .record(form, kind, canBeEmptied: true) { record, id in
          if let put { put(&record, id) } else { record[keyPath: path] = id }
        } read: {
          shows($0)
        }
      })
  }

  /// Creates a column with the ids of several other records. An edit replaces all stored ids.
  static func links(
    _ name: String, _ path: ColumnPath<Record, [RecordID]>, to kind: ReferenceKind,
    _ form: FieldForm, shows: @escaping @Sendable (Record.Row) -> [Reference]
  ) -> RecordColumn {
    RecordColumn(
      name, path, link: ColumnLink(kind: kind, heading: name, aliases: [], isList: true),
      field: .records(form, kind, write: { $0[keyPath: path] = $1 }, read: shows))
  }

  /// Creates a column of private notes. Each note is read and written by its author alone.
  static func privateNotes<Value: RecordValue>(
    _ path: ColumnPath<Record, Value>,
    _ note: @escaping @Sendable (Record, RecordID) -> String?,
    write: @escaping @Sendable (inout Record, String?, RecordID) -> Void
  ) -> RecordColumn {
    RecordColumn(
      "private_notes", path, role: .privateNotes, field: .privateNote(note, write: write))
  }

  /// A column of the schema that no record of this version reads.
  static func unread(_ name: String, _ form: ColumnForm) -> RecordColumn {
    RecordColumn(
      name: name, access: nil, role: .data, aliases: [], isRequired: false, link: nil,
      isMember: false, isBlank: { _ in true }, isConflict: { _, _, _ in false }, rule: nil,
      bounds: nil, field: nil, form: form)
  }
}
