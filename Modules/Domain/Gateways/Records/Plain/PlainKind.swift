public import Basics
public import CivilTime

/// A kind of record that its description alone makes: how it is stored, listed, shown, asked for, named, imported, exported,
/// undone and deleted all follows from what stands here, in one file (`Modules/Domain/Kinds`).
///
/// The type itself holds what is particular to the kind; whose a record is, and who wrote it when, `PlainRecord` adds.
/// A kind that pages show with other records, or whose writes bring others along, is a `FamilyRecord` of its own
/// (`docs/adding-a-record.md`).
public protocol PlainKind: Equatable, Sendable {
  typealias Column = RecordColumn<PlainRecord<Self>>
  typealias Field = RecordField<PlainRecord<Self>>

  /// The letter of its handles and its nouns.
  static var kind: ReferenceKind { get }
  /// As the schema calls it.
  static var tableName: TableName { get }
  /// Nobody but the athlete sees them (rule 3).
  static var isAthletesOwn: Bool { get }
  static var table: RecordTable<PlainRecord<Self>> { get }
  static var list: PlainList { get }
  static var words: KindWords { get }

  /// One of which nothing is known yet.
  init()

  /// Fills in what follows from what was said, by the options that were given.
  mutating func fillIn(given: Set<String>, today: CalendarDay)
  /// The options that `fillIn` may answer: what follows is told like what was said.
  static var filledIn: Set<String> { get }
}

extension PlainKind {
  public static var tableName: TableName { TableName(ofPlainKind: kind.plural) }
  public static var isAthletesOwn: Bool { false }
  public mutating func fillIn(given: Set<String>, today: CalendarDay) {}
  public static var filledIn: Set<String> { [] }

  /// What there is no record without, in words: `a writer`.
  public static var needed: [String] {
    table.columns.filter(\.isRequired).map { column in
      (column.field?.shape.label ?? column.name).lowercased().withArticle
    }
  }

  /// Who may do what with them, and with what a parent may help.
  public static var area: DataArea { isAthletesOwn ? .athletesOwn : .record }
}

/// What people read of a kind: in help, and where there is none yet.
public struct KindWords: Sendable {
  /// What the list is, in a line.
  public let summary: String
  public let none: String
  public let hint: String
  /// What adding the first is called.
  public let add: String
  /// All of them by their full name, where the noun alone is short.
  public let all: String?
  /// The options a form asks for first; the others after "more details?".
  public let askedFirst: Set<String>
  public let examples: KindExamples

  public init(
    summary: String, none: String, hint: String, add: String, all: String? = nil,
    askedFirst: Set<String> = [], examples: KindExamples = KindExamples()
  ) {
    self.summary = summary
    self.none = none
    self.hint = hint
    self.add = add
    self.all = all
    self.askedFirst = askedFirst
    self.examples = examples
  }
}

/// Lines of the manual that are tried on the demo family.
public struct KindExamples: Sendable {
  public let list: [CommandExample]
  public let show: [CommandExample]
  public let add: [CommandExample]
  public let edit: [CommandExample]
  public let delete: [CommandExample]

  public init(
    list: [CommandExample] = [], show: [CommandExample] = [], add: [CommandExample] = [],
    edit: [CommandExample] = [], delete: [CommandExample] = []
  ) {
    self.list = list
    self.show = show
    self.add = add
    self.edit = edit
    self.delete = delete
  }
}

/// The plain kinds, in the order in which they are named. A kind joins by its line here, and by no other.
public enum PlainKinds {
  public static let all: [any PlainKind.Type] = [Letter.self]

  /// The letters and nouns of their records.
  static var referenceKinds: [ReferenceKind] { all.map { $0.kind } }

  static func named(_ kind: ReferenceKind) -> (any PlainKind.Type)? {
    all.first { $0.kind == kind }
  }
}

extension PlainKind {
  static var record: any FamilyRecord.Type { PlainRecord<Self>.self }
}
