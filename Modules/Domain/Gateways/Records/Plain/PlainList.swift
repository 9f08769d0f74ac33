public import Basics
public import CivilTime

/// The columns by which a list names, searches, filters and sorts the records of a `PlainKind` (a
/// kind of record that one description defines). A column is identified by its name in the kind's
/// table.
public struct PlainList: Sendable {
  /// The column whose value is the name of a record.
  public let title: String
  /// The column whose value distinguishes two records with the same name for people.
  public let detail: String?
  /// The text columns in which a search looks.
  public let searched: [String]
  public let filters: [PlainFilter]
  /// The sort orders of the list. The first one is the default.
  public let orders: [PlainOrder]

  public init(
    title: String, detail: String? = nil, searched: [String], narrowedBy filters: [PlainFilter],
    orderedBy orders: [PlainOrder]
  ) {
    self.title = title
    self.detail = detail
    self.searched = searched
    self.filters = filters
    self.orders = orders
  }
}

/// One filter of a list: the column that it compares, and the command-line option that sets it.
public struct PlainFilter: Sendable, ExpressibleByStringLiteral {
  public let column: String
  /// The name of the command-line option that sets the filter; nil if it is the option of the
  /// column's form field. If `label` is nil, the filter has the label of that form field too.
  let option: String?
  let label: String?
  /// Whether the filter matches this day and all days before it. If false, a filter by day
  /// matches only this day.
  public let isThrough: Bool

  public init(stringLiteral column: String) { self.init(column) }

  public init(_ column: String, as option: String? = nil, _ label: String? = nil) {
    (self.column, self.option, self.label, isThrough) = (column, option, label, false)
  }

  private init(through column: String, _ option: String, _ label: String) {
    (self.column, self.option, self.label, isThrough) = (column, option, label, true)
  }

  /// Creates a filter for records up to a day, including that day. Records without a day do not
  /// match.
  public static func through(
    _ column: String, as option: String, _ label: String
  ) -> PlainFilter { PlainFilter(through: column, option, label) }
}

/// A named sort order. Texts are sorted from A to Z, words of a fixed list (such as statuses) in
/// the order of that list, and days and numbers ascending or descending.
public struct PlainOrder: Sendable {
  public let name: String
  public let columns: [String]
  /// Whether days and numbers are sorted in descending order. Records without a value come last in
  /// both directions.
  public let isNewestFirst: Bool

  public init(_ name: String, by columns: String..., newestFirst: Bool = false) {
    self.name = name
    self.columns = columns
    isNewestFirst = newestFirst
  }
}

/// The value that a record must have in a column to match a filter.
public enum ColumnKey: Equatable, Sendable {
  case id(RecordID)
  /// A text, or the stored text of a word from a fixed list, such as a status.
  case text(String)
  case day(CalendarDay)
  case flag(Bool)

  /// Creates the key from a form value; nil for a type of value that lists cannot be filtered by.
  public init?(_ value: FieldValue) {
    switch value {
    case .record(let reference): self = .id(reference.id)
    case .text(let text): self = .text(text)
    case .choice(let raw, _): self = .text(raw)
    case .day(let day), .writtenDay(_, let day), .deadline(let day, _): self = .day(day)
    case .flag(let flag): self = .flag(flag)
    case .texts, .whole, .number, .time, .moment, .records: return nil
    }
  }
}

/// The filters of the list of a `PlainKind` (a kind of record that one description defines). A
/// record has to match all of them.
public struct PlainFilters: ListFilter {
  private var wanted: [String: ColumnKey] = [:]

  public init() {}

  /// Sets the value that a record must have to match a filter, as in `filters.narrow("school_id",
  /// to: .id(school))`.
  public mutating func narrow(_ filter: PlainFilter, to key: ColumnKey) {
    wanted[filter.name] = key
  }

  /// The value of a filter; nil if it is not set.
  public func key(_ filter: PlainFilter) -> ColumnKey? { wanted[filter.name] }
}

extension PlainFilter {
  /// The key of the filter in the dictionary `wanted`. One column can have two filters, one for a
  /// single day and one for all days up to a day, so the keys must differ.
  fileprivate var name: String { isThrough ? "through \(column)" : column }
}

/// The sort orders of the list of a `PlainKind` (a kind of record that one description defines),
/// each identified by its name.
public struct PlainSort<Kind: PlainKind>: ListSort {
  public let rawValue: String

  /// Creates the sort order with this name; nil if the kind of record declares no order of this
  /// name.
  public init?(rawValue: String) {
    guard Kind.list.orders.contains(where: { $0.name == rawValue }) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ order: PlainOrder) { rawValue = order.name }

  public static var allCases: [PlainSort] { Kind.list.orders.map(PlainSort.init) }
  /// The default sort order: the first that the kind of record declares. If it declares none, its
  /// records are sorted by id.
  public static var standard: PlainSort { allCases.first ?? PlainSort(PlainOrder("")) }

  public var order: PlainOrder {
    Kind.list.orders.first { $0.name == rawValue } ?? PlainOrder("")
  }
}

/// A filter together with its option, its label and the type of value that people enter for it.
public struct TypedFilter: Sendable {
  public let filter: PlainFilter
  public let option: String
  public let label: String
  public let input: ValueKind<FieldValue>
}

extension PlainKind {
  /// The filters that commands offer as options. A filter whose column has no form field cannot be
  /// entered, so it is left out; a test then fails.
  public static var filters: [TypedFilter] {
    list.filters.compactMap { filter in
      guard let column = table.column(filter.column),
        let option = filter.option ?? column.field?.name,
        let label = filter.label ?? column.field?.shape.label,
        let input = asked(for: column, isThrough: filter.isThrough)
      else { return nil }
      return TypedFilter(filter: filter, option: option, label: label, input: input)
    }
  }

  /// Returns the type of value that people enter for a filter on the column; nil for a type of
  /// value that lists cannot be filtered by.
  private static func asked(for column: Column, isThrough: Bool) -> ValueKind<FieldValue>? {
    switch column.access {
    case .day where isThrough:
      let kind = FieldKind<CalendarDay>.lastDay
      return kind.typed.map(kind.wrap)
    case _ where isThrough: return nil
    case .text, .word, .id, .flag, .day: return column.field?.input?.kind
    // A column of this type holds several ids; its filter takes one of them.
    case .ids:
      return column.link.map { ValueKind<Reference>.reference($0.kind).map { .record($0) } }
    case .time, .moment, .whole, .number, .json, .texts, nil: return nil
    }
  }
}
