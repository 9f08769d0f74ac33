public import Basics
public import CivilTime

/// The columns of a plain kind that name, search, filter and sort its records, by their names in its table.
public struct PlainList: Sendable {
  /// The column that names a record.
  public let title: String
  /// The column that distinguishes two records of the same name.
  public let detail: String?
  /// The text columns in which a search looks.
  public let searched: [String]
  public let filters: [PlainFilter]
  /// The orders of the list. The first one is used unless another is asked for.
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

/// One filter of a list: the column to compare, and its option.
public struct PlainFilter: Sendable, ExpressibleByStringLiteral {
  public let column: String
  /// The option and its label, if they differ from those of the column's own field.
  let option: String?
  let label: String?
  /// Whether the filter includes the days up to the given one instead of that day alone.
  public let isThrough: Bool

  public init(stringLiteral column: String) { self.init(column) }

  public init(_ column: String, as option: String? = nil, _ label: String? = nil) {
    (self.column, self.option, self.label, isThrough) = (column, option, label, false)
  }

  private init(through column: String, _ option: String, _ label: String) {
    (self.column, self.option, self.label, isThrough) = (column, option, label, true)
  }

  /// Creates a filter for the last day to include. A record without a day is excluded.
  public static func through(
    _ column: String, as option: String, _ label: String
  ) -> PlainFilter { PlainFilter(through: column, option, label) }
}

/// An order by its name, and its columns: texts from A, words in the order of their vocabulary, days and numbers ascending or descending.
public struct PlainOrder: Sendable {
  public let name: String
  public let columns: [String]
  /// Whether days and numbers are sorted descending; missing values are last either way.
  public let isNewestFirst: Bool

  public init(_ name: String, by columns: String..., newestFirst: Bool = false) {
    self.name = name
    self.columns = columns
    isNewestFirst = newestFirst
  }
}

/// The value that a column has to have to match a filter.
public enum ColumnKey: Equatable, Sendable {
  case id(RecordID)
  /// A text, or a word by its raw text.
  case text(String)
  case day(CalendarDay)
  case flag(Bool)

  /// Creates the key from a value; nil for a form of value by which no list is filtered.
  public init?(_ value: FieldValue) {
    switch value {
    case .record(let reference): self = .id(reference.id)
    case .text(let text): self = .text(text)
    case .choice(let raw, _): self = .text(raw)
    case .day(let day), .deadline(let day, _): self = .day(day)
    case .flag(let flag): self = .flag(flag)
    case .texts, .whole, .number, .time, .moment, .records: return nil
    }
  }
}

/// The filters of a plain kind's list; a record has to match all of them.
public struct PlainFilters: ListFilter {
  private var wanted: [String: ColumnKey] = [:]

  public init() {}

  /// Sets a filter: `filter.narrow("school_id", to: .id(school))`.
  public mutating func narrow(_ filter: PlainFilter, to key: ColumnKey) {
    wanted[filter.name] = key
  }

  /// The value of a filter; nil if it is not set.
  public func key(_ filter: PlainFilter) -> ColumnKey? { wanted[filter.name] }
}

extension PlainFilter {
  /// The key of the filter. A column can have a filter for one day and a second one for the days up to one.
  fileprivate var name: String { isThrough ? "through \(column)" : column }
}

/// The orders of a plain kind, by name.
public struct PlainSort<Kind: PlainKind>: ListSort {
  public let rawValue: String

  /// Nil for an order that the kind does not have.
  public init?(rawValue: String) {
    guard Kind.list.orders.contains(where: { $0.name == rawValue }) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ order: PlainOrder) { rawValue = order.name }

  public static var allCases: [PlainSort] { Kind.list.orders.map(PlainSort.init) }
  /// A kind without an order is ordered by its ids alone.
  public static var standard: PlainSort { allCases.first ?? PlainSort(PlainOrder("")) }

  public var order: PlainOrder {
    Kind.list.orders.first { $0.name == rawValue } ?? PlainOrder("")
  }
}

/// A filter together with the kind of value that people type for it.
public struct TypedFilter: Sendable {
  public let filter: PlainFilter
  public let option: String
  public let label: String
  public let input: ValueKind<FieldValue>
}

extension PlainKind {
  /// The filters that the kind's list has as options. A filter that cannot be typed is left out,
  /// and a test fails then.
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

  /// Returns the kind of value that is typed for the filter; nil for a form of value by which no
  /// list is filtered (`ColumnKey`).
  private static func asked(for column: Column, isThrough: Bool) -> ValueKind<FieldValue>? {
    switch column.access {
    case .day where isThrough:
      let kind = FieldKind<CalendarDay>.lastDay
      return kind.typed.map(kind.wrap)
    case _ where isThrough: return nil
    case .text, .word, .id, .flag, .day: return column.field?.input?.kind
    // A filter on a column with several ids takes one id.
    case .ids:
      return column.link.map { ValueKind<Reference>.reference($0.kind).map { .record($0) } }
    case .time, .moment, .whole, .number, .json, .texts, nil: return nil
    }
  }
}
