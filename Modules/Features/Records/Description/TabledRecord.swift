import Domain
import FeatureKit

/// A kind of record whose list, page, form and commands are made from its `table` and from what this feature adds (`Kinds/`).
protocol TabledRecord: FamilyRecord {
  static var filters: [ListFilterField<Self>] { get }
  static var emptyWords: KindShape.EmptyWords { get }
  /// Whether a notice mentions another record of the same name.
  static var saysNamesakes: Bool { get }
  static var examples: KindExamples { get }
  /// What more the record's own page can show.
  static var showFlags: [TableParameter<FieldValue>] { get }

  /// Adds what a sort order implies: a list of upcoming events starts today.
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest
  /// Refuses values that would be lost silently, or that contradict each other.
  static func check(_ given: Given, before: Row) throws(Problem)
  /// Adds values that follow from others: a day and a time make a moment; a letter that arrived was received.
  mutating func fillIn(_ given: Given, isNew: Bool, _ context: ParseContext)
  /// Adds values that were filled in to those that the answer reports.
  static func completed(_ given: Given, before: Row?, saved: Row) -> Given

  /// The fields that a form asks for first; the others follow after "more details?".
  static var askedFirst: Set<String> { get }
  /// The answers that the form for a new record begins with, by field.
  static var suggestedAnswers: [String: String] { get }
  /// The record's current values, as its options take them.
  static func typed(_ entry: Entry, _ context: ParseContext) -> [String: String]

  static func row(of details: Details) -> Row
  /// The row's title on a page.
  static func title(of row: Row) -> String
  static func related(in details: Details, to reader: RecordID) -> [Related]
  static func history(in details: Details) -> [StatusLine]
  /// The most important next step; nil if there is none.
  static func nextStep(in details: Details, _ context: ParseContext) -> NextStep?
}

extension TabledRecord {
  static var saysNamesakes: Bool { false }
  static var suggestedAnswers: [String: String] { [:] }
  static var examples: KindExamples { KindExamples() }
  static var showFlags: [TableParameter<FieldValue>] { [] }
  /// The item type of a parent's visit in the log.
  static var viewedAs: ViewLogEntry.ItemType? {
    ViewLogEntry.ItemType.allCases.first { $0.kind == kind }
  }
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

  static var noun: String { kind.plural }
  static var fields: [Field] { table.fields }

  static var shape: KindShape {
    KindShape(
      kind: kind, fields: fields.map(\.shape), show: "\(noun) show", empty: emptyWords,
      isAthletesOwn: table.isAthletesOwn)
  }

  /// The record as pages show it: its name and its values.
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
