public import Basics
public import CivilTime

/// A kind of record, such as letters, that needs nothing but its description in Swift: one file in
/// `Modules/Domain/Kinds`. Storing, listing, showing, editing, importing, exporting, undoing and
/// deleting the records follow from this description.
///
/// The conforming type holds the values that only this kind has; `PlainRecord` adds the owner, the
/// author and the times. A kind that other pages show, or whose changes affect other tables,
/// implements `FamilyRecord` instead (`docs/adding-a-record.md`).
public protocol PlainKind: Equatable, Sendable {
  typealias Column = RecordColumn<PlainRecord<Self>>
  typealias Field = RecordField<PlainRecord<Self>>

  /// The names of this kind of record: the letter of its handles (short names such as `l3`), and
  /// the nouns for one record and for several.
  static var kind: ReferenceKind { get }
  /// The name of the kind's table in the schema.
  static var tableName: TableName { get }
  /// Whether only the athlete may read the records; otherwise the family shares them (domain.md 3).
  static var isAthletesOwn: Bool { get }
  static var table: RecordTable<PlainRecord<Self>> { get }
  static var list: PlainList { get }
  static var words: KindWords { get }

  /// Creates a record without values.
  init()

  /// Sets values that follow from other values or from the date, such as the status of a letter
  /// from the day of its receipt. `given` contains the names of the options that the person has
  /// typed. Their values must not be overwritten.
  mutating func fillIn(given: Set<String>, today: CalendarDay)
  /// The names of the options whose values `fillIn` may set. After a command, the program shows a
  /// value that `fillIn` has set in the same way as a value that the person entered.
  static var filledIn: Set<String> { get }
}

extension PlainKind {
  public static var tableName: TableName { TableName(ofPlainKind: kind.plural) }
  public static var isAthletesOwn: Bool { false }
  public mutating func fillIn(given: Set<String>, today: CalendarDay) {}
  public static var filledIn: Set<String> { [] }

  /// The labels of the values that every record must have, each with its article, such as `a
  /// writer`. The help of the command `import` lists them.
  public static var needed: [String] {
    table.columns.filter(\.isRequired).map { column in
      (column.field?.shape.label ?? column.name).lowercased().withArticle
    }
  }

  /// The group of tables with the same access rights to which the kind belongs. By it, `Authority`
  /// decides who may read and write the records and which permission a helping parent needs.
  public static var area: DataArea { isAthletesOwn ? .athletesOwn : .record }
}

/// The texts about a kind of record in the help and on its list page.
public struct KindWords: Sendable {
  /// The description of the list in one line.
  public let summary: String
  public let none: String
  public let hint: String
  /// The label of the link that adds a record, such as `Add a letter`. An empty list shows this
  /// link.
  public let add: String
  /// The full title of the list, for a kind whose noun alone is too short.
  public let all: String?
  /// The names of the options that a form asks for first. It asks for the others only after the
  /// person answers "more details?" with yes.
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

/// The examples of the kind's commands in the manual. A test runs them on the demo family.
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

/// All kinds of records that a `PlainKind` (one description) defines completely, in the order in
/// which help and pages list them. A kind that is in this list needs no other registration.
public enum PlainKinds {
  public static let all: [any PlainKind.Type] = [Letter.self]

  /// The names of these kinds of records. For each kind they are the letter of its handles (short
  /// names such as `l3`), and its nouns.
  static var referenceKinds: [ReferenceKind] { all.map { $0.kind } }

  static func named(_ kind: ReferenceKind) -> (any PlainKind.Type)? {
    all.first { $0.kind == kind }
  }
}

extension PlainKind {
  static var record: any FamilyRecord.Type { PlainRecord<Self>.self }
}
