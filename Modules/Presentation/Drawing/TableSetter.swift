import Charts
import Documents
import FeatureKit
import Palette

/// Draws a table row by row. Each new page begins with the table's header.
struct TableSetter {
  private let table: PaperTable
  private let typesetter: Typesetter
  private let widths: [Double]

  private static let gap = 12.0
  private static let inset = 4.0
  /// The largest number of lines of a cell. A longer text ends with an ellipsis, because a row must
  /// be smaller than a page.
  private static let mostLines = 20
  /// The number of rows from the start of a table that determine the column widths.
  ///
  /// Measuring all rows of a long table would take too long.
  private static let measuredRows = 200

  init(_ table: PaperTable, in typesetter: Typesetter) throws(DrawingFailure) {
    self.table = table
    self.typesetter = typesetter
    widths = try Self.widths(of: table, on: typesetter.canvas)
  }

  func set() throws(DrawingFailure) {
    guard !table.columns.isEmpty else { return }
    let header = try texts(table.columns.map(\.title), isHeader: true)
    if let caption = table.caption {
      let text = try SetText(
        caption, .caption, on: typesetter.canvas, width: PaperSize.room, mostLines: 3)
      try typesetter.keep(text.height + height(of: header) + 50)
      typesetter.skip(4)
      try typesetter.run(text, PaperInk.text)
      typesetter.y += 4
    } else {
      try typesetter.keep(height(of: header) + 30)
    }
    typesetter.canvas.begin(.table)
    defer { typesetter.canvas.end(.table) }
    setHeader(header)
    for row in table.rows {
      let cells = table.columns.indices.map { $0 < row.count ? row[$0] : "" }
      let texts = try texts(cells.map(\.text), isHeader: false)
      if typesetter.breaks(before: height(of: texts)) {
        typesetter.canvas.end(.table)
        try typesetter.keep(height(of: texts))
        typesetter.canvas.begin(.table)
        setHeader(header)
      }
      draw(texts, tones: cells.map(\.badge), as: .cell)
      typesetter.rule(at: typesetter.y)
    }
    typesetter.y += 12
  }
}

extension TableSetter {
  private func texts(_ words: [String], isHeader: Bool) throws(DrawingFailure) -> [SetText] {
    var style = TextStyle(size: 9)
    style.isBold = isHeader
    var texts: [SetText] = []
    for (index, word) in words.enumerated() {
      texts.append(
        try SetText(
          word, style, on: typesetter.canvas, width: widths[index], mostLines: Self.mostLines,
          endsAtRight: table.columns[index].isNumeric))
    }
    return texts
  }

  private func height(of texts: [SetText]) -> Double {
    (texts.map(\.height).max() ?? 0) + Self.inset * 2
  }

  private func setHeader(_ header: [SetText]) {
    let ground = typesetter.box(PaperSize.left, typesetter.y, PaperSize.room, height(of: header))
    typesetter.canvas.fill(ground, PaperInk.shade)
    draw(header, tones: header.map { _ in nil }, as: .columnTitle)
  }

  private func draw(_ texts: [SetText], tones: [Tone?], as tag: StructureTag) {
    let canvas = typesetter.canvas
    canvas.tagged(.row) {
      var x = PaperSize.left + Self.inset
      for (index, text) in texts.enumerated() {
        let colour = tones[index].flatMap(PaperInk.theme.text) ?? PaperInk.text
        canvas.tagged(tag) {
          text.draw(on: canvas, x: x, y: typesetter.y + Self.inset, colour)
        }
        x += widths[index] + Self.gap
      }
    }
    typesetter.y += height(of: texts)
  }

  /// Returns the widths of the columns. Columns are as wide as their texts if there is enough
  /// space. Otherwise the widest columns become narrower, and their texts are broken into lines.
  private static func widths(of table: PaperTable, on canvas: Canvas) throws(DrawingFailure)
    -> [Double]
  {
    let count = Double(table.columns.count)
    let room = PaperSize.room - inset * 2 - gap * max(0, count - 1)
    var wanted: [Double] = []
    for (index, column) in table.columns.enumerated() {
      var widest = try SetText(column.title, .init(size: 9, isBold: true), on: canvas, mostLines: 1)
        .width
      for row in table.rows.prefix(measuredRows) where index < row.count {
        // Only the start of a text is measured, because a longer text is wrapped anyway.
        let start = String(row[index].text.prefix(120))
        widest = max(widest, try SetText(start, .init(size: 9), on: canvas, mostLines: 1).width)
      }
      wanted.append(widest + 1)
    }
    return shared(room, among: wanted)
  }

  static func shared(_ room: Double, among wanted: [Double]) -> [Double] {
    let total = wanted.reduce(0, +)
    guard total > room, !wanted.isEmpty else {
      // All columns share the remaining width, so the table is as wide as the text around it.
      let spare = wanted.isEmpty ? 0 : (room - total) / Double(wanted.count)
      return wanted.map { $0 + spare }
    }
    var given = wanted
    var open = Array(wanted.indices)
    var left = room
    // A column that needs less than an equal share of the width gets what it needs. Each round of
    // the loop then divides the remaining width equally among the wider columns.
    while true {
      let share = left / Double(open.count)
      let modest = open.filter { wanted[$0] <= share }
      guard !modest.isEmpty, modest.count < open.count else {
        for index in open { given[index] = share }
        return given
      }
      for index in modest { left -= wanted[index] }
      open.removeAll { modest.contains($0) }
    }
  }
}
