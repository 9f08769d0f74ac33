/// Some rows of a list, such as the first twenty, with the numbers of rows that the list has.
public struct Listing<Row> {
  public var rows: [Row]
  /// The number of rows that match the filters, including those that are not in `rows`. A page
  /// shows the number of rows that it leaves out, such as "15 more".
  public var matching: Int
  /// The number of rows without any filter. By it a page distinguishes "no record matches" from
  /// "there are no records yet".
  public var total: Int
  /// How many of `total` are planned, such as a contact whose time is in the future. Pages show and
  /// count them separately (domain.md 10.8).
  public var planned: Int

  public init(rows: [Row], matching: Int, total: Int, planned: Int = 0) {
    self.rows = rows
    self.matching = matching
    self.total = total
    self.planned = planned
  }

  /// Creates the listing from all rows of a list, to which no filter and no limit apply.
  public init(_ rows: [Row]) { self.init(rows: rows, matching: rows.count, total: rows.count) }

  public var isEmpty: Bool { total == 0 }
  public var remaining: Int { max(0, matching - rows.count) }
}

extension Listing: Equatable where Row: Equatable {}
extension Listing: Sendable where Row: Sendable {}
