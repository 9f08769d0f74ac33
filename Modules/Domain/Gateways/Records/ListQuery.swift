/// The filters, the sort order and the limit of a list of records.
public struct ListQuery<Record: FamilyRecord>: Equatable, Sendable {
  public var filter = Record.Filter()
  /// Words that must all occur in the names and texts of a record. Case and accents are ignored.
  public var search: String?
  public var sort = Record.Sort.standard
  /// Whether the sort order is reversed. The normal direction depends on the order: it begins, for
  /// example, with the newest day or with the letter A.
  public var isReversed = false
  /// Whether the list is sorted by time, newest first, instead of by `sort`. The search through all
  /// kinds of records needs this.
  public var newestFirst = false
  /// The largest number of rows; nil for all.
  public var limit: Int?
  public var offset = 0

  public init() {}

  /// Creates a query whose values the closure sets, such as
  /// `ListQuery { $0.filter.status = .committed }`.
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

/// The sort orders of a list, each with a name. Records that are equal in the chosen order are
/// sorted by id, so that the order is always the same.
public protocol ListSort: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The default sort order.
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
