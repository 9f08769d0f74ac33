/// The requested rows of a list, with two counts.
public struct Listing<Row> {
  public var rows: [Row]
  /// How many rows match the filters, shown or not: "15 more".
  public var matching: Int
  /// The count without filters, so that a page can distinguish "none match" from "none yet".
  public var total: Int

  public init(rows: [Row], matching: Int, total: Int) {
    self.rows = rows
    self.matching = matching
    self.total = total
  }

  /// Creates the listing of a list whose rows are all present.
  public init(_ rows: [Row]) { self.init(rows: rows, matching: rows.count, total: rows.count) }

  public var isEmpty: Bool { total == 0 }
  public var remaining: Int { max(0, matching - rows.count) }
}

extension Listing: Equatable where Row: Equatable {}
extension Listing: Sendable where Row: Sendable {}
