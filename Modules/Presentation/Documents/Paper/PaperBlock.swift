public import FeatureKit

/// A part of a printed document, such as a report or a recruiting packet (which presents an athlete
/// to coaches). HTML and PDF are created from the same parts.
public enum PaperBlock: Equatable, Sendable {
  /// The title of the document, with lines below it, such as the date.
  case title(String, lines: [String])
  case heading(String, level: Int = 1)
  case words(String, tone: Tone = .neutral)
  /// Labels with their values, such as `GPA` and `3.60`, one below the other.
  case facts([Fact])
  /// Numbers in boxes, side by side, such as height and weight.
  case cards([Stat])
  case links([PaperLink])
  case table(PaperTable)
  case chart(Chart)
}

/// A web address that is printed in full, and that opens when it is clicked in a PDF viewer.
public struct PaperLink: Equatable, Sendable {
  public var label: String
  public var address: String

  public init(_ label: String, _ address: String) {
    self.label = label
    self.address = address
  }

  /// The web address, if it begins with `http` or `https`. It is nil for other texts, which are
  /// printed without a link.
  package var target: String? { WebAddress.isLink(address) ? address : nil }
}

/// A printed table. A long table continues on the next page, with its header.
public struct PaperTable: Equatable, Sendable {
  public var caption: String?
  public var columns: [Column]
  public var rows: [[PaperCell]]

  public init(_ caption: String? = nil, columns: [Column], rows: [[PaperCell]]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  /// Creates a printed table from the table of a page on a screen.
  public init(_ table: Table) {
    self.init(table.caption, columns: table.columns, rows: table.rows.map { $0.map { .init($0) } })
  }
}

public struct PaperCell: Equatable, Sendable, ExpressibleByStringLiteral {
  public var text: String
  /// The tone (the meaning, such as `danger`) of a cell whose text is a badge, such as a school's
  /// status. HTML shows the badge in a border, and a PDF colors it. It is nil for other cells.
  public var badge: Tone?

  public init(_ text: String, badge: Tone? = nil) {
    self.text = text
    self.badge = badge
  }

  public init(stringLiteral text: String) {
    self.init(text)
  }
}
