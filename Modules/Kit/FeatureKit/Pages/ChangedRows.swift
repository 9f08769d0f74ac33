extension Page {
  /// The largest number of rows that a prompt prints without the rest of their page.
  private static let fewRows = 5

  /// Returns the rows that are new or different since the earlier page. A prompt then prints only
  /// these rows, without what is shown below an expanded one, and not the whole page again. The
  /// array is empty if no listed row is new or different. Nil if the prompt has to print the whole
  /// page: many rows differ, the page lists nothing, or the person has chosen another filter.
  ///
  /// The other parts of a page with lists, such as a chart or a count, are not compared, because
  /// they follow from its rows.
  public func changedRows(since earlier: Page) -> [Row]? {
    guard problem == earlier.problem, remembered == earlier.remembered else { return nil }
    guard blocks != earlier.blocks else { return [] }
    let lists = blocks.flatMap(\.lists)
    guard lists.contains(where: { !$0.rows.isEmpty }) else { return nil }
    let before = earlier.blocks.flatMap(\.lists)
    let rowsBefore = before.flatMap(\.rows)
    let rowsNow = lists.flatMap(\.rows)
    // If a row leaves a list that shows a limited number of rows, another row moves up to its end.
    // The row that moved up is not new.
    let lastRows = before.filter { $0.more != nil }.compactMap(\.rows.last)
    let changed = lists.flatMap { list in
      let end = list.rows.firstIndex { lastRows.contains($0) } ?? list.rows.endIndex
      return list.rows[..<end].filter { !rowsBefore.contains($0) }
    }
    let gone = rowsBefore.filter { !rowsNow.contains($0) }
    return max(changed.count, gone.count) <= Self.fewRows ? changed.map(\.collapsed) : nil
  }
}

extension Row {
  fileprivate var collapsed: Row {
    var row = self
    row.expanded = []
    return row
  }
}

extension Block {
  /// The lists in this block (such as a section). Those of a board (lists side by side) are left
  /// out: a row that moves from one of its lists to another changes both lists.
  fileprivate var lists: [RowList] {
    switch self {
    case .list(let list): [list]
    case .section(let section): section.blocks.flatMap(\.lists)
    case .banner, .message, .paragraph, .stats, .board, .month, .table, .progress, .chart, .form,
      .facts, .empty, .links:
      []
    }
  }
}
