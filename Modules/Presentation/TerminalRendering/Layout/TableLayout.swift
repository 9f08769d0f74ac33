import FeatureKit

extension Layout {
  /// The largest number of lines of a cell. A longer text is shortened, so the table stays
  /// readable.
  private static let cellLines = 3

  func lines(of table: Table, width: Int) -> [StyledLine] {
    var lines =
      table.caption.map { pen($0, .bold).wrapped(to: width, pen: pen) } ?? []
    guard !table.columns.isEmpty else { return lines }
    let (heads, cells) = parts(of: table)
    if !(table.isByColumn && width < Self.narrow),
      let widths = columnWidths(heads: heads, cells: cells, table: table, width: width)
    {
      lines += grid(heads, table.columns, widths)
      lines.append(
        pen(
          widths.map { rest(style.marks == .unicode ? "─" : "-", $0) }.joined(separator: "  "),
          .muted))
      lines += cells.flatMap { grid($0, table.columns, widths) }
    } else {
      let (heads, cells) = parts(of: table.byRow)
      lines += records(heads, cells, width: width, leavesOutEmpty: table.isByColumn)
    }
    return lines
  }

  private func parts(of table: Table) -> (heads: [StyledLine], cells: [[StyledLine]]) {
    (
      table.columns.map { pen($0.name, .words(.muted, bold: true)) },
      table.rows.map { row in
        table.columns.indices.map { pen.start(of: row.indices.contains($0) ? row[$0] : "") }
      }
    )
  }

  /// Returns the widths of the columns. Each column is as wide as its widest text. If the table is
  /// then too wide, the widest columns of text become narrower. The result is nil if the table
  /// still does not fit.
  private func columnWidths(
    heads: [StyledLine], cells: [[StyledLine]], table: Table, width: Int
  ) -> [Int]? {
    var widths = heads.indices.map { column in
      cells.reduce(max(1, heads[column].width)) { max($0, $1[column].width) }
    }
    let room = width - 2 * (widths.count - 1)
    let least = 10
    while widths.reduce(0, +) > room {
      let over = widths.reduce(0, +) - room
      let flexible = widths.indices.filter { !table.columns[$0].isNumeric && widths[$0] > least }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return nil }
      let second = flexible.filter { $0 != widest }.map { widths[$0] }.max() ?? least
      // The widest column is cut to the width of the second widest, or only as far as is needed for
      // the table to fit. It becomes at least one column of the terminal narrower, so that the loop
      // ends.
      let cut = max(1, min(over, widths[widest] - max(least, second)))
      widths[widest] -= cut
    }
    return widths
  }

  private func grid(_ cells: [StyledLine], _ columns: [Column], _ widths: [Int]) -> [StyledLine] {
    let wrapped = zip(cells, widths).map { $0.wrapped(to: $1, atMost: Self.cellLines, pen: pen) }
    let height = wrapped.map { $0.count }.max() ?? 1
    return (0..<height).map { line in
      wrapped.indices.reduce(StyledLine.empty) { text, column in
        let cell = line < wrapped[column].count ? wrapped[column][line] : .empty
        let placed =
          columns[column].isNumeric
          ? cell.padded(left: widths[column]) : cell.padded(to: widths[column])
        return column == 0 ? placed : text + .spaces(2) + placed
      }
    }
  }

  /// Returns the rows of a table that is wider than the screen, with each value on a line of its
  /// own after the name of its column.
  private func records(
    _ heads: [StyledLine], _ cells: [[StyledLine]], width: Int, leavesOutEmpty: Bool
  ) -> [StyledLine] {
    let column = heads.map(\.width).max() ?? 0
    return cells.enumerated().flatMap { index, row in
      (index == 0 ? [] : [StyledLine.empty])
        + zip(heads, row).filter { !leavesOutEmpty || $1.width > 0 }.flatMap {
          lines(
            label: $0, values: [$1], column: column, width: width, atMost: Self.cellLines)
        }
    }
  }
}
