import Domain
import FeatureKit

/// A kind of record, such as schools, whose list, page, form and commands are generated: from its
/// declared fields (`table`), and from what the files in `Kinds/` add for this kind.
protocol TabledRecord: FamilyRecord {
  static var filters: [ListFilterField<Self>] { get }
  static var emptyWords: KindShape.EmptyWords { get }
  /// Whether the answer after adding a record mentions another record of the same name, because the
  /// new one may be a duplicate.
  static var saysNamesakes: Bool { get }
  static var examples: KindExamples { get }
  /// Flags of the kind's `show` command that make the page show more, such as `--all`.
  static var showFlags: [TableParameter<FieldValue>] { get }

  /// Returns the request for a list with the filters that its sort order implies. For example, a
  /// list of events that is sorted by `upcoming` begins with today.
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest
  /// Throws if a value in the command cannot be stored, or if two values in the command contradict
  /// each other.
  ///
  /// - Parameter before: the stored record; nil for a new one.
  static func check(_ changes: FieldChanges, before: Row?, _ context: ParseContext) throws(Problem)
  /// Sets values that follow from the entered ones. For example, a contact's day and time of day
  /// determine its moment.
  mutating func fillIn(_ changes: FieldChanges, isNew: Bool, _ context: ParseContext)
  /// Returns the values of the command together with those that `fillIn` has set, because the
  /// answer to the command mentions both.
  static func completed(_ changes: FieldChanges, before: Row?, saved: Row) -> FieldChanges

  /// The fields that a terminal asks for first, when a person adds a record without giving values.
  /// The terminal asks for the other fields only if the person wants to give more details.
  static var askedFirst: Set<String> { get }
  /// The names of fields, such as `coach` and `school` for an interaction, whose value a list row
  /// shows as its title. The first of them with a value is used, in place of the record's own
  /// title. Empty for a kind whose rows begin with the record's title.
  static var leads: [String] { get }
  /// The fields in the order in which the commands that add and edit a record ask for them.
  static var asked: [Field] { get }
  /// The summary of the command that adds a record.
  static var additionWords: String { get }
  /// The answers that the form for a new record suggests, by field name.
  static var suggestedAnswers: [String: String] { get }
  /// Returns the record's values by field name, in the form in which the command's options take
  /// them. An edit form begins with these values.
  static func typed(
    _ details: Details, to reader: RecordID, _ context: ParseContext
  ) -> [String: [String]]

  static func row(of details: Details) -> Row
  static func related(in details: Details, to reader: RecordID) -> [Related]
  static func history(in details: Details) -> [StatusLine]
  /// Returns the most important thing to do next about this record, or nil.
  static func nextStep(in details: Details, _ context: ParseContext) -> NextStep?
}

extension TabledRecord {
  static var saysNamesakes: Bool { false }
  static var leads: [String] { [] }
  static var asked: [Field] { fields }
  static var additionWords: String { "Add \(kind.withArticle)." }
  static var suggestedAnswers: [String: String] { [:] }
  static var examples: KindExamples { KindExamples() }
  static var showFlags: [TableParameter<FieldValue>] { [] }
  /// The name of this kind of record in the log of visits, which shows the athlete what parents
  /// have opened.
  ///
  /// Nil for a kind whose records a parent can open without an entry in the log.
  static var viewedAs: ViewLogEntry.ItemType? {
    ViewLogEntry.ItemType.allCases.first { $0.kind == kind }
  }
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest { request }
  static func check(
    _ changes: FieldChanges, before: Row?, _ context: ParseContext
  ) throws(Problem) {}
  mutating func fillIn(_ changes: FieldChanges, isNew: Bool, _ context: ParseContext) {}
  static func completed(_ changes: FieldChanges, before: Row?, saved: Row) -> FieldChanges {
    changes
  }
  static func typed(
    _ details: Details, to reader: RecordID, _ context: ParseContext
  ) -> [String: [String]] {
    entry(row(of: details), to: reader).answers
  }
  static func related(in details: Details, to reader: RecordID) -> [Related] { [] }
  static func history(in details: Details) -> [StatusLine] { [] }
  static func nextStep(in details: Details, _ context: ParseContext) -> NextStep? { nil }

  static var noun: String { kind.plural }
  static var fields: [Field] { table.fields }

  static var shape: KindShape {
    KindShape(
      kind: kind, fields: fields.map(\.shape),
      orders: { Dictionary(uniqueKeysWithValues: Sort.allCases.map { ($0.field, $0.words) }) },
      leads: leads, show: "\(noun) show", empty: emptyWords,
      isAthletesOwn: table.isAthletesOwn)
  }

  /// Returns the record as an `Entry`, which lists and pages can show without knowing the record's
  /// Swift type.
  static func entry(_ row: Row, to reader: RecordID) -> Entry {
    entry(row, fields, to: reader)
  }

  static func entry(_ row: Row, _ fields: [Field], to reader: RecordID) -> Entry {
    Entry(
      row.reference,
      fields.compactMap { field in
        field.read(row, reader).map { Entry.Item(field.name, $0) }
      })
  }
}

extension TabledRecord where Details == Row {
  static func row(of details: Row) -> Row { details }
}
