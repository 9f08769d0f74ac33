import Charts
import CivilTime
import FeatureKit

extension Layout {
  mutating func lines(of chart: Chart, width: Int) -> [StyledLine] {
    var lines = heading(chart.title, width: width)
    lines += pen.lines(chart.sentence)
      .flatMap { $0.wrapped(to: min(width, Self.measure), atMost: Self.mostLines, pen: pen) }
    let drawing =
      switch chart.form {
      case .line(let series, _): lineDrawing(series, of: chart, width: width)
      case .days(let series): dayDrawing(series, of: chart, width: width)
      case .bars(let bars): barDrawing(bars, width: width)
      }
    if !drawing.isEmpty { lines += [.empty] + drawing }
    return lines + inline(chart.links, width: width)
  }

  /// The largest number of lines of the sentence that summarizes a chart. The sentence can contain
  /// names of any length, and the chart's table shows them completely.
  private static let mostLines = 6

  /// Lays out two charts that follow each other side by side.
  ///
  /// The result is nil if the next two parts of the page are not both charts, or if the screen is
  /// narrower than 76 columns, where the charts would be hard to read.
  mutating func chartsSideBySide(
    _ blocks: ArraySlice<Block>, width: Int
  ) -> ([StyledLine], taken: Int)? {
    let pair = blocks.prefix(2)
    guard width >= 76, pair.count == 2, case .chart(let first)? = pair.first,
      case .chart(let second)? = pair.last
    else { return nil }
    let gap = 4
    let half = (min(width, 160) - gap) / 2
    let left = lines(of: first, width: half)
    let right = lines(of: second, width: half)
    let lines = (0..<max(left.count, right.count)).map { index -> StyledLine in
      let start = index < left.count ? left[index] : .empty
      guard index < right.count, !right[index].isEmpty else { return start }
      return start.padded(to: half + gap) + right[index]
    }
    return (lines, taken: 2)
  }

  private func lineDrawing(
    _ series: [Chart.Series], of chart: Chart, width: Int
  ) -> [StyledLine] {
    let dated = series.map { one in one.points.map { DatedValue($0.day, $0.value) } }
    guard let plot = LinePlot(dated, over: chart.days, onClock: chart.isOnClock)
    else { return [] }
    var lines = drawing(plot, of: chart, width: width) { canvas in
      for (index, one) in series.enumerated() { draw(plot, index, tone: one.tone, on: &canvas) }
    }
    if series.count > 1, !lines.isEmpty { lines += legend(series, width: width) }
    return lines
  }

  private func dayDrawing(_ series: Chart.Series, of chart: Chart, width: Int) -> [StyledLine] {
    let counts = series.points.map { DatedValue($0.day, $0.value) }
    guard let plot = DayBars(counts, over: chart.days) else { return [] }
    return drawing(plot, of: chart, width: width) { canvas in
      let floor = canvas.height - 4
      for bar in plot.bars(width: Double(canvas.width), height: Double(floor)) {
        // A bar is at least one dot wide and at least two dots high.
        let (left, top) = (Int(bar.left.rounded()), min(Int(bar.top.rounded()), floor - 1))
        for x in left..<max(left + 1, Int(bar.right.rounded())) {
          canvas.line(
            from: (x, floor + Self.margin), to: (x, top + Self.margin), tone: series.tone)
        }
      }
    }
  }

  /// The number of rows of dots that stay empty above the highest value of a chart. A line of text
  /// is four rows of dots high, and the axis label of the highest value is in the middle of its
  /// line. One empty row moves the value's dot to the second row, beside the label.
  private static var margin: Int { 1 }

  /// Returns the axes with their labels, and between them the chart that `draw` draws into the
  /// canvas.
  private func drawing(
    _ plot: some DatedPlot, of chart: Chart, width: Int, _ draw: (inout BrailleCanvas) -> Void
  ) -> [StyledLine] {
    let labels = plot.ticks.labels(
      inThousandths: chart.isInThousandths, onClock: chart.isOnClock)
    let labelWidth = labels.map { CellWidth.of($0) }.max() ?? 0
    let columns = min(width, 120) - labelWidth - 1
    // Each label of the vertical axis needs a line of text. In a wide chart with few labels, an
    // empty line between two labels makes the chart higher.
    let rowsPerTick = width >= 60 && labels.count < 6 ? 2 : 1
    let rows = (labels.count - 1) * rowsPerTick + 1
    guard columns >= 8 else { return [] }
    var canvas = BrailleCanvas(columns: columns, rows: rows)
    draw(&canvas)
    var lines = (0..<rows).map { row -> StyledLine in
      let tick = labels.count - 1 - row / rowsPerTick
      let isTick = row % rowsPerTick == 0
      let label = pen(isTick ? labels[tick] : "", .muted).padded(left: labelWidth)
      return label + pen(axis(isTick: isTick), .muted) + canvas.line(row, pen: pen)
    }
    lines.append(dayAxis(plot, columns: columns, indent: labelWidth))
    return lines
  }

