import Charts
import FeatureKit

/// The widths of the columns of a list on a terminal. A row consists of a link number, a marker
/// such as `☐`, a handle (short name) such as `t24`, the title, badges, and a last column such as
/// a date.
struct ListColumns {
  private(set) var number = 0
  private(set) var marker = 0
  private(set) var handle = 0
  private(set) var title = 0
  private(set) var badges = 0
  private(set) var trailing = 0
  /// The width of the column for the details of the rows (further texts, such as a place).
  ///
  /// It is 0 if the details are below the titles. All details are below the titles as soon as one
  /// detail is too wide for the column or has several lines.
  private(set) var detail = 0
  private(set) var shape = Shape.columns

  enum Shape {
    /// The title, the badges and the last column (such as a date) are beside each other.
    case columns
    /// The title is above its badges in one column of text, for a phone or a terminal of forty
    /// columns.
    case narrow
    /// The title is on the line below the row's marker and short name (such as `s4`), for rows that
    /// are deeply nested in other rows and have no width left.
    case stacked
  }

  /// The number of columns by which the rows are indented.
  static let indent = 1
  static let gap = 3
  /// The smallest width of the title column. If less is left and a title needs more, the badges and
  /// the last column move below the titles, because a narrower column would break titles into too
  /// many pieces.
  static let leastTitle = 28
  static let widestHandle = 12

  init(_ blocks: [Block], width: Int, layout: Layout) {
    for row in blocks.flatMap(\.listedRows) {
      if row.numbered != nil { number = layout.numberWidth }
      if let sign = row.marker { marker = max(marker, layout.width(of: sign)) }
      if let text = row.handle {
        handle = max(handle, min(layout.pen.width(ofStartOf: text), Self.widestHandle))
      }
      title = max(title, layout.icon(of: row).width + layout.pen.width(ofStartOf: row.title))
      badges = max(badges, layout.width(ofBadges: row.badges))
      if let badge = row.trailing {
        trailing = max(trailing, layout.pen.width(ofStartOf: badge.text))
      }
    }
    let rows = blocks.flatMap(\.listedRows)
    let room = width - textStart - ends
    let details = Self.widestDetail(of: rows, layout)
    if width < 60 || (title > room && room < Self.leastTitle) {
      shape = width - textStart < 14 ? .stacked : .narrow
    }
    if shape == .columns, let details, title + Self.gap + details <= room { detail = details }
    title = shape == .columns ? min(title, room) : max(1, width - textStart)
  }

  /// Returns the width of the widest detail (a further text of a row, such as a place). The result
  /// is nil if no row has a detail, or if a row needs more than one line, because all details are
  /// then below the titles.
  private static func widestDetail(of rows: [Row], _ layout: Layout) -> Int? {
    var widest = 0
    for row in rows {
      guard row.bars.isEmpty, row.expanded.isEmpty else { return nil }
      guard let detail = row.detail else { continue }
      guard !detail.contains(where: \.isNewline) else { return nil }
      widest = max(widest, layout.pen.width(ofStartOf: detail))
    }
    return widest > 0 ? widest : nil
  }

  /// The column of the terminal at which the title of each row starts. The lines below the title
  /// start there too.
  var textStart: Int {
    if shape == .stacked { return Self.indent + 1 }
    return Self.indent + number + (marker > 0 ? marker + 1 : 0) + (handle > 0 ? handle + 2 : 0)
  }

  /// The column of the terminal at which the rows end.
  var end: Int { textStart + title + ends }

  private var ends: Int {
    [badges, trailing, detail].filter { $0 > 0 }.map { $0 + Self.gap }.reduce(0, +)
  }
}

extension Block {
  /// The rows of this list, or of the lists directly in this section.
  fileprivate var listedRows: [Row] {
    switch self {
    case .list(let list): list.rows
    case .section(let section):
      section.blocks.flatMap { block -> [Row] in
        if case .list(let list) = block { list.rows } else { [] }
      }
    default: []
    }
  }
}

extension Layout {
  mutating func lines(of list: RowList, columns: ListColumns, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for (index, row) in list.rows.enumerated() {
      if let line = oneLine(of: row, columns: columns) {
        lines.append(line)
      } else {
        lines += self.lines(of: row, columns: columns, width: width)
      }
      if !row.expanded.isEmpty, index < list.rows.count - 1 { lines.append(.empty) }
    }
    if let more = list.more {
      let number = number(of: more)
      let label = more.label.hasPrefix("…") ? String(more.label.dropFirst()) : more.label
      let words =
        pen("\(pen.ellipsis) \(label.trimmed) (", .muted) + pen(more.command, .words(.info))
        + pen(")", .muted)
      lines += (number + words).indented(by: ListColumns.indent)
        .wrapped(to: width, hanging: 3, pen: pen)
    }
    return lines
  }

