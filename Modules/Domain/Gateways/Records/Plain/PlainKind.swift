public import Basics
public import CivilTime

/// A kind of record that is made by its description alone. Storing, listing, showing, asking, naming, importing, exporting, undoing and
/// deleting follow from this one file (`Modules/Domain/Kinds`).
///
/// The type holds what is particular to the kind; `PlainRecord` adds the owner, the author and the times.
/// A kind that pages show with other records, or whose writes change other tables, is a `FamilyRecord` of its own
/// (`docs/adding-a-record.md`).
public protocol PlainKind: Equatable, Sendable {
  typealias Column = RecordColumn<PlainRecord<Self>>
  typealias Field = RecordField<PlainRecord<Self>>

  /// The letter of the kind's handles, and its nouns.
  static var kind: ReferenceKind { get }
  /// The name of the kind's table in the schema.
  static var tableName: TableName { get }
  /// Whether only the athlete sees the records (rule 3).
  static var isAthletesOwn: Bool { get }
  static var table: RecordTable<PlainRecord<Self>> { get }
  static var list: PlainList { get }
  static var words: KindWords { get }

  /// An empty record.
  init()

  /// Sets values that follow from other values. The parameter `given` contains the names of the
  /// options that were set.
  mutating func fillIn(given: Set<String>, today: CalendarDay)
  /// The options that `fillIn` may set. A value that was filled in is reported like a typed one.
  static var filledIn: Set<String> { get }
}

extension PlainKind {
  public static var tableName: TableName { TableName(ofPlainKind: kind.plural) }
  public static var isAthletesOwn: Bool { false }
  public mutating func fillIn(given: Set<String>, today: CalendarDay) {}
  public static var filledIn: Set<String> { [] }

  /// The required values in words, such as `a writer`.
  public static var needed: [String] {
    table.columns.filter(\.isRequired).map { column in
      (column.field?.shape.label ?? column.name).lowercased().withArticle
    }
  }

  /// The area for `Authority`, which decides who may read and write the records, and which help
  /// area a parent needs.
  public static var area: DataArea { isAthletesOwn ? .athletesOwn : .record }
}

/// The words of a kind in help, and on a page without records.
public struct KindWords: Sendable {
  /// One line that describes the list.
  public let summary: String
  public let none: String
  public let hint: String
  /// The label of the command that adds the first record.
  public let add: String
  /// The full name of the list, if the noun alone is too short.
  public let all: String?
  /// The options that a form asks for first; the others follow after "more details?".
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

/// Examples of the manual; a test runs them on the demo family.
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

/// The plain kinds in the order in which they are named. A new kind takes part in the program as
/// soon as this list contains it.
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
