extension Page {
  /// Returns the one row that is new or different since the earlier page. A prompt then prints only
  /// this row and not the whole page again. The array is empty if the pages are equal. Nil if more
  /// than one row, or something besides rows, has changed; the prompt then prints the whole page.
  ///
  /// Two texts are not compared, because they say how many rows there are: the text at the far end
  /// of the title line, and the label of the link to further rows.
  public func changedRows(since earlier: Page) -> [Row]? {
    guard withoutRows == earlier.withoutRows else { return nil }
    // A number that a person types at the prompt opens the link at that position of the printed
    // page. If a number would now open another command, the prompt must print the whole page.
    guard links.map(\.command) == earlier.links.map(\.command) else { return nil }
    let before = earlier.blocks.flatMap(\.listed)
    let after = blocks.flatMap(\.listed)
    let changed = after.filter { !before.contains($0) }
    let kept = before.filter { after.contains($0) }
    // A list that shows a limited number of rows loses its last row when a new row appears, so one
    // row may be missing if one is new.
    guard changed.count <= 1, before.count - kept.count <= changed.count,
      kept == after.filter({ before.contains($0) })
    else { return nil }
    return changed.allSatisfy { RowList([$0]).block.links.isEmpty } ? changed : nil
  }

  private var withoutRows: Page {
    var page = self
    page.context = nil
    page.blocks = blocks.map(\.withoutRows)
    return page
  }
}

extension Block {
  fileprivate var withoutRows: Block {
    switch self {
    case .list(var list):
      list.rows = []
      list.more?.label = ""
      return .list(list)
    case .section(var section):
      section.blocks = section.blocks.map(\.withoutRows)
      return .section(section)
    case .banner, .message, .paragraph, .stats, .board, .month, .table, .progress, .chart, .form,
      .facts, .empty, .links:
      return self
    }
  }

  /// The rows of the lists in this block (such as a list or a section). The rows of a board (lists
  /// side by side) are left out: a row that moves from one of its lists to another changes both
  /// lists.
  fileprivate var listed: [Row] {
    switch self {
    case .list(let list): list.rows
    case .section(let section): section.blocks.flatMap(\.listed)
    case .banner, .message, .paragraph, .stats, .board, .month, .table, .progress, .chart, .form,
      .facts, .empty, .links:
      []
    }
  }
}
