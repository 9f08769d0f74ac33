extension Page {
  /// Returns the page without links to commands that this host (shell or web server) does not have.
  ///
  /// A section that contained only such links is left out too, and so is a form of such a command.
  public func omitting(_ isOmitted: (_ command: String) -> Bool) -> Page {
    var page = self
    page.blocks = blocks.compactMap { $0.omitting(isOmitted) }
    return page
  }
}

extension Block {
  fileprivate func omitting(_ isOmitted: (_ command: String) -> Bool) -> Block? {
    func left(_ links: [CommandLink]) -> [CommandLink] {
      links.filter { !isOmitted($0.command) }
    }
    switch self {
    case .banner(var banner):
      banner.links = left(banner.links)
      return .banner(banner)
    case .message(var message):
      message.links = left(message.links)
      return .message(message)
    case .stats(var grid):
      for index in grid.stats.indices {
        if let link = grid.stats[index].link, isOmitted(link.command) {
          grid.stats[index].link = nil
        }
      }
      return .stats(grid)
    case .section(var section):
      let wasEmpty = section.isEmpty
      section.links = left(section.links)
      if let form = section.writing, isOmitted(form.command) { section.writing = nil }
      section.blocks = section.blocks.compactMap { $0.omitting(isOmitted) }
      return section.isEmpty && !wasEmpty ? nil : .section(section)
    case .board(var board):
      // An empty list of a board (lists side by side) stays on the page, because a row can be moved
      // into it.
      for index in board.lanes.indices {
        board.lanes[index].links = left(board.lanes[index].links)
        board.lanes[index].blocks = board.lanes[index].blocks.compactMap {
          $0.omitting(isOmitted)
        }
      }
      return .board(board)
    case .list(var list):
      for index in list.rows.indices {
        var row = list.rows[index]
        if let opens = row.opens, isOmitted(opens.command) { row.opens = nil }
        row.links = left(row.links)
        row.moves = left(row.moves)
        row.expanded = row.expanded.compactMap { $0.omitting(isOmitted) }
        list.rows[index] = row
      }
      if let more = list.more, isOmitted(more.command) { list.more = nil }
      return .list(list)
    case .empty(var empty):
      empty.links = left(empty.links)
      return .empty(empty)
    case .links(var links):
      links.links = left(links.links)
      return links.links.isEmpty ? nil : .links(links)
    case .form(let form): return isOmitted(form.submit.command) ? nil : self
    case .facts(var facts):
      for index in facts.facts.indices {
        facts.facts[index].changes = left(facts.facts[index].changes)
      }
      return .facts(facts)
    case .chart(var chart):
      chart.links = left(chart.links)
      return .chart(chart)
    case .month(var grid):
      grid.entries.removeAll { isOmitted($0.opens.command) }
      return .month(grid)
    case .paragraph, .table, .progress: return self
    }
  }
}

extension Section {
  fileprivate var isEmpty: Bool { blocks.isEmpty && writing == nil }
}
