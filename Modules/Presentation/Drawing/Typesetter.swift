import Charts
import Documents
import FeatureKit
import Palette

/// Draws the blocks of a document (its parts, such as headings and tables) on pages, from top to
/// bottom.
final class Typesetter {
  let canvas: Canvas
  private let document: PDFDocument
  /// The number of all pages, which the bottom of each page shows. It is 0 in the first pass, which
  /// only counts the pages.
  private let pageCount: Int
  private(set) var page = 1
  /// The vertical position at which the next block (a heading, text, table or chart) is drawn.
  var y = PaperSize.top

  init(_ document: PDFDocument, pageCount: Int, _ library: CairoLibrary) throws(DrawingFailure) {
    self.document = document
    self.pageCount = pageCount
    canvas = try Canvas.pages(
      library, width: PaperSize.width, height: PaperSize.height,
      title: VisibleText(document.title).text,
      author: document.author.map { VisibleText($0).text },
      madeAt: document.madeAt)
  }

  func set() throws(DrawingFailure) {
    for (block, next) in zip(
      document.blocks, document.blocks.dropFirst().map(Optional.some) + [nil])
    {
      try set(block, before: next)
    }
    try endPage()
  }

  /// Begins a new page if less than `height` is left on the current page and something is drawn on
  /// it.
  func keep(_ height: Double) throws(DrawingFailure) {
    guard breaks(before: height) else { return }
    try endPage()
    page += 1
    y = PaperSize.top
  }

  /// Returns whether a block of this height needs a new page, because it does not fit below what is
  /// already drawn on the current page. It is false on an empty page.
  func breaks(before height: Double) -> Bool { y + height > PaperSize.bottom && y > PaperSize.top }

  func skip(_ height: Double) {
    if y > PaperSize.top { y += height }
  }

  /// Draws the lines of a text below each other. A line that does not fit on the page begins a new
  /// page.
  func run(
    _ text: SetText, x: Double = PaperSize.left, _ colour: RGB, linkedTo address: String? = nil,
    as tag: StructureTag = .paragraph
  ) throws(DrawingFailure) {
    guard let first = text.lines.first else { return }
    try keep(first.height)
    canvas.begin(tag)
    defer { canvas.end(tag) }
    for (index, line) in text.lines.enumerated() {
      if index > 0, breaks(before: line.height) {
        canvas.end(tag)
        try keep(line.height)
        canvas.begin(tag)
      }
      let baseline = y + line.baseline - line.top
      canvas.link(to: address) {
        canvas.draw(text, line: index, x: x + line.x, y: baseline, colour)
      }
      y += line.height
    }
  }

  func rule(at y: Double, from left: Double = PaperSize.left, to right: Double = PaperSize.right) {
    let ends = [PlotPoint(x: left, y: y), PlotPoint(x: right, y: y)]
    canvas.stroke(.polyline(through: ends), PaperInk.rule, width: 0.75)
  }

  private func endPage() throws(DrawingFailure) {
    let number = try SetText(
      pageCount > 0 ? "Page \(page) of \(pageCount)" : "Page \(page)", .label, on: canvas,
      width: PaperSize.room, endsAtRight: true)
    let words = try SetText(
      document.footer, .label, on: canvas, width: PaperSize.room - number.width - 24, mostLines: 1)
    rule(at: PaperSize.footerLine - 6)
    words.draw(on: canvas, x: PaperSize.left, y: PaperSize.footerLine, PaperInk.muted)
    number.draw(on: canvas, x: PaperSize.left, y: PaperSize.footerLine, PaperInk.muted)
    canvas.nextPage()
  }
}

extension Typesetter {
  private func set(_ block: PaperBlock, before next: PaperBlock?) throws(DrawingFailure) {
    switch block {
    case .title(let name, let lines): try setTitle(name, lines)
    case .heading(let words, let level): try setHeading(words, level: level, before: next)
    case .words(let words, let tone):
      try run(
        SetText(words, .body, on: canvas, width: PaperSize.room),
        PaperInk.theme.text(tone) ?? PaperInk.text)
      y += 6
    case .facts(let facts): try setFacts(facts)
    case .cards(let stats): try setCards(stats)
    case .links(let links): try setLinks(links)
    case .table(let table): try TableSetter(table, in: self).set()
    case .chart(let chart): try setChart(chart)
    }
  }

  private func setTitle(_ name: String, _ lines: [String]) throws(DrawingFailure) {
    try run(
      SetText(name, .title, on: canvas, width: PaperSize.room, mostLines: 4), PaperInk.text,
      as: .title)
    y += 2
    for line in lines {
      let text = try SetText(line, .body, on: canvas, width: PaperSize.room, mostLines: 4)
      try run(text, PaperInk.muted)
      y += 1
    }
    y += 8
    rule(at: y)
    y += 12
  }

