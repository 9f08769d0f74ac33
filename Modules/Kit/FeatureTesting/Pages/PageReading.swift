public import FeatureKit

/// A value that contains blocks (such as paragraphs and lists): a page, a section or an expanded
/// row. With this protocol, tests search all three in the same way.
public protocol BlockHolder {
  var blocks: [Block] { get }
}

extension Page: BlockHolder {}
extension Section: BlockHolder {}

extension Row: BlockHolder {
  public var blocks: [Block] { expanded }
}

/// Searches for rows, links and other content in a page, a section or an expanded row.
///
/// The search includes the blocks inside of sections.
extension BlockHolder {
  /// All blocks, such as paragraphs and lists, including the blocks inside sections.
  public var everything: [Block] { blocks.flatMap(\.withInner) }

  private func all<Node>(_ pick: (Block) -> Node?) -> [Node] { everything.compactMap(pick) }

  private var lists: [RowList] { all { if case .list(let list) = $0 { list } else { nil } } }

  public var rows: [Row] { lists.flatMap(\.rows) }
  public var handles: [String] { rows.compactMap(\.handle) }
  public var more: CommandLink? { lists.lazy.compactMap(\.more).first }

  public var sections: [Section] {
    all { if case .section(let section) = $0 { section } else { nil } }
  }
  public var sectionTitles: [String] { sections.map(\.title) }

  public var charts: [Chart] { all { if case .chart(let chart) = $0 { chart } else { nil } } }
  public var tables: [Table] { all { if case .table(let table) = $0 { table } else { nil } } }
  public var forms: [Form] { all { if case .form(let form) = $0 { form } else { nil } } }

  public var cards: [Stat] {
    all { if case .stats(let grid) = $0 { grid.stats } else { nil } }.flatMap { $0 }
  }
  public var facts: [Fact] {
    all { if case .facts(let facts) = $0 { facts.facts } else { nil } }.flatMap { $0 }
  }
  public var messages: [Message] {
    all { if case .message(let message) = $0 { message } else { nil } }
  }
  public var paragraphs: [String] {
    all { if case .paragraph(let paragraph) = $0 { paragraph.text } else { nil } }
  }
  public var text: String { paragraphs.joined() }

  public var month: MonthGrid? {
    all { if case .month(let grid) = $0 { grid } else { nil } }.first
  }
  public var progress: ProgressBar? {
    all { if case .progress(let bar) = $0 { bar } else { nil } }.first
  }
  public var banner: Banner? { banners.first }
  public var banners: [Banner] {
    all { if case .banner(let banner) = $0 { banner } else { nil } }
  }
  public var empty: EmptyState? {
    all { if case .empty(let empty) = $0 { empty } else { nil } }.first
  }

  /// The links of all blocks (such as paragraphs and lists), including disabled links.
  public var everyLink: [CommandLink] {
    all { block -> [CommandLink]? in
      switch block {
      case .links(let links): links.links
      case .section(let section): section.links
      case .form(let form): [form.submit]
      default: nil
      }
    }.flatMap { $0 }
  }

  public func section(_ title: String) -> Section? { sections.first { $0.title == title } }
  public func card(_ title: String) -> Stat? { cards.first { $0.title == title } }
  public func fact(_ label: String) -> String? { facts.first { $0.label == label }?.value }
  public func link(_ label: String) -> CommandLink? { everyLink.first { $0.label == label } }

  /// Returns the first row with this handle, such as `t12`, or with this title.
  public func row(_ name: String) -> Row? {
    rows.first { $0.handle == name } ?? rows.first { $0.title == name }
  }

  /// Returns the rows of the table in the section with this title, or of the table behind the chart
  /// with this title.
  public func rows(of title: String) -> [[String]]? {
    section(title)?.tables.first?.rows ?? charts.first { $0.title == title }?.table.rows
  }
}

extension Page {
  /// The command lines of all links that can be used.
  public var commands: [String] { links.map(\.command) }
}

extension Chart {
  /// The values of the chart's first line, or of its bars by day.
  public var values: [Double] {
    switch form {
    case .line(let series, _): series.first?.points.map(\.value) ?? []
    case .days(let series): series.points.map(\.value)
    case .bars: []
    }
  }
}

extension Block {
  fileprivate var withInner: [Block] {
    switch self {
    case .section(let section): [self] + section.blocks.flatMap(\.withInner)
    case .board: [self] + inSequence.flatMap(\.withInner)
    default: [self]
    }
  }
}
