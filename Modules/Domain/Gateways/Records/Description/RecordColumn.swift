public import Basics
public import CivilTime

/// One column of a kind of record: where a record stores the value, the names of the column in an
/// import file, whether a value is required, the record that it refers to, its limits, and the form
/// field in which people enter it.
///
/// `Column("phone", \.phone, FieldForm("phone", "Phone"), .phone, typed: .phone)`
public struct RecordColumn<Record: FamilyRecord>: Sendable {
  /// The name of the column in the database schema, in an export and at the server.
  public let name: String
  /// How the value is read from a record and written to it. It is nil for a column that only the
  /// database schema has: no record contains the value, and the program leaves the stored values
  /// unchanged.
  public let access: ColumnAccess<Record>?
  public let role: ColumnRole
  /// Other headings under which an import file may have the column.
  public let aliases: [String]
  public let isRequired: Bool
  public let link: ColumnLink?
  /// Whether the value is a member of a JSON object in another column, so that the table itself has
  /// no column of this name.
  public let isMember: Bool
  public let isBlank: @Sendable (Record) -> Bool
  /// Returns whether writing `new` over `stored` would undo a change that another person made after
  /// the user read the value `shown`.
  let isConflict: @Sendable (_ shown: Record, _ stored: Record, _ new: Record) -> Bool
  let rule: ValueRule<Record>?
  /// The limits of the values; nil if the data type alone limits them.
  let bounds: ValueBounds?
  let field: RecordField<Record>?
  /// The data type of the stored values, such as text or day. In contrast to `access`, it does not
  /// depend on the type of the record.
  let form: ColumnForm
  /// The rule by which a day without a year in an imported table, such as `Feb 10`, gets its year.
  /// For example, a deadline is assumed to lie ahead, and a contact to lie in the past.
  public private(set) var leaning = NaturalDate.Leaning.nearest
  /// Whether two devices can have different values in the column without a conflict. A sync then
  /// stores the later value. True for columns that the program or a server also writes, such as the
  /// result of a link check.
  private(set) var isNeverCompared = false
  /// Whether every row has a value in this column even if people enter none, because a new record
  /// has a default value.
  private(set) var isAlwaysStored = false
}

/// The meaning of a column for the program. An import of a table ignores the columns that say who
/// owns or wrote a row, because a file must not decide that.
public enum ColumnRole: Sendable {
  case data
  /// Private notes: one JSON object with a note for each author. All people read and write only
  /// their own notes (domain.md 3).
  case privateNotes
  /// The program computes the value from other rows and columns. Two devices may compute different
  /// values, but no person wrote them, so the difference never counts as a conflict.
  case derived
  /// The athlete who owns the row.
  case owner
  /// The person who wrote a row of a table without an owner, such as an interaction. `Authority`
  /// compares this person with the caller to decide who may change the row (domain.md 3).
  case author
  case family
  /// The person who uploaded the file of a document and so created its row. In contrast to the
  /// column of the role `createdBy`, this column is never null.
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

/// A reference from a column to another record. The column stores the record's id. An import file
/// may instead have the record's name or its handle, such as `s3`, in a column with the shorter
/// name `heading`.
public struct ColumnLink: Sendable {
  public let kind: ReferenceKind
  public let heading: String
  private let ownAliases: [String]
  /// Whether the column holds several ids.
  public let isList: Bool

  /// Other headings under which an import finds the column in a table. They are computed at each
  /// access, because the headings of a link to a school come from `School.table`, which takes time
  /// to create.
  public var aliases: [String] { ownAliases + kind.otherHeadings }

  init(kind: ReferenceKind, heading: String, aliases: [String], isList: Bool) {
    self.kind = kind
    self.heading = heading
    self.ownAliases = aliases
    self.isList = isList
  }
}

extension ReferenceKind {
  /// Further headings for the name of a record of this kind in an import file, such as `College`
  /// for a school. All kinds except schools have none.
  var otherHeadings: [String] {
    self == .school ? School.table.column(ColumnName.name.description)?.aliases ?? [] : []
  }
}

extension RecordColumn {
  /// Returns a copy of the column with this rule for the year of imported days without a year. Only
  /// a column that no form field fills, such as `recorded_date`, needs its own rule. Other columns
  /// have the rule of their form field.
  func leaning(_ direction: NaturalDate.Leaning) -> RecordColumn {
    var column = self
    column.leaning = direction
    return column
  }

  /// Returns the rule by which an imported day without a year gets its year in this record. The
  /// last day of something, such as an event, gets the year that brings it closest to the first
  /// day.
  public func leaning(in record: Record) -> NaturalDate.Leaning {
    guard let first = field?.beginning?(record) else { return leaning }
    return .near(first)
  }

