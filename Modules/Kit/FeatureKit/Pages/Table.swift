/// Figures in rows and columns.
public struct Table: Equatable, PageNode {
  /// What is said above it.
  public var caption: String?
  /// From left to right.
  public var columns: [Column]
  /// A cell a column; a renderer with less room shows rows one under the other.
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
  /// What the cells below it are.
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
