/// The filters, the sort order and the limit of a list of records.
public struct ListQuery<Record: FamilyRecord>: Equatable, Sendable {
  public var filter = Record.Filter()
  /// Words that must all occur in the names and texts of a record. Case and accents are ignored.
  public var search: String?
  public var sort = Record.Sort.standard
  /// Whether the list is sorted in the opposite of the usual direction. The usual direction depends
  /// on the sort order: a list by day begins with the newest day, and a list by name with the
  /// letter A.
  public var isReversed = false
  /// Whether the list is sorted by time, newest first, instead of by `sort`. The command that
  /// searches the records of all kinds uses this order.
  public var newestFirst = false
  /// The largest number of rows; nil for all.
  public var limit: Int?
  public var offset = 0

  public init() {}

  /// Creates a query and passes it to the closure, which sets its values, as in `ListQuery {
  /// $0.filter.status = .committed }`.
  public init(_ narrow: (inout ListQuery) -> Void) {
    narrow(&self)
  }
}

/// The filters of a list of records. A record must match all filters that are set.
public protocol ListFilter: Equatable, Sendable {
  /// Creates a filter that matches all records.
  init()
}

extension ListFilter {
  public var isActive: Bool { self != Self() }
}

/// The sort orders of a list, each with a name. Records with equal values in the chosen order are
/// sorted by id, so that two calls return them in the same order.
public protocol ListSort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The sort order of a list for which no order was requested.
  static var standard: Self { get }
  /// The name of the field by which the order sorts, such as `last-contact`.
  var field: String { get }
}

extension ListSort {
  /// The name of the sort order as people type it, such as `last-contact` for `lastContact`.
  public var words: String {
    rawValue.reduce(into: "") { words, letter in
      words += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  public var field: String { words }
}
