import Charts
import Documents
import FeatureKit
import Palette

extension Typesetter {
  private static let gap = 10.0
  /// The space on both sides of a box together, between its edges and its text.
  private static let padding = 20.0

  /// Draws numbers with their labels in boxes, such as height and weight, up to four side by side.
  func setCards(_ stats: [Stat]) throws(DrawingFailure) {
    let perRow = try cardsPerRow(stats)
    let gap = Self.gap
    let width = Self.widthOfCard(perRow: perRow)
    for start in stride(from: 0, to: stats.count, by: perRow) {
      let row = stats[start..<min(stats.count, start + perRow)]
      let texts = try row.map { stat throws(DrawingFailure) in
        try [(stat.title, TextStyle.label), (stat.value, .figure), (stat.note ?? "", .label)]
          .map { words, style throws(DrawingFailure) in
            try SetText(words, style, on: canvas, width: width - Self.padding, mostLines: 2)
          }
      }
      let hasNotes = row.contains { $0.note != nil }
      let height = (texts.map { heights(of: $0, hasNotes).reduce(0, +) }.max() ?? 0) + 18
      try keep(height)
      for ((index, stat), texts) in zip(row.enumerated(), texts) {
        let x = PaperSize.left + (width + gap) * Double(index)
        canvas.stroke(box(x, y, width, height), PaperInk.rule, width: 0.75)
        let value = PaperInk.theme.text(stat.tone) ?? PaperInk.text
        var top = y + 9
        canvas.tagged(.paragraph) {
          for (text, colour) in zip(texts, [PaperInk.muted, value, PaperInk.muted]) {
            text.draw(on: canvas, x: x + 10, y: top, colour)
            top += text.height
          }
        }
      }
      y += height + gap
    }
    y += 4
  }

  /// Returns how many boxes are drawn side by side: the largest number for which each word of a
  /// value fits on a line of its box. If a word is wider than the page, fewer boxes would not help,
  /// so as many boxes as possible are drawn.
  private func cardsPerRow(_ stats: [Stat]) throws(DrawingFailure) -> Int {
    let most = min(max(stats.count, 1), stats.count == 5 || stats.count == 6 ? 3 : 4)
    let words = stats.flatMap { stat in
      // A box shows only two lines, so only the first hundred characters of a value are measured.
      stat.value.unicodeScalars.prefix(100).split(whereSeparator: \.properties.isWhitespace)
    }
    let widths = try words.map { word throws(DrawingFailure) in
      try SetText(String(word), .figure, on: canvas).width
    }
    let widest = (widths.max() ?? 0) + Self.padding
    return (1...most).last { widest <= Self.widthOfCard(perRow: $0) } ?? most
  }

  private static func widthOfCard(perRow: Int) -> Double {
    (PaperSize.room - gap * Double(perRow - 1)) / Double(perRow)
  }

  private func heights(of texts: [SetText], _ hasNotes: Bool) -> [Double] {
    texts.prefix(hasNotes ? 3 : 2).map(\.height)
  }

  func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [PathStep] {
    [
      .move(PlotPoint(x: x, y: y)), .line(PlotPoint(x: x + width, y: y)),
      .line(PlotPoint(x: x + width, y: y + height)), .line(PlotPoint(x: x, y: y + height)), .close,
    ]
  }
}
