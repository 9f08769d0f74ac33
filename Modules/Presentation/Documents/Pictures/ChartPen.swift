import Charts
import CivilTime
import FeatureKit
import Palette

/// Positions the parts of a chart (lines, bars and texts) from top to bottom.
///
/// The pen cannot measure text, because this module has no fonts. It computes the space for a text
/// from its number of letters and the letter width of DejaVu Sans, a wide font.
struct ChartPen {
  let width: Double
  private(set) var height: Double
  private(set) var marks: [ChartPicture.Mark] = []
  /// The vertical position at which the next part of the picture begins.
  private var top = 12.0

  private static let margin = 16.0
  private static let labelSize = 11.0
  /// The width of a letter of DejaVu Sans relative to the font's size. It is wide enough for
  /// capitals and digits too.
  private static let letterShare = 0.63

  init(width: Double, least height: Double) {
    self.width = width
    self.height = height
  }

  mutating func drawTitle(_ chart: Chart) {
    let title = cut(chart.title, to: width - 2 * Self.margin, size: 18)
    add(title, x: Self.margin, y: top + 16, size: 16, colour: PictureInk.text, isBold: true)
    top += 26
    for line in wrapped(chart.sentence, size: 12).prefix(3) {
      add(line, x: Self.margin, y: top + 12, size: 12, colour: PictureInk.muted)
      top += 17
    }
    top += 6
  }

  mutating func drawLines(
    _ series: [Chart.Series], unit: String?, of chart: Chart
  ) {
    let dated = series.map { one in one.points.map { DatedValue($0.day, $0.value) } }
    guard let plot = LinePlot(dated, over: chart.days, onClock: chart.isOnClock)
    else { return drawNothing() }
    drawLegend(series)
    if let unit, !unit.isEmpty {
      add(unit, x: Self.margin, y: top + Self.labelSize, colour: PictureInk.muted)
      top += 18
    }
    let (left, right, bottom) = drawAxes(plot, of: chart)
    for (index, one) in series.enumerated() {
      let shift = { (point: PlotPoint) in PlotPoint(x: point.x + left, y: point.y + top + 6) }
      let points = plot.points(of: index, width: right - left, height: bottom - top - 6).map(shift)
      drawLine(
        points, tone: one.tone, isDashed: index % 2 == 1, floor: series.count == 1 ? bottom : nil)
    }
  }

  mutating func drawDays(_ series: Chart.Series, of chart: Chart) {
    let counts = series.points.map { DatedValue($0.day, $0.value) }
    guard let plot = DayBars(counts, over: chart.days) else { return drawNothing() }
    let (left, right, bottom) = drawAxes(plot, of: chart)
    let colour = PictureInk.theme.mark(series.tone) ?? PictureInk.text
    for bar in plot.bars(width: right - left, height: bottom - top - 6) {
      marks.append(
        .fill(box(left + bar.left, top + 6 + bar.top, left + bar.right, bottom), colour, opacity: 1)
      )
    }
  }

  /// Draws the numbers of the vertical axis at the left of the drawing, each with a grid line, and
  /// the days below the drawing.
  ///
  /// Returns the edges between which the caller draws the lines or bars.
  private mutating func drawAxes(
    _ plot: some DatedPlot, of chart: Chart
  ) -> (left: Double, right: Double, bottom: Double) {
    let labels = zip(
      plot.ticks.values,
      plot.ticks.labels(inThousandths: chart.isInThousandths, onClock: chart.isOnClock))
    let left = Self.margin + (labels.map { room(for: $0.1) }.max() ?? 0) + 8
    let right = width - Self.margin - 8
    let bottom = max(height - 34, top + 60)
    height = bottom + 34
    let scale = LinearScale(plot.ticks.domain, from: bottom, to: top + 6)
    for (value, label) in labels {
      let y = scale(value)
      let line = [PlotPoint(x: left, y: y), PlotPoint(x: right, y: y)]
      marks.append(.stroke(.polyline(through: line), PictureInk.grid, width: 1))
      add(label, x: left - 8, y: y + 4, colour: PictureInk.muted, anchor: .end)
    }
    drawDays(plot, from: left, to: right, y: bottom + 20)
    return (left, right, bottom)
  }

