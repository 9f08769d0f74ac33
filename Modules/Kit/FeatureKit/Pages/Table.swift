/// A table of texts on a page, with a heading for each column.
public struct Table: Equatable, PageNode {
  /// The text above the table.
  public var caption: String?
  public var columns: [Column]
  /// The rows, with one cell for each column. A narrow renderer shows the cells of a row below each
  /// other.
  public var rows: [[String]]
  /// Whether the table compares records: each column after the first is one record, such as an
  /// offer, and each row has one value of every record. In other tables, each row is one record.
  public var isByColumn: Bool

  public init(
    _ caption: String? = nil, columns: [Column], rows: [[String]], isByColumn: Bool = false
  ) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
    self.isByColumn = isByColumn
  }

  /// The table with rows and columns exchanged if `isByColumn` is set, so that each row is one
  /// record. A narrow renderer needs this form, because it shows the cells of a row below each
  /// other.
  public var byRow: Table {
    guard isByColumn, let first = columns.first else { return self }
    return Table(
      caption, columns: [first] + rows.map { Column($0.first ?? "") },
      rows: columns.indices.dropFirst().map { index in
        [columns[index].name] + rows.map { $0.indices.contains(index) ? $0[index] : "" }
      })
  }

  public var block: Block { .table(self) }
}

/// The heading of a column, and how its cells are shown.
public struct Column: Equatable, Sendable, ExpressibleByStringLiteral {
  public var title: String
  /// Whether the cells are numbers. Numbers are aligned to the right.
  public var isNumeric: Bool
  /// The handle of the record that the column shows: a short name such as `c4`, which a person
  /// types to open the record. Nil if the table does not compare records.
  public var handle: String?

  public init(_ title: String, isNumeric: Bool = false, handle: String? = nil) {
    self.title = title
    self.isNumeric = isNumeric
    self.handle = handle
  }

  /// The handle and the title, such as `c4 Ana Rivera`, for a terminal, where the title is no link:
  /// the person types the handle to open the record. Without a handle, only the title.
  public var name: String { [handle, title].compactMap { $0 }.joined(separator: " ") }

  public init(stringLiteral title: String) {
    self.init(title)
  }
}
