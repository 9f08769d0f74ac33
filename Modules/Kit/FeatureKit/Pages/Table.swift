/// Figures in rows and columns.
public struct Table: Equatable, PageNode {
  public var caption: String?
  public var columns: [Column]
  public var rows: [[String]]

  public init(_ caption: String? = nil, columns: [Column], rows: [[String]]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  public var block: Block { .table(self) }
}

public struct Column: Equatable, Sendable, ExpressibleByStringLiteral {
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