  mutating func drawBars(_ bars: [Chart.Bar]) {
    guard !bars.isEmpty else { return drawNothing() }
    let greatest = bars.map(\.value).filter(\.isFinite).max() ?? 0
    let values = bars.map { Figure.text($0.value) }
    let labelRoom = min(width * 0.35, bars.map { room(for: $0.label) }.max() ?? 0)
    let valueRoom = values.map(room).max() ?? 0
    let left = Self.margin + labelRoom + 10
    let right = width - Self.margin - valueRoom - 8
    for (bar, value) in zip(bars, values) {
      let middle = top + 11
      add(
        cut(bar.label, to: labelRoom), x: left - 10, y: middle + 4, colour: PictureInk.text,
        anchor: .end)
      let share = bar.value.isFinite && bar.value > 0 && greatest > 0 ? bar.value / greatest : 0
      let end = left + (right - left) * share
      marks.append(.fill(box(left, middle - 7, right, middle + 7), PictureInk.grid, opacity: 0.5))
      if share > 0 {
        let colour = PictureInk.theme.mark(bar.tone) ?? PictureInk.text
        marks.append(.fill(box(left, middle - 7, end, middle + 7), colour, opacity: 1))
      }
      add(value, x: right + 8, y: middle + 4, colour: PictureInk.text)
      top += 24
    }
    height = top + 8
  }
}

extension ChartPen {
  private mutating func drawNothing() {
    add("Nothing to show yet", x: width / 2, y: top + 30, colour: PictureInk.muted, anchor: .middle)
    height = top + 60
  }

  private mutating func drawLegend(_ series: [Chart.Series]) {
    guard series.count > 1 else { return }
    var x = Self.margin
    for one in series {
      let name = cut(one.name, to: width / 2)
      if x > Self.margin, x + 16 + room(for: name) > width - Self.margin {
        x = Self.margin
        top += 18
      }
      let dot = PlotPoint(x: x + 4, y: top + 8)
      marks.append(.dot(dot, radius: 4, PictureInk.theme.mark(one.tone) ?? PictureInk.text))
      add(name, x: x + 14, y: top + 12, colour: PictureInk.text)
      x += 14 + room(for: name) + 16
    }
    top += 24
  }

  /// Draws the days below the drawing. A label that would touch the label before it is left out.
  /// The first and the last label stay inside the picture.
  private mutating func drawDays(
    _ plot: some DatedPlot, from left: Double, to right: Double, y: Double
  ) {
    let most = max(2, Int((right - left) / 90))
    let ticks = DayTicks(from: plot.days.lowerBound, to: plot.days.upperBound, atMost: most).ticks
    var free = -Double.infinity
    for tick in ticks {
      let half = room(for: tick.label) / 2
      let place = left + plot.x(of: tick.day, width: right - left)
      let x = min(max(place, left + half - 8), right + 8 - half)
      guard x - half > free else { continue }
      add(tick.label, x: x, y: y, colour: PictureInk.muted, anchor: .middle)
      free = x + half + 8
    }
  }

  /// Draws a line of the chart. Every second line is dashed, for people who cannot distinguish the
  /// colors.
  private mutating func drawLine(
    _ points: [PlotPoint], tone: Tone, isDashed: Bool, floor: Double?
  ) {
    let colour = PictureInk.theme.mark(tone) ?? PictureInk.text
    if let floor, points.count > 1 {
      marks.append(.fill(.area(under: points, floor: floor), colour, opacity: 0.12))
    }
    if points.count > 1 {
      marks.append(.stroke(.curve(through: points), colour, width: 2, isDashed: isDashed))
    }
    for point in points { marks.append(.dot(point, radius: 3, colour)) }
  }

  private mutating func add(
    _ text: String, x: Double, y: Double, size: Double = labelSize, colour: RGB,
    anchor: ChartPicture.Anchor = .start, isBold: Bool = false
  ) {
    let words = ChartPicture.Words(
      text: VisibleText(text).text, at: PlotPoint(x: x, y: y), size: size, colour: colour,
      anchor: anchor, isBold: isBold)
    marks.append(.words(words))
  }

  private func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [PathStep] {
    [
      .move(PlotPoint(x: left, y: top)), .line(PlotPoint(x: right, y: top)),
      .line(PlotPoint(x: right, y: bottom)), .line(PlotPoint(x: left, y: bottom)), .close,
    ]
  }

  private func room(for text: String) -> Double {
    Double(text.count) * Self.labelSize * Self.letterShare
  }

  private func cut(_ text: String, to room: Double, size: Double = labelSize) -> String {
    let count = max(1, Int(room / (size * Self.letterShare)))
    return text.count > count ? text.prefix(count - 1) + "…" : text
  }

  private func wrapped(_ text: String, size: Double) -> [String] {
    let most = Int((width - 2 * Self.margin) / (size * Self.letterShare))
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= most {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word.prefix(most)))
      }
    }
    return lines
  }
}
