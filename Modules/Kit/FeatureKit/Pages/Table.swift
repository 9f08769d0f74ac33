/// Figures in rows and columns.
public struct Table: Equatable, PageNode {
  /// The text above the table.
  public var caption: String?
  /// From left to right.
  public var columns: [Column]
  /// One cell for each column; a narrow renderer shows rows below each other.
  public var rows: [[String]]

  public init(_ caption: String? = nil, columns: [Column], rows: [[String]]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  public var block: Block { .table(self) }
}

/// The head of a column.
public struct Column: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The heading of the column's cells.
  public var title: String
  /// Numbers line up at the right.
  public var isNumeric: Bool

  public init(_ title: String, isNumeric: Bool = false) {
    self.title = title
    self.isNumeric = isNumeric
  }

  public init(stringLiteral title: String) {
    self.init(title)
  }
}
