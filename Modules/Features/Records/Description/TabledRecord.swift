import Domain
import FeatureKit

/// A kind of record whose list, page, form and commands are made from its `table`, and what only this room says of it (`Kinds/`).
protocol TabledRecord: FamilyRecord {
  static var filters: [ListFilterField<Self>] { get }
  static var emptyWords: KindShape.EmptyWords { get }
  /// Whether another of the same name is worth a word.
  static var saysNamesakes: Bool { get }
  /// What a parent's visit is noted as; nil for what is not noted.
  static var viewedAs: ViewLogEntry.ItemType? { get }
  static var examples: KindExamples { get }

  /// Adds what an order means besides ordering: what is upcoming begins today.
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest
  /// Refuses what would be lost in silence, or says two things at once.
  static func check(_ given: Given, before: Row) throws(Problem)
  /// Adds what several fields say together, or without saying: a day and a time; a letter that came in was received.
  mutating func fillIn(_ given: Given, isNew: Bool, _ context: ParseContext)
  /// Adds what went without saying to what is said of it afterwards.
  static func completed(_ given: Given, before: Row?, saved: Row) -> Given

  /// The fields a form asks for first; the others after "more details?".
  static var askedFirst: Set<String> { get }
  /// What the record stands at, as its options take it.
  static func typed(_ entry: Entry, _ context: ParseContext) -> [String: String]

  static func row(of details: Details) -> Row
  /// What the row is called on a page.
  static func title(of row: Row) -> String
  static func related(in details: Details, to reader: RecordID) -> [Related]
  static func history(in details: Details) -> [StatusLine]
  /// What to do about it first; nil where nothing is.
  static func nextStep(in details: Details, _ context: ParseContext) -> NextStep?
  /// The school whose status may follow from such a record; nil where none does.
  var advancedSchool: RecordID? { get }
}

extension TabledRecord {
  static var saysNamesakes: Bool { false }
  static var examples: KindExamples { KindExamples() }
  static var viewedAs: ViewLogEntry.ItemType? { nil }
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest { request }
  static func check(_ given: Given, before: Row) throws(Problem) {}
  mutating func fillIn(_ given: Given, isNew: Bool, _ context: ParseContext) {}
  static func completed(_ given: Given, before: Row?, saved: Row) -> Given { given }
  static func typed(_ entry: Entry, _ context: ParseContext) -> [String: String] {
    Dictionary(
      entry.items.map { ($0.field, $0.value.typed) }, uniquingKeysWith: { first, _ in first })
  }
  static func title(of row: Row) -> String { row.reference.title }
  static func related(in details: Details, to reader: RecordID) -> [Related] { [] }
  static func history(in details: Details) -> [StatusLine] { [] }
  static func nextStep(in details: Details, _ context: ParseContext) -> NextStep? { nil }
  var advancedSchool: RecordID? { nil }

  static var noun: String { kind.plural }
  static var fields: [Field] { table.fields }

  static var shape: KindShape {
    KindShape(
      kind: kind, fields: fields.map(\.shape), show: "\(noun) show", empty: emptyWords,
      isAthletesOwn: table.isAthletesOwn)
  }

  /// The record as pages know it: its name and the values it has.
  static func entry(_ row: Row, to reader: RecordID) -> Entry {
    entry(row, fields, to: reader)
  }

  static func reference(of row: Row) -> Reference {
    let own = row.reference
    return Reference(kind: own.kind, id: own.id, handle: own.handle, title: title(of: row))
  }

  static func entry(_ row: Row, _ fields: [Field], to reader: RecordID) -> Entry {
    Entry(
      reference(of: row),
      fields.compactMap { field in
        field.read(row, reader).map { Entry.Item(field.name, $0) }
      })
  }
}

extension TabledRecord where Details == Row {
  static func row(of details: Row) -> Row { details }
}
