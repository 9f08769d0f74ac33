import Charts
import Documents

extension Canvas {
  /// Draws a chart. The same `ChartPicture` is also written as SVG, so the PDF and the SVG look the
  /// same.
  func paint(_ drawing: ChartPicture) throws(DrawingFailure) {
    for mark in drawing.marks {
      switch mark {
      case .stroke(let steps, let colour, let width, let isDashed):
        stroke(steps, colour, width: width, isDashed: isDashed)
      case .fill(let steps, let colour, let opacity): fill(steps, colour, opacity: opacity)
      case .dot(let centre, let radius, let colour): dot(centre, radius: radius, colour)
      case .words(let words): try paint(words)
      }
    }
  }

  private func paint(_ words: ChartPicture.Words) throws(DrawingFailure) {
    let text = try SetText(
      words.text, TextStyle(size: words.size, isBold: words.isBold), on: self)
    let start =
      switch words.anchor {
      case .start: words.at.x
      case .middle: words.at.x - text.width / 2
      case .end: words.at.x - text.width
      }
    draw(text, line: 0, x: start, y: words.at.y, words.colour)
  }
}