  /// Writes a row that needs only one line, as most rows do. The result is nil for a row that needs
  /// more lines.
  private mutating func oneLine(of row: Row, columns: ListColumns) -> StyledLine? {
    guard columns.shape == .columns, row.icon == nil,
      row.detail == nil || columns.detail > 0, row.bars.isEmpty, row.expanded.isEmpty,
      row.offered.isEmpty, pen.width(ofStartOf: row.title) <= columns.title
    else { return nil }
    var line = front(of: row, columns: columns)
    pen.write(row.title, Self.look(ofTitle: row), to: &line)
    writeEnds(of: row, columns: columns, to: &line)
    return line
  }

  private static func look(ofTitle row: Row) -> Look {
    Look(
      tone: row.tone == .muted ? .muted : .neutral, isBold: row.isStrong,
      isStruck: row.marker == .checked && row.tone == .muted)
  }

  /// Appends what follows the title to its line: badges, the last column (such as a date) and the
  /// detail.
  private func writeEnds(of row: Row, columns: ListColumns, to line: inout StyledLine) {
    var column = columns.textStart + columns.title
    if columns.badges > 0 {
      column += ListColumns.gap
      if !row.badges.isEmpty {
        line.pad(to: column)
        write(row.badges, to: &line)
      }
      column += columns.badges
    }
    if let trailing = row.trailing {
      line.pad(to: column + ListColumns.gap)
      pen.writeStart(of: trailing.text, .words(trailing.tone), to: &line)
    }
    if columns.trailing > 0 { column += ListColumns.gap + columns.trailing }
    if columns.detail > 0, let detail = row.detail {
      line.pad(to: column + ListColumns.gap)
      pen.writeStart(of: detail, .muted, to: &line)
    }
  }

  private mutating func lines(of row: Row, columns: ListColumns, width: Int) -> [StyledLine] {
    let start = columns.textStart
    var lines = head(of: row, columns: columns, width: width)
    if columns.detail == 0 {
      lines += under(row, width: min(width, Self.measure) - start).map { $0.indented(by: start) }
    }
    let offered = inline(row.offered, width: width - start)
    if offered.count == 1, lines.count == 1, columns.shape == .columns,
      columns.end + ListColumns.gap + offered[0].width <= width
    {
      lines[0] = lines[0].padded(to: columns.end + ListColumns.gap) + offered[0]
    } else {
      lines += offered.map { $0.indented(by: start) }
    }
    // The content of an opened row is indented less on a narrow screen, because deeply nested rows
    // would otherwise leave no width for text.
    let inset = columns.shape == .columns ? start : width < 24 ? 0 : 3
    let expanded = sequence(row.expanded, width: width - inset).map { $0.indented(by: inset) }
    return expanded.isEmpty ? lines : lines + [.empty] + expanded
  }

  /// Returns the lines below the title of a row: small bars that show how values changed, and
  /// beside them the row's detail (a further text).
  private func under(_ row: Row, width: Int) -> [StyledLine] {
    let bars = miniBars(row.bars, width: width)
    guard let detail = row.detail else { return bars.isEmpty ? [] : [bars] }
    let parts = detail.split(separator: "\n", maxSplits: Self.mostLines).prefix(Self.mostLines)
    let wrapped = parts.enumerated().flatMap { index, part in
      let words = pen.start(of: String(part), .muted)
      return (index == 0 && !bars.isEmpty ? bars + pen("  ") + words : words)
        .wrapped(to: width, atMost: Self.mostLines, pen: pen)
    }
    return Array(wrapped.prefix(Self.mostLines))
  }

  /// Returns small bars such as `▁▂▄▃▅▇█`.
  ///
  /// The result is empty if the terminal has only ASCII symbols, or if the bars would need more
  /// than half of the width. The text beside the bars contains the same information.
  private func miniBars(_ values: [Double], width: Int) -> StyledLine {
    guard style.marks == .unicode, !values.isEmpty, values.count <= width / 2 else { return .empty }
    let signs = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let bars = MiniBars.heights(values).map { height in
      height.map { signs[min(7, Int($0 * 8))] } ?? " "
    }
    return pen(bars.joined(), .mark(.info))
  }

  /// The largest number of lines of a row's title in a list, if the row also has a detail (a
  /// further text). The record's own page shows the whole title.
  private static let mostTitleLines = 2

  /// The largest number of lines of a row's detail (the text below or beside its title), or of the
  /// title of a row without a detail.
  private static let mostLines = 3

