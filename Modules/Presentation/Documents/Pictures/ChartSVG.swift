import Charts
import FeatureKit
import Hypertext
import Palette

extension ChartPicture {
  /// The chart as an SVG file for browsers and word processors.
  ///
  /// The chart's title and the sentence that summarizes it are in the file for screen readers.
  public var svg: String { markup.text + "\n" }

  /// The chart as an `svg` element, which is a part of an HTML document.
  var markup: Markup {
    .block(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": "0 0 \(SVGPath.number(width)) \(SVGPath.number(height))",
        "width": SVGPath.number(width), "height": SVGPath.number(height), "role": "img",
        "font-family": "DejaVu Sans, Verdana, sans-serif",
      ],
      [.element("title", [:], [.line(spoken)]), .element("desc", [:], [.line(sentence)])]
        + marks.map(markup))
  }

  private func markup(of mark: Mark) -> Markup {
    switch mark {
    case .stroke(let steps, let colour, let width, let isDashed):
      .element(
        "path",
        [
          "d": SVGPath.text(steps), "fill": "none", "stroke": colour.hex,
          "stroke-width": SVGPath.number(width), "stroke-linejoin": "round",
          "stroke-dasharray": isDashed ? "6 4" : nil,
        ], [])
    case .fill(let steps, let colour, let opacity):
      .element(
        "path",
        ["d": SVGPath.text(steps), "fill": colour.hex, "fill-opacity": SVGPath.number(opacity)], [])
    case .dot(let centre, let radius, let colour):
      .element(
        "circle",
        [
          "cx": SVGPath.number(centre.x), "cy": SVGPath.number(centre.y),
          "r": SVGPath.number(radius), "fill": colour.hex,
        ], [])
    case .words(let words):
      .element(
        "text",
        [
          "x": SVGPath.number(words.at.x), "y": SVGPath.number(words.at.y),
          "font-size": SVGPath.number(words.size), "fill": words.colour.hex,
          "text-anchor": words.anchor.rawValue, "font-weight": words.isBold ? "bold" : nil,
        ], [.line(words.text)])
    }
  }
}
