import FeatureKit

/// Turns the blocks of a page (its parts, such as lists and charts) into lines of styled text for a
/// terminal.
///
/// The properties are what all kinds of blocks need: the style, the pen that writes text, and the
/// numbers of links. Extensions in other files lay out each kind of block.
struct Layout {
  let style: TerminalStyle
  let pen: Pen
  /// The number that the next link gets. A person types it at the prompt to open the link. Links
  /// are numbered in the order of `Page.links`.
  private var nextNumber = 1
  private var linkCount = 0

  init(_ style: TerminalStyle) {
    self.style = style
    pen = Pen(signs: style.marks, isColourless: style.depth == .none)
  }

  /// The largest width of a line of text in columns. Longer lines are hard to read on any screen.
  static let measure = 100
  /// The width in columns below which numbered links show only their labels.
  static let narrow = 60

  mutating func lines(of page: Page) -> [StyledLine] {
    let width = style.width
    linkCount = style.numbersLinks ? page.links.count : 0
    let banners = page.blocks.prefix { if case .banner = $0 { true } else { false } }
    let rest = page.blocks.dropFirst(banners.count).flatMap(\.inSequence)
    var lines = sequence(Array(banners), width: width)
    if !lines.isEmpty { lines.append(.empty) }
    lines += head(of: page, width: width)
    let body = sequence(rest, width: width)
    if let first = rest.first, !body.isEmpty {
      if Rhythm(first) != .close { lines.append(.empty) }
      lines += body
    }
    if let problem = page.problem, !page.saysItsProblem {
      lines.append(.empty)
      lines += self.lines(of: problem, width: width)
    }
    return lines
  }

  private func head(of page: Page, width: Int) -> [StyledLine] {
    let title = pen(page.title, .bold)
    var lines = title.wrapped(to: width, pen: pen)
    if let context = page.context {
      let context = pen(context, .muted)
      if lines.count == 1, let both = title.with(atEnd: context, width: width) {
        lines = [both]
      } else {
        lines += context.wrapped(to: width, pen: pen)
      }
    }
    if let subtitle = page.subtitle {
      lines += pen.lines(subtitle, .muted).flatMap { $0.wrapped(to: width, pen: pen) }
    }
    return lines
  }

  mutating func lines(of block: Block, width: Int) -> [StyledLine] {
    switch block {
    case .banner(let banner): lines(of: banner, width: width)
    case .message(let message): lines(of: message, width: width)
    case .paragraph(let paragraph): lines(of: paragraph, width: width)
    case .stats(let grid): lines(of: grid, width: width)
    case .section(let section):
      lines(of: section, columns: ListColumns([block], width: width, layout: self), width: width)
    case .list(let list):
      lines(of: list, columns: ListColumns([block], width: width, layout: self), width: width)
    case .board: sequence(block.inSequence, width: width)
    case .month(let grid): lines(of: grid)
    case .table(let table): lines(of: table, width: width)
    case .progress(let bar): lines(of: bar, width: width)
    case .chart(let chart): lines(of: chart, width: width)
    case .form(let form): lines(of: form, width: width)
    case .facts(let facts): lines(of: facts, width: width)
    case .empty(let empty): lines(of: empty, width: width)
    case .links(let links): inline(links.links, width: width)
    }
  }

  /// Lays out blocks (parts of a page, such as lists) below each other. Empty lines separate most
  /// blocks.
  mutating func sequence(_ blocks: [Block], width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    var previous: Rhythm?
    var index = 0
    while index < blocks.count {
      let (piece, rhythm, taken) = nextPiece(of: blocks[index...], width: width)
      index += taken
      guard !piece.isEmpty else { continue }
      if let previous, !previous.leads(to: rhythm) { lines.append(.empty) }
      lines += piece
      previous = rhythm
    }
    return lines
  }

  /// Lays out the next block (a part of a page), or the next few blocks if they are side by side or
  /// share columns.
  private mutating func nextPiece(of blocks: ArraySlice<Block>, width: Int) -> (
    [StyledLine], Rhythm, taken: Int
  ) {
    guard let block = blocks.first else { return ([], .apart, taken: 1) }
    let rhythm = Rhythm(block)
    if rhythm == .listing {
      // Lists that follow each other share their columns, so they look like one table.
      let listings = Array(blocks.prefix { Rhythm($0) == .listing })
      let columns = ListColumns(listings, width: width, layout: self)
      var lines: [StyledLine] = []
      for listing in listings {
        switch listing {
        case .section(let section): lines += self.lines(of: section, columns: columns, width: width)
        case .list(let list): lines += self.lines(of: list, columns: columns, width: width)
        default: break
        }
      }
      return (lines, rhythm, taken: listings.count)
    }
    if case .paragraph(let paragraph) = block, let next = blocks.dropFirst().first,
      case .links(let links) = next
    {
      var copy = self
      let text = copy.lines(of: paragraph, width: width)
      let ends = copy.inline(links.links, width: width)
      if text.count == 1, ends.count == 1,
        let line = text[0].with(atEnd: ends[0], width: min(width, Self.measure), gap: 3)
      {
        self = copy
        return ([line], rhythm, taken: 2)
      }
    }
    if let (lines, taken) = chartsSideBySide(blocks, width: width) {
      return (lines, rhythm, taken: taken)
    }
    return (lines(of: block, width: width), rhythm, taken: 1)
  }

  /// Returns the number before a link, such as `[3] `, which a person types to open the link. The
  /// result is empty if numbers are not shown or the link is disabled.
  mutating func number(of link: CommandLink) -> StyledLine {
    guard link.isEnabled else { return .empty }
    defer { nextNumber += 1 }
    return style.numbersLinks ? pen("[\(nextNumber)] ", .muted) : .empty
  }

  /// The width of the column for the numbers of links, including the brackets and the space after
  /// them; 0 if numbers are not shown.
  var numberWidth: Int { style.numbersLinks ? "\(linkCount)".utf8.count + 3 : 0 }
}

/// Decides whether an empty line separates a block (a part of a page, such as a list) from the next
/// one.
enum Rhythm {
  /// A paragraph, a progress bar or a block of links. No empty line separates two of them that
  /// follow each other.
  case close
  /// A list, or a section of lists.
  ///
  /// Lists that follow each other share their columns, so they look like one table.
  case listing
  case apart

  init(_ block: Block) {
    switch block {
    case .paragraph, .progress, .links: self = .close
    case .list: self = .listing
    case .section(let section):
      let isListing = section.blocks.allSatisfy { if case .list = $0 { true } else { false } }
      self = isListing && !section.blocks.isEmpty ? .listing : .apart
    case .banner, .message, .stats, .board, .month, .table, .chart, .form, .facts, .empty:
      self = .apart
    }
  }

  func leads(to next: Rhythm) -> Bool {
    switch (self, next) {
    case (.close, .close), (.listing, .listing): true
    case (.close, _), (.listing, _), (.apart, _): false
    }
  }
}