  /// Draws a heading. If the start of the part after the heading would not fit below it, the
  /// heading begins a new page, so that it is never the last line of a page.
  private func setHeading(
    _ words: String, level: Int, before next: PaperBlock?
  ) throws(DrawingFailure) {
    let style = level > 1 ? TextStyle.caption : .heading
    let text = try SetText(words, style, on: canvas, width: PaperSize.room, mostLines: 3)
    var following = 60.0
    if case .chart(let chart)? = next { following = try SetChart(chart, on: canvas).height }
    try keep(min(16 + text.height + following, PaperSize.depth))
    skip(level > 1 ? 4 : 12)
    if level == 1 { canvas.bookmark(VisibleText(words).text, page: page, y: y) }
    try run(text, PaperInk.text, as: .heading(level: level))
    y += level > 1 ? 3 : 6
  }

  private func setFacts(_ facts: [Fact]) throws(DrawingFailure) {
    let labels = try facts.map { fact throws(DrawingFailure) in
      try SetText(fact.label, .body, on: canvas, width: PaperSize.room * 0.4, mostLines: 3)
    }
    let x = PaperSize.left + (labels.map(\.width).max() ?? 0) + 18
    for (fact, label) in zip(facts, labels) {
      let value = try SetText(fact.value, .body, on: canvas, width: PaperSize.right - x)
      try keep(min(max(label.height, value.height), PaperSize.depth / 3))
      canvas.tagged(.paragraph) {
        label.draw(on: canvas, x: PaperSize.left, y: y, PaperInk.muted)
      }
      let (start, first) = (y, page)
      try run(value, x: x, PaperInk.theme.text(fact.tone) ?? PaperInk.text)
      if page == first { y = max(y, start + label.height) }
      y += 3
    }
    y += 6
  }

  private func setLinks(_ links: [PaperLink]) throws(DrawingFailure) {
    for link in links {
      let label = try SetText(
        link.label.isEmpty ? "" : link.label + ": ", .body, on: canvas, width: PaperSize.room * 0.5,
        mostLines: 2)
      let address = try SetText(
        link.address, .body, on: canvas, width: PaperSize.room - label.width - 4, mostLines: 12)
      try keep(max(label.height, address.height))
      canvas.tagged(.paragraph) {
        label.draw(on: canvas, x: PaperSize.left, y: y, PaperInk.text)
      }
      let (start, colour) = (y, link.target == nil ? PaperInk.text : PaperInk.link)
      let x = PaperSize.left + (link.label.isEmpty ? 0 : label.width + 4)
      try run(address, x: x, colour, linkedTo: link.target)
      y = max(y, start + label.height) + 3
    }
    y += 6
  }

  /// Draws a chart: the title, the sentence that sums it up, and the drawing. All three stay on one
  /// page.
  private func setChart(_ chart: Chart) throws(DrawingFailure) {
    let set = try SetChart(chart, on: canvas)
    try keep(set.height)
    try run(set.title, PaperInk.text, as: .lesserHeading)
    try run(set.sentence, PaperInk.muted)
    y += 4
    try canvas.tagged(.figure) { () throws(DrawingFailure) in
      try canvas.frame(x: PaperSize.left, y: y, scale: set.scale) { () throws(DrawingFailure) in
        try canvas.paint(set.drawing)
      }
    }
    y += set.drawing.height * set.scale + 8
  }
}

/// A chart, its title and the sentence that sums it up, such as "rose from 81.00 to 85.50 mph".
/// From their measured heights, the typesetter decides whether the chart fits on the page.
private struct SetChart {
  let title: SetText
  let sentence: SetText
  let drawing: ChartPicture
  let scale: Double

  init(_ chart: Chart, on canvas: Canvas) throws(DrawingFailure) {
    drawing = ChartPicture(chart, width: PaperSize.room, height: 190, showsTitle: false)
    title = try SetText(chart.title, .caption, on: canvas, width: PaperSize.room, mostLines: 2)
    sentence = try SetText(chart.sentence, .body, on: canvas, width: PaperSize.room, mostLines: 12)
    scale = min(1, (PaperSize.depth - Self.words(title, sentence)) / drawing.height)
  }

  var height: Double { Self.words(title, sentence) + drawing.height * scale }

  private static func words(_ title: SetText, _ sentence: SetText) -> Double {
    title.height + sentence.height + 8
  }
}