  /// Whether an import sets this value after those of other columns, because it depends on one of
  /// them. A member of a JSON object depends on the whole object, a last day on the first day, and
  /// a coach on the school, because the import looks for the coach there.
  public var followsOthers: Bool {
    isMember || field?.beginning != nil || link?.kind == .coach
  }

  /// A copy of the column for which differences between two devices never count as a conflict
  /// (`isNeverCompared`).
  var neverCompared: RecordColumn {
    var column = self
    column.isNeverCompared = true
    return column
  }

  /// A copy of the column that has a value in every row (`isAlwaysStored`).
  var alwaysStored: RecordColumn {
    var column = self
    column.isAlwaysStored = true
    return column
  }

  /// Creates a column that is stored, exported and imported, and that has no form field.
  init<Value: RecordValue>(
    _ name: some DeclaredName, _ path: ColumnPath<Record, Value>, role: ColumnRole = .data,
    isRequired: Bool = false, link: ColumnLink? = nil, isMember: Bool = false,
    limit: ValueLimit<Value>? = nil, field: RecordField<Record>? = nil, aliases: [String] = []
  ) {
    self.name = name.description
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
    rule = limit.map { limit in
      var rule = ValueRule(path, limit.clean)
      rule.fields = [field?.name].compactMap { $0 }
      return rule
    }
    bounds = limit?.bounds
    self.field = field
    leaning = field?.leaning ?? .nearest
  }

  /// Creates a column for a value that pages show and forms ask for, such as the city of a school.
  ///
  /// - Parameters:
  ///   - typed: how a form asks for the value; nil for the usual way of the value's type.
  ///   - put: stores an entered value in the record. It may change other values of the record too.
  ///   - shows: returns the value for a page; nil if pages show the stored value.
  init<Value: TypedValue>(
    _ name: some DeclaredName, _ path: ColumnPath<Record, Value>, _ form: FieldForm,
    _ limit: ValueLimit<Value>? = nil, isRequired: Bool = false, isMember: Bool = false,
    typed: FieldKind<Value.Typed>? = nil,
    put: (@Sendable (inout Record, Value, ChangeContext) -> Void)? = nil,
    shows: (@Sendable (Record.Row) -> FieldValue?)? = nil, aliases: String...
  ) {
    let kind = typed ?? Value.kind
    var form = form
    form.isWithoutMarkup = limit?.isWithoutMarkup ?? false
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

  /// Creates a column whose values are words of a fixed list (`Vocabulary`), such as the statuses
  /// of a school. A word can have a tone, which pages show as a color.
  static func word<Value: TypedValue>(
    _ name: some DeclaredName, _ path: ColumnPath<Record, Value>, _ form: FieldForm,
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
    _ name: some DeclaredName, _ path: ColumnPath<Record, RecordID>, to kind: ReferenceKind,
    _ form: FieldForm, isRequired: Bool = true, heading: String, aliases: String...,
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
    _ name: some DeclaredName, _ path: ColumnPath<Record, RecordID?>, to kind: ReferenceKind,
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

  /// Creates a column with the ids of several other records. An edit replaces the whole list.
  static func links(
    _ name: some DeclaredName, _ path: ColumnPath<Record, [RecordID]>, to kind: ReferenceKind,
    _ form: FieldForm, shows: @escaping @Sendable (Record.Row) -> [Reference]
  ) -> RecordColumn {
    RecordColumn(
      name, path,
      link: ColumnLink(kind: kind, heading: name.description, aliases: [], isList: true),
      field: .records(form, kind, write: { $0[keyPath: path] = $1 }, read: shows))
  }

  /// Creates a column of private notes. Only its author can read and write a note.
  static func privateNotes<Value: RecordValue>(
    _ path: ColumnPath<Record, Value>,
    _ note: @escaping @Sendable (Record, RecordID) -> String?,
    write: @escaping @Sendable (inout Record, String?, RecordID) -> Void
  ) -> RecordColumn {
    RecordColumn(
      ColumnName.privateNotes, path, role: .privateNotes, field: .privateNote(note, write: write))
  }

  /// Returns a column that is in the database but not in the records of this version. The program
  /// does not use its values and does not change them.
  static func unread(_ name: String, _ form: ColumnForm) -> RecordColumn {
    RecordColumn(
      name: name, access: nil, role: .data, aliases: [], isRequired: false, link: nil,
      isMember: false, isBlank: { _ in true }, isConflict: { _, _, _ in false }, rule: nil,
      bounds: nil, field: nil, form: form)
  }
}