  /// Returns the first lines of a row: the link number, the marker such as `☐`, the handle (short
  /// name) such as `t24`, and the title. If the columns have enough width, badges and the last
  /// column (such as a date) are on the title's line. Otherwise they are below it.
  private mutating func head(of row: Row, columns: ListColumns, width: Int) -> [StyledLine] {
    let start = columns.textStart
    var front = front(of: row, columns: columns)
    let title = (icon(of: row) + pen.start(of: row.title, Self.look(ofTitle: row))).wrapped(
      to: columns.title, atMost: row.detail == nil ? Self.mostLines : Self.mostTitleLines,
      pen: pen)
    let rest = title.dropFirst().map { $0.indented(by: start) }
    if columns.shape == .columns {
      if let first = title.first { front += first }
      writeEnds(of: row, columns: columns, to: &front)
      return [front] + rest
    }
    let under = joined([badges(of: row), trailing(of: row)], width: width - start)
      .prefix(Self.mostLines)
    let top =
      columns.shape == .narrow
      ? [front + (title.first ?? .empty)] + rest
      : [front.clipped(to: width, pen: pen)] + title.map { $0.indented(by: start) }
    return top + under.map { $0.indented(by: start) }
  }

  /// Returns what comes before the title of a row: the link number, the marker such as `☐` and the
  /// handle (short name) such as `t24`, padded up to the column at which titles start.
  private mutating func front(of row: Row, columns: ListColumns) -> StyledLine {
    var front = StyledLine.empty
    front.reserve(pen.isColourless ? 3 : 12)
    let number = row.numbered.map { self.number(of: $0) } ?? .empty
    front.pad(to: ListColumns.indent + columns.number - number.width)
    front += number
    var end = ListColumns.indent + columns.number
    if columns.marker > 0 {
      if let marker = row.marker {
        pen.write(
          sign: sign(of: marker), width: width(of: marker), .mark(row.markerTone), to: &front)
      }
      end += columns.marker + 1
      front.pad(to: end)
    }
    if columns.handle > 0 {
      if let handle = row.handle {
        if pen.width(ofStartOf: handle) <= columns.handle {
          pen.write(handle, .muted, to: &front)
        } else {
          front += pen.start(of: handle, .muted).clipped(to: columns.handle, pen: pen)
        }
      }
      end += columns.handle + 2
      front.pad(to: end)
    }
    return front
  }

  /// Returns the icon of a row, such as an emoji, with a space after it. The result is empty if the
  /// terminal has only ASCII symbols.
  func icon(of row: Row) -> StyledLine {
    guard style.marks == .unicode, let icon = row.icon else { return .empty }
    return pen.start(of: icon + " ")
  }

  func badges(of row: Row) -> StyledLine {
    var line = StyledLine.empty
    write(row.badges, to: &line)
    return line
  }

  private func write(_ badges: [Badge], to line: inout StyledLine) {
    let start = line.width
    for badge in badges {
      if line.width > start { pen.write(" \(pen.dot) ", .muted, to: &line) }
      pen.writeStart(of: badge.text, .words(badge.tone), to: &line)
    }
  }

  func width(ofBadges badges: [Badge]) -> Int {
    let dot = 3
    return badges.reduce(0) { width, badge in
      (width > 0 ? width + dot : 0) + pen.width(ofStartOf: badge.text)
    }
  }

  func trailing(of row: Row) -> StyledLine {
    row.trailing.map { pen.start(of: $0.text, .words($0.tone)) } ?? .empty
  }

  private func sign(of marker: Marker) -> String { marker.sign(style.marks) }

  func width(of marker: Marker) -> Int { marker.width(style.marks) }
}

extension Marker {
  /// Returns the width of the marker, such as `☐`, in columns of the terminal.
  ///
  /// The widths are written out here, because computing them with `CellWidth` for every row of a
  /// long list would be slow. They equal the results of `CellWidth`.
  func width(_ signs: VisibleText.Signs) -> Int {
    switch (self, signs) {
    case (.locked, .unicode): 2
    case (_, .unicode): 1
    case (_, .ascii): sign(signs).utf8.count
    }
  }

  func sign(_ signs: VisibleText.Signs) -> String {
    switch (self, signs) {
    case (.unchecked, .unicode): "☐"
    case (.started, .unicode): "◐"
    case (.checked, .unicode), (.chosen, .unicode): "☑"
    case (.skipped, .unicode): "⊘"
    case (.locked, .unicode): "🔒"
    case (.bullet, .unicode), (.unread, .unicode): "●"
    case (.unchecked, .ascii): "[ ]"
    case (.started, .ascii): "[~]"
    case (.checked, .ascii), (.chosen, .ascii): "[x]"
    case (.skipped, .ascii): "[-]"
    case (.locked, .ascii): "[#]"
    case (.bullet, .ascii): "*"
    case (.unread, .ascii): "(*)"
    }
  }
}

extension String {
  /// The text without the spaces at its ends.
  var trimmed: String {
    var text = self[...].drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
