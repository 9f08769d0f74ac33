extension Page {
  /// The largest number of rows that a prompt prints without the rest of their page.
  private static let fewRows = 5

  /// Returns the rows that are new or different since the earlier page. A prompt then prints only
  /// these rows, without what is shown below an expanded one, and not the whole page again. The
  /// array is empty if no listed row is new or different. Nil if the prompt has to print the whole
  /// page: many rows differ, the page has neither rows nor values, or the person has chosen another
  /// filter.
  ///
  /// The other parts of the page are not compared. A chart or a count follows from the rows, and
  /// the outcome of the command says which values of a record it has changed.
  public func changedRows(since earlier: Page) -> [Row]? {
    guard problem == earlier.problem, remembered == earlier.remembered else { return nil }
    guard blocks != earlier.blocks else { return [] }
    let lists = blocks.flatMap(\.lists)
    guard lists.contains(where: { !$0.rows.isEmpty }) || blocks.contains(where: \.hasValues) else {
      return nil
    }
    let before = earlier.blocks.flatMap(\.lists)
    let rowsBefore = before.flatMap(\.rows)
    let rowsNow = lists.flatMap(\.rows)
    let namesBefore = Set(rowsBefore.map(\.name))
    // If a row leaves a list that shows a limited number of rows, another row moves up to its end.
    // The row that moved up is not new.
    let movedUp =
      before.contains { $0.more != nil } ? namesBefore.subtracting(rowsNow.map(\.name)).count : 0
    let changed = lists.flatMap { list in
      let unknown = list.rows.reversed().prefix { !namesBefore.contains($0.name) }.count
      return list.rows.dropLast(min(unknown, movedUp)).filter { !rowsBefore.contains($0) }
    }
    let gone = rowsBefore.filter { !rowsNow.contains($0) }
    return max(changed.count, gone.count) <= Self.fewRows ? changed.map(\.collapsed) : nil
  }
}

extension Row {
  /// What names the record of the row on two versions of a page: its handle, or the title of a row
  /// without one.
  fileprivate var name: String { handle ?? title }

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

  fileprivate var hasValues: Bool {
    switch self {
    case .facts: true
    case .section(let section): section.blocks.contains(where: \.hasValues)
    case .banner, .message, .paragraph, .stats, .board, .month, .table, .progress, .chart, .form,
      .list, .empty, .links:
      false
    }
  }
}
