/// The requested rows of a list, and the counts.
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

  /// A list that is there whole.
  public init(_ rows: [Row]) { self.init(rows: rows, matching: rows.count, total: rows.count) }

  public var isEmpty: Bool { total == 0 }
  public var remaining: Int { max(0, matching - rows.count) }
}

extension Listing: Equatable where Row: Equatable {}
extension Listing: Sendable where Row: Sendable {}
