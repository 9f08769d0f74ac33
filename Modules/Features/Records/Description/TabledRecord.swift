import Domain
import FeatureKit

/// A kind of record whose list, page, form and commands are made from a table (`Kinds/`).
protocol TabledRecord: CheckedRecord where Row: ReferencedRow, Edit: RecordEdit {
  @FieldBuilder<Self> static var fields: [Field<Self>] { get }
  static var filters: [ListFilterField<Self>] { get }
  /// The fields without which there is no record, in the order they are said after `add`.
  static var required: [String] { get }
  static var emptyWords: KindShape.Words { get }
  static var isAthletesOwn: Bool { get }
  /// Whether another of the same name is worth a word.
  static var saysNamesakes: Bool { get }
  /// What a parent's visit is noted as; nil for what is not noted.
  static var viewedAs: ViewLogEntry.ItemType? { get }
  static var examples: KindExamples { get }

  /// A record of valid values, on which a single typed value is tried.
  static var blank: Self { get }
  mutating func apply(_ edit: Edit)

  /// What has to be known to add one; the grammar has seen to it that the required fields are given.
  static func new(from given: Given, _ edit: Edit, _ context: ParseContext) throws(Problem) -> New
  /// Adds what an order means besides ordering: what is upcoming begins today.
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest
  /// Refuses what would be lost in silence, or says two things at once.
  static func check(_ given: Given, before: Row) throws(Problem)
  /// Adds what goes without saying, so that it is saved and said like what was typed: a letter that came in was received.
  static func completed(_ given: Given, before: Row?, _ context: ParseContext) -> Given
  /// Adds to the edit what several fields say together: a day and a time.
  static func settle(_ edit: inout Edit, _ given: Given, before: Row?, _ context: ParseContext)

  static func row(of details: Details) -> Row
  /// What the row is called on a page.
  static func title(of row: Row) -> String
  static func related(in details: Details, to reader: RecordID) -> [Related]
  static func history(in details: Details) -> [StatusLine]
}

extension TabledRecord {
  static var isAthletesOwn: Bool { false }
  static var saysNamesakes: Bool { false }
  static var examples: KindExamples { KindExamples() }
  static var viewedAs: ViewLogEntry.ItemType? { nil }
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest { request }
  static func check(_ given: Given, before: Row) throws(Problem) {}
  static func completed(_ given: Given, before: Row?, _ context: ParseContext) -> Given { given }
  static func settle(_ edit: inout Edit, _ given: Given, before: Row?, _ context: ParseContext) {}
  static func title(of row: Row) -> String { row.reference.title }
  static func related(in details: Details, to reader: RecordID) -> [Related] { [] }
  static func history(in details: Details) -> [StatusLine] { [] }

  static var noun: String { kind.plural }

  static var shape: KindShape {
    KindShape(
      kind: kind, fields: fields.map(\.shape), show: "\(noun) show", empty: emptyWords,
      isAthletesOwn: isAthletesOwn)
  }

  /// The record as pages know it: its name and the values it has.
  static func entry(_ row: Row, to reader: RecordID) -> Entry {
    entry(row, fields, to: reader)
  }

  static func reference(of row: Row) -> Reference {
    let own = row.reference
    return Reference(kind: own.kind, id: own.id, handle: own.handle, title: title(of: row))
  }

  static func entry(_ row: Row, _ fields: [Field<Self>], to reader: RecordID) -> Entry {
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

/// Lines of the manual that are tried on the demo family.
struct KindExamples: Sendable {
  var list: [CommandExample] = []
  var show: [CommandExample] = []
  var add: [CommandExample] = []
  var edit: [CommandExample] = []
  var delete: [CommandExample] = []
}

/// A row of a list that knows whose it is.
protocol ReferencedRow: Equatable, Sendable {
  var reference: Reference { get }
}

extension SchoolRow: ReferencedRow {}
extension CoachRow: ReferencedRow {}
extension InteractionRow: ReferencedRow {}
extension OfferRow: ReferencedRow {}
extension EventRow: ReferencedRow {}
extension DocumentRow: ReferencedRow {}
extension LetterRow: ReferencedRow {}

/// An edit that begins by changing nothing.
protocol RecordEdit: Equatable, Sendable {
  init()
}

extension SchoolEdit: RecordEdit {}
extension CoachEdit: RecordEdit {}
extension InteractionEdit: RecordEdit {}
extension OfferEdit: RecordEdit {}
extension EventEdit: RecordEdit {}
extension DocumentEdit: RecordEdit {}
extension LetterEdit: RecordEdit {}

extension RecordID {
  /// Nobody's: for records on which values are only tried.
  static let none = RecordID(high: 0, low: 0)
}
