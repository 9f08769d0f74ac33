import Charts
import Documents
import FeatureKit
import Palette

extension Typesetter {
  /// Draws numbers with their labels in boxes, such as height and weight, up to four side by side.
  func setCards(_ stats: [Stat]) throws(DrawingFailure) {
    let perRow = min(max(stats.count, 1), stats.count == 5 || stats.count == 6 ? 3 : 4)
    let gap = 10.0
    let width = (PaperSize.room - gap * Double(perRow - 1)) / Double(perRow)
    for start in stride(from: 0, to: stats.count, by: perRow) {
      let row = stats[start..<min(stats.count, start + perRow)]
      let texts = try row.map { stat throws(DrawingFailure) in
        try [(stat.title, TextStyle.label), (stat.value, .figure), (stat.note ?? "", .label)]
          .map { words, style throws(DrawingFailure) in
            try SetText(words, style, on: canvas, width: width - 20, mostLines: 2)
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
