package import FeatureKit
import Hypertext

/// Arranges the blocks of a page (its parts, such as lists) on a wide screen. A page with many
/// blocks has two columns, and a record's page has its facts (labels with their values) at the
/// side.
extension HTMLBody {
  mutating func arranged(_ shown: [Block]) -> Markup {
    // If the page contains a form of its own, the form for searching and filtering is not shown.
    if shown.contains(where: \.hasForm) { listing = nil }
    let blocks = shown.compactMap { $0.without(doneBy: listing) }
    hasOwnChips = blocks.contains(where: \.hasChips)
    if !blocks.contains(where: \.hasHandles) { bulk = [] }
    columns = blocks.lazy.compactMap(\.columns).first ?? []
    let controls = Markup.lines([hasFilterAlone ? .nothing : listingControls, raise(blocks)])
    let isRecord =
      blocks.contains(where: \.isFacts) && blocks.contains { !$0.isFacts && !$0.isShort }
    if isRecord { return .lines([controls, record(blocks)]) }
    var parts: [Markup] = []
    var rest = blocks[...]
    var hasControls = false
    while let block = rest.first {
      let run = rest.prefix(while: \.isCard)
      if !hasControls, block.isCard || block.isList {
        parts.append(controls)
        hasControls = true
      }
      if run.count >= 4 {
        parts += cards(run)
        rest = rest.dropFirst(run.count)
      } else {
        parts.append(markup(of: block, level: 2))
        rest.removeFirst()
      }
    }
    if !hasControls { parts.insert(controls, at: 0) }
    return .lines(parts + [bulkBar])
  }

  /// Returns the cards of a page (its sections and charts) in their order. A wide screen shows them
  /// in two columns, with two equally high cards side by side, so that both columns end at the same
  /// height.
  ///
  /// The first section, and each section that needs it, has the whole width.
  private mutating func cards(_ run: ArraySlice<Block>) -> [Markup] {
    var parts: [Markup] = []
    var beside: [Markup] = []
    for block in run {
      let card = markup(of: block, level: 2)
      let isFirstSection = parts.isEmpty && beside.isEmpty && !block.isChart
      if isFirstSection || block.isWide {
        parts += [Self.sideBySide(beside), card]
        beside = []
      } else {
        beside.append(card)
      }
    }
    return parts + [Self.sideBySide(beside)]
  }

  private static func sideBySide(_ cards: [Markup]) -> Markup {
    cards.isEmpty ? .nothing : .block("div", ["class": "cards"], cards)
  }

  /// Returns the blocks of a record's page, such as the page of a school, in two columns. Facts
  /// (labels with their values) and short sections are at the side, and all other blocks in the
  /// middle.
  ///
  /// In a narrow window, the side column is below the middle one.
  private mutating func record(_ blocks: [Block]) -> Markup {
    let middle = blocks.filter { !$0.isFacts && !$0.isShort }
    let side = blocks.filter { $0.isFacts || $0.isShort }
    let first = middle.map { markup(of: $0, level: 2) }
    let second = side.map { markup(of: $0, level: 2) }
    return .block(
      "div", ["class": "record"],
      [.block("div", ["class": "middle"], first), .block("div", ["class": "side"], second)])
  }
}

extension ArraySlice<Block> {
  /// Removes and returns the links at the end of a page, which the caller shows beside the title.
  mutating func takeOffered() -> [CommandLink] {
    var taken: [CommandLink] = []
    while case .links(let links)? = last, !links.links.contains(where: \.isCurrent) {
      taken = links.links + taken
      removeLast()
    }
    return taken
  }

  /// Removes and returns the links at the beginning of a page, if one of them has the same command
  /// as one of `actions`, which the page shows beside its title.
  mutating func takeLinks(naming actions: [CommandLink]) -> [CommandLink] {
    guard case .links(let links)? = first, !links.links.contains(where: \.isCurrent),
      links.links.contains(where: { link in actions.contains { $0.command == link.command } })
    else { return [] }
    removeFirst()
    return links.links
  }