  private func draw(_ plot: LinePlot, _ index: Int, tone: Tone, on canvas: inout BrailleCanvas) {
    let height = Double(canvas.height - 4)
    let points = plot.points(of: index, width: Double(canvas.width - 1), height: height).map {
      (x: Int($0.x.rounded()), y: Int($0.y.rounded()) + Self.margin)
    }
    if let only = points.first, points.count == 1 {
      canvas.set(x: only.x, y: only.y, tone: tone)
      canvas.set(x: only.x ^ 1, y: only.y, tone: tone)
    }
    for (start, end) in zip(points, points.dropFirst()) {
      canvas.line(from: start, to: end, tone: tone, every: index % 2 == 0 ? 1 : 2)
    }
  }

  private func axis(isTick: Bool) -> String {
    switch style.marks {
    case .unicode: isTick ? "┤" : "│"
    case .ascii: isTick ? "+" : "|"
    }
  }

  /// Returns the line with the days below a chart. A label that would touch the label before it is
  /// left out. The last label ends at the edge.
  private func dayAxis(_ plot: some DatedPlot, columns: Int, indent: Int) -> StyledLine {
    let count = max(2, min(6, columns / 12))
    let ticks = DayTicks(from: plot.days.lowerBound, to: plot.days.upperBound, atMost: count).ticks
    var text = ""
    for tick in ticks {
      let place = Int(plot.x(of: tick.day, width: Double(columns - 1)).rounded())
      let start = min(place, columns - tick.label.count)
      guard start >= 0, text.isEmpty || start >= text.count + 2 else { continue }
      text += String(repeating: " ", count: start - text.count) + tick.label
    }
    return .spaces(indent) + pen(style.marks == .unicode ? "└" : "+", .muted) + pen(text, .muted)
  }

  private func legend(_ series: [Chart.Series], width: Int) -> [StyledLine] {
    let signs = style.marks == .unicode ? ["━", "┅"] : ["-", "."]
    return joined(
      series.enumerated().map { index, one in
        pen(signs[index % 2] + " ", .mark(one.tone)) + pen(one.name)
      }, width: width)
  }

  private func barDrawing(_ bars: [Chart.Bar], width: Int) -> [StyledLine] {
    let labels = self.labels(of: bars, width: max(12, width * 2 / 5))
    let values = bars.map { pen(Figure.text($0.value), .bold) }
    let labelWidth = labels.joined().map(\.width).max() ?? 0
    let valueWidth = values.map(\.width).max() ?? 0
    let room = min(50, width - labelWidth - valueWidth - 2)
    let greatest = bars.map(\.value).filter(\.isFinite).max() ?? 0
    return bars.indices.flatMap { index in
      let value = bars[index].value
      let share = value.isFinite && value > 0 && greatest > 0 ? value / greatest : 0
      let length = share * Double(max(0, room))
      let sign =
        style.marks == .unicode
        ? Eighths.bar(share > 0 ? max(length, 0.125) : 0, in: max(0, room))
        : rest("#", Int(length.rounded()))
      let bar = pen(sign, .mark(bars[index].tone)).padded(to: max(0, room))
      let drawn = bar + pen(" ") + values[index].padded(left: valueWidth)
      return labels[index].enumerated().map { line, label in
        line == 0 ? label.padded(to: labelWidth + 1) + drawn : label
      }
    }
  }

  /// Returns the lines of the label of each bar. A label has as few lines as possible, and more
  /// only if shortened labels of two bars would look equal.
  private func labels(of bars: [Chart.Bar], width: Int) -> [[StyledLine]] {
    let whole = bars.map { pen.start(of: $0.label) }
    let different = Set(bars.map(\.label)).count
    for most in 1..<Self.mostLabelLines {
      let labels = whole.map { $0.wrapped(to: width, atMost: most, pen: pen) }
      if Set(labels.map { $0.flatMap { $0.runs.map(\.text) } }).count == different { return labels }
    }
    return whole.map { $0.wrapped(to: width, atMost: Self.mostLabelLines, pen: pen) }
  }

  private static var mostLabelLines: Int { 6 }
}
