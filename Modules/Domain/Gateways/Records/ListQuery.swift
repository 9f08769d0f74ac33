/// The filters, the order and the limit of a list.
public struct ListQuery<Record: FamilyRecord>: Equatable, Sendable {
  public var filter = Record.Filter()
  /// Words that all have to occur in the names and texts of a row, ignoring case and accents.
  public var search: String?
  public var sort = Record.Sort.standard
  /// Against the order's natural direction, which is the newest, the best or A first.
  public var isReversed = false
  /// Whatever order is asked for, what happened or was written last comes first.
  public var newestFirst = false
  /// How many rows at most; nil means all.
  public var limit: Int?
  public var offset = 0

  public init() {}

  /// A query narrowed in place: `ListQuery { $0.filter.status = .committed }`.
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

/// The orders a list knows by name. Rows equal in it are ordered by id, so that every order is total.
public protocol ListSort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The order a list has unless another is asked for.
  static var standard: Self { get }
}
