public import Basics

/// One column of a kind of record, described once: where its value stands, what a file for import calls it, whether a record
/// can do without it, what it points to, what it may hold, and how people are asked for it.
///
/// `Column("city", \.city, FieldForm("city", "City"), .text("the city", max: TextLimit.short))`
public struct RecordColumn<Record: FamilyRecord>: Sendable {
  /// As the schema, an export and the server call it.
  public let name: String
  /// Nil for a column that no record reads; it is kept as it is.
  public let access: ColumnAccess<Record>?
  public let role: ColumnRole
  /// What else a file for import may call it.
  public let aliases: [String]
  public let isRequired: Bool
  public let link: ColumnLink?
  /// It stands inside the JSON of another column, and has none of its own.
  public let isMember: Bool
  public let isBlank: @Sendable (Record) -> Bool
  /// Whether writing `new` over `stored` would undo what others wrote since `shown` was shown.
  let isConflict: @Sendable (_ shown: Record, _ stored: Record, _ new: Record) -> Bool
  let rule: ValueRule<Record>?
  let field: RecordField<Record>?
}

/// What the program itself has to know of a column. Files for import say nothing about whose a row is and who wrote it.
public enum ColumnRole: Sendable {
  case data
  /// Notes by their authors in one JSON object; everybody reads and writes their own (rule 3).
  case privateNotes
  /// The program works it out from other columns; nobody's word, so no conflict either.
  case derived
  /// The athlete whose row it is; always the athlete's.
  case owner
  /// Who wrote the row, and alone may change it (rule 3).
  case author
  case family
  /// Who brought a file in; the same as who made the row, and never empty.
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

/// Another record that a column names by its id. A file for import may name it by handle or name under the shorter heading.
public struct ColumnLink: Sendable {
  public let kind: ReferenceKind
  public let heading: String
  public let aliases: [String]
  /// Several ids in one column.
  public let isList: Bool
}

extension RecordColumn {
  /// A column that is kept, exported and imported, and that nobody is asked for.
  init<Value: RecordValue>(
    _ name: String, _ path: ColumnPath<Record, Value>, role: ColumnRole = .data,
    isRequired: Bool = false, link: ColumnLink? = nil, isMember: Bool = false,
    limit: ValueLimit<Value>? = nil, field: RecordField<Record>? = nil, aliases: [String] = []
  ) {
    self.name = name
    access = Value.access(path)
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
    self.field = field
  }

  /// A column that people see and are asked for.
  ///
  /// - Parameters:
  ///   - typed: how it is typed; as its type usually is, unless said.
  ///   - put: what taking a value means besides keeping it.
  ///   - shows: what a page shows of it; its value, unless said.
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

  /// A word of a vocabulary, each with its tone where it has one.
  static func word<Value: TypedValue>(
    _ name: String, _ path: ColumnPath<Record, Value>, _ form: FieldForm,
    isRequired: Bool = false, canBeEmptied: Bool? = nil, tones: [Value.Typed: Tone] = [:],
    put: (@Sendable (inout Record, Value, ChangeContext) -> Void)? = nil,
    shows: (@Sendable (Record.Row) -> FieldValue?)? = nil, aliases: String...
  ) -> RecordColumn where Value.Typed: Vocabulary {
    var form = form
    let words = Value.Typed.allCases.map { Value.kind.wrap($0).typed }
    form.question += "  (\(words.joined(separator: ", ")))"
    form.tones = Dictionary(uniqueKeysWithValues: tones.map { ($0.key.rawValue, $0.value) })
    let kind = Value.kind
    return RecordColumn(
      name, path, isRequired: isRequired,
      field: RecordField(
        form, kind: kind, canBeEmptied: canBeEmptied ?? Value.canBeEmptied,
        write: { record, typed, context in
          guard let value = Value(typed: typed) else { return }
          if let put { put(&record, value, context) } else { record[keyPath: path] = value }
        },
        read: shows ?? { row in shown(row.record, path, kind) }), aliases: aliases)
  }

  /// The id of another record; on pages its name.
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

  /// The same where there may be none.
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

  /// The ids of several other records; what is given replaces what was there.
  static func links(
    _ name: String, _ path: ColumnPath<Record, [RecordID]>, to kind: ReferenceKind,
    _ form: FieldForm, shows: @escaping @Sendable (Record.Row) -> [Reference]
  ) -> RecordColumn {
    RecordColumn(
      name, path, link: ColumnLink(kind: kind, heading: name, aliases: [], isList: true),
      field: .records(form, kind, write: { $0[keyPath: path] = $1 }, read: shows))
  }

  /// Private notes, each by its author.
  static func privateNotes<Value: RecordValue>(
    _ path: ColumnPath<Record, Value>,
    _ note: @escaping @Sendable (Record, RecordID) -> String?,
    write: @escaping @Sendable (inout Record, String?, RecordID) -> Void
  ) -> RecordColumn {
    RecordColumn(
      "private_notes", path, role: .privateNotes, field: .privateNote(note, write: write))
  }

  /// A column of the schema that no record of this version reads.
  static func unread(_ name: String, role: ColumnRole = .data) -> RecordColumn {
    RecordColumn(
      name: name, access: nil, role: role, aliases: [], isRequired: false, link: nil,
      isMember: false, isBlank: { _ in true }, isConflict: { _, _, _ in false }, rule: nil,
      field: nil)
  }
}
