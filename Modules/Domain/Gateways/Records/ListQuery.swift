/// The filters, the order and the limit of a list.
public struct ListQuery<Record: FamilyRecord>: Equatable, Sendable {
  public var filter = Record.Filter()
  /// Words that all have to occur in the names and texts of a row, ignoring case and accents.
  public var search: String?
  public var sort = Record.Sort.standard
  /// Whether the list is sorted against the natural direction of its order, which is newest, best
  /// or A first.
  public var isReversed = false
  /// Whether rows are sorted by time, newest first, whatever order was asked for.
  public var newestFirst = false
  /// How many rows at most; nil means all.
  public var limit: Int?
  public var offset = 0

  public init() {}

  /// Creates a query that the closure narrows: `ListQuery { $0.filter.status = .committed }`.
  public init(_ narrow: (inout ListQuery) -> Void) {
    narrow(&self)
  }
}

/// The filters of a list; a row has to match all of them.
public protocol ListFilter: Equatable, Sendable {
  /// Creates a filter that includes all records.
  init()
}

extension ListFilter {
  public var isActive: Bool { self != Self() }
}

/// The orders that a list offers by name. Rows that are equal in an order are sorted by id, so that
/// every order is total.
public protocol ListSort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The order a list has unless another is asked for.
  static var standard: Self { get }
}
