import Domain
import FeatureKit

/// A kind of record whose list, page, form and commands are built from its `table` and from the
/// additions in `Kinds/`.
protocol TabledRecord: FamilyRecord {
  static var filters: [ListFilterField<Self>] { get }
  static var emptyWords: KindShape.EmptyWords { get }
  /// Whether a notice mentions another record with the same name.
  static var saysNamesakes: Bool { get }
  static var examples: KindExamples { get }
  /// The flags that make the record's page show more.
  static var showFlags: [TableParameter<FieldValue>] { get }

  /// Adds filters that a sort order implies. A list of upcoming events starts today, for example.
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest
  /// Throws if a given value would be lost, or if two values contradict each other.
  static func check(_ given: Given, before: Row) throws(Problem)
  /// Adds values that follow from the given ones. A day and a time give a moment, for example.
  mutating func fillIn(_ given: Given, isNew: Bool, _ context: ParseContext)
  /// Adds the values that `fillIn` set to the values that the answer reports.
  static func completed(_ given: Given, before: Row?, saved: Row) -> Given

  /// The fields that a form asks for first. The other fields follow after the question "more
  /// details?".
  static var askedFirst: Set<String> { get }
  /// Suggested answers of the form for a new record, by field name.
  static var suggestedAnswers: [String: String] { get }
  /// The record's current values by field name, written as the command's options take them. A form
  /// that edits the record begins with them.
  static func typed(
    _ details: Details, to reader: RecordID, _ context: ParseContext
  ) -> [String: [String]]

  static func row(of details: Details) -> Row
  /// The row's title on a page.
  static func title(of row: Row) -> String
  static func related(in details: Details, to reader: RecordID) -> [Related]
  static func history(in details: Details) -> [StatusLine]
  /// The most important next step. Nil if there is none.
  static func nextStep(in details: Details, _ context: ParseContext) -> NextStep?
}

extension TabledRecord {
  static var saysNamesakes: Bool { false }
  static var suggestedAnswers: [String: String] { [:] }
  static var examples: KindExamples { KindExamples() }
  static var showFlags: [TableParameter<FieldValue>] { [] }
  /// The item type in the log when a parent views the record.
  static var viewedAs: ViewLogEntry.ItemType? {
    ViewLogEntry.ItemType.allCases.first { $0.kind == kind }
  }
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest { request }
  static func check(_ given: Given, before: Row) throws(Problem) {}
  mutating func fillIn(_ given: Given, isNew: Bool, _ context: ParseContext) {}
  static func completed(_ given: Given, before: Row?, saved: Row) -> Given { given }
  static func typed(
    _ details: Details, to reader: RecordID, _ context: ParseContext
  ) -> [String: [String]] {
    entry(row(of: details), to: reader).answers
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

  /// The record's name and values, as pages show them.
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