  /// Removes the links that run one of these commands from the page's empty lists, and returns
  /// them. The caller shows them beside the page's title, with the labels that they had in the
  /// list.
  mutating func takeFromEmpty(_ commands: Set<String>) -> [CommandLink] {
    var taken: [CommandLink] = []
    for index in indices {
      guard case .empty(var empty) = self[index] else { continue }
      taken += empty.links.filter { commands.contains($0.command) }
      empty.links.removeAll { commands.contains($0.command) }
      self[index] = .empty(empty)
    }
    return taken
  }
}

extension ArraySlice<Block> {
  /// Returns whether the page has a fact (a label with its value, such as a school's status) with a
  /// menu that runs this command with each possible value.
  func changes(_ link: CommandLink) -> Bool {
    contains { block in
      guard case .facts(let facts) = block else { return false }
      return facts.facts.contains {
        $0.changes.contains { $0.command.hasPrefix(link.command + " ") }
      }
    }
  }
}

extension Block {
  package var hasForm: Bool {
    switch self {
    case .form: true
    case .section(let section): section.blocks.contains(where: \.hasForm)
    default: false
    }
  }

  /// The titles of the problems that form fields inside the block show. The page does not show such
  /// a problem a second time.
  var faultsOfFields: [String] {
    switch self {
    case .form(let form): form.fields.compactMap(\.problem)
    case .section(let section): section.blocks.flatMap(\.faultsOfFields)
    default: []
    }
  }

  /// Returns the block without its links for searching and filtering, because the controls above
  /// the list (`listing`) do both; nil if no link is left. If `listing` is nil, the block is
  /// returned unchanged.
  fileprivate func without(doneBy listing: ServedForm?) -> Block? {
    guard let noun = listing?.command.noun, case .links(let links) = self else { return self }
    let done = ["search", "filter"].map { "\(noun) \($0)" }
    let kept = links.links.filter { !done.contains($0.command) }
    return kept.isEmpty ? nil : .links(Links(kept))
  }

  fileprivate var isFacts: Bool { if case .facts = self { true } else { false } }

  fileprivate var hasChips: Bool {
    if case .links(let links) = self { links.links.contains(where: \.isCurrent) } else { false }
  }

  /// Whether the block has rows with a handle (a short name such as `s4`). Checkboxes can select
  /// such rows for a command on several rows.
  fileprivate var hasHandles: Bool {
    switch self {
    case .list(let list): list.rows.contains { $0.handle != nil }
    case .section(let section): section.blocks.contains(where: \.hasHandles)
    default: false
    }
  }

  /// The columns of the block (a part of a page); nil if the block is not a list or has no columns.
  fileprivate var columns: [RowList.Column]? {
    if case .list(let list) = self, !list.columns.isEmpty { list.columns } else { nil }
  }

  fileprivate var isList: Bool {
    switch self {
    case .list, .table, .month, .empty: true
    default: false
    }
  }

  fileprivate var isChart: Bool { if case .chart = self { true } else { false } }

  /// Whether the block is a section that needs the whole width of a wide screen: a section with
  /// many rows, with rows that have small bars, or with more than three numbers and no list.
  fileprivate var isWide: Bool {
    guard case .section(let section) = self else { return false }
    var rows: [Row] = []
    var stats = 0
    for block in section.blocks {
      switch block {
      case .list(let list): rows += list.rows
      case .stats(let grid): stats += grid.stats.count
      default: break
      }
    }
    return rows.count > 6 || rows.contains { !$0.bars.isEmpty } || (rows.isEmpty && stats > 3)
  }

  /// Whether the block (a part of a page) is a section or a chart. Four or more such blocks in a
  /// row are shown in two columns.
  fileprivate var isCard: Bool {
    switch self {
    case .section, .chart: true
    default: false
    }
  }

  /// Whether the block (a part of a page) is a section that has only paragraphs and labels with
  /// values, and therefore fits at the side of the page.
  fileprivate var isShort: Bool {
    guard case .section(let section) = self else { return false }
    return section.blocks.allSatisfy { block in
      switch block {
      case .paragraph, .facts: true
      default: false
      }
    }
  }
}
