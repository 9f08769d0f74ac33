import Charts
import CivilTime
import FeatureKit
import Hypertext

extension HTMLBody {
  /// Returns a figure with the sentence that summarizes the chart, the drawing, and a collapsed
  /// table with the numbers.
  mutating func markup(of chart: Chart, level: Int) -> Markup {
    let id = nextID("s")
    let hasName = chart.spoken != chart.title
    let drawing =
      switch chart.form {
      case .line(let series, let unit): lineDrawing(series, unit: unit, of: chart)
      case .days(let series): dayDrawing(series, of: chart)
      case .bars(let bars): barDrawing(bars)
      }
    return .block(
      "figure",
      [
        "class": "chart", "aria-labelledby": hasName ? nil : id,
        "aria-label": hasName ? chart.spoken : nil,
      ],
      [
        heading(chart.title, level: level, id: id),
        .element("figcaption", [:], [.words(chart.sentence)]), drawing,
        .block(
          "details", [:],
          [
            .element("summary", [:], [.words("Show the numbers")]),
            markup(of: chart.table),
          ]), controls.list(chart.links),
      ])
  }

  /// The width of the drawing in its own units.
  ///
  /// A browser stretches the drawing to the available width, but not the thickness of its lines and
  /// the size of its labels. All properties are attributes, because the strict
  /// Content-Security-Policy of a page from the web server blocks `style` attributes.
  private static let width = 600.0
  private static let height = 200.0
  /// The number of characters of a unit, such as `mph`, that fit beside the drawing. A longer unit
  /// is written above it.
  private static let longestLabel = 8

  private func lineDrawing(
    _ series: [Chart.Series], unit: String?, of chart: Chart
  ) -> Markup {
    let dated = series.map { one in one.points.map { DatedValue($0.day, $0.value) } }
    guard let plot = LinePlot(dated, over: chart.days, onClock: chart.isOnClock)
    else { return .nothing }
    let (width, height) = (Self.width, Self.height)
    let lines = series.indices.flatMap { index -> [Markup] in
      let points = plot.points(of: index, width: width, height: height)
      let style = "tone-\(series[index].tone.rawValue)"
      // A point is drawn as a line of length 0 with round ends. In contrast to a circle, it stays
      // round when the drawing is stretched.
      let dots = points.map { "M\(SVGPath.number($0.x)),\(SVGPath.number($0.y))h0" }.joined()
      return [
        .element("path", ["class": "line \(style)", "d": SVGPath.curve(points)], []),
        .element("path", ["class": "dots \(style)", "d": dots], []),
      ]
    }
    let area = series.first.map { first in
      Markup.element(
        "path",
        [
          "class": "area tone-\(first.tone.rawValue)",
          "d": SVGPath.area(
            under: plot.points(of: 0, width: width, height: height), floor: height),
        ], [])
    }
    return drawing(
      plot, [series.count == 1 ? area ?? .nothing : .nothing] + lines, unit: unit, of: chart,
      legend(series))
  }

  private func dayDrawing(_ series: Chart.Series, of chart: Chart) -> Markup {
    let counts = series.points.map { DatedValue($0.day, $0.value) }
    guard let plot = DayBars(counts, over: chart.days) else { return .nothing }
    let bars = plot.bars(width: Self.width, height: Self.height).outlines(floor: Self.height)
    return drawing(
      plot,
      [
        .element(
          "path", ["class": "counts tone-\(series.tone.rawValue)", "d": SVGPath.text(bars)], [])
      ], of: chart)
  }

  /// Returns the axes of a chart with the lines or bars between them.
  private func drawing(
    _ plot: some DatedPlot, _ marks: [Markup], unit: String? = nil, of chart: Chart,
    _ legend: Markup = .nothing
  ) -> Markup {
    let (width, height) = (Self.width, Self.height)
    let scale = LinearScale(plot.ticks.domain, from: 100, to: 0)
    let grid = plot.ticks.values.map { value -> Markup in
      let y = SVGPath.number(scale(value) / 100 * height)
      return .element("path", ["class": "grid", "d": "M0,\(y)H\(SVGPath.number(width))"], [])
    }
    let svg = Markup.block(
      "svg",
      [
        "viewBox": "0 0 \(SVGPath.number(width)) \(SVGPath.number(height))",
        "preserveAspectRatio": "none", "aria-hidden": "true", "focusable": "false",
      ], grid + marks)
    var texts = plot.ticks.labels(
      inThousandths: chart.isInThousandths, onClock: chart.isOnClock)
    var above = Markup.nothing
    if let unit, let top = texts.popLast() {
      let withUnit = top + " " + unit
      let fits = withUnit.count <= Self.longestLabel
      texts.append(fits ? withUnit : top)
      if !fits {
        above = .element("p", ["class": "hint", "aria-hidden": "true"], [.words(unit)])
      }
    }
    let plotted = Markup.block(
      "div", ["class": "plot", "aria-hidden": "true"],
      [valueAxis(plot, texts, scale: scale), svg, dayAxis(plot), legend])
    return .lines([above, plotted])
  }

  private func valueAxis(_ plot: some DatedPlot, _ texts: [String], scale: LinearScale) -> Markup {
    let labels = zip(plot.ticks.values, texts).map { value, text in
      Markup.element(
        "text",
        [
          "x": "100%", "y": SVGPath.number(scale(value)) + "%", "dy": ".35em",
          "text-anchor": "end",
        ], [.words(text)])
    }
    return .block(
      "svg", ["class": "values", "aria-hidden": "true", "focusable": "false"], labels)
  }

  private func dayAxis(_ plot: some DatedPlot) -> Markup {
    let ticks = DayTicks(from: plot.days.lowerBound, to: plot.days.upperBound, atMost: 4).ticks
    return .block(
      "svg", ["class": "days", "aria-hidden": "true", "focusable": "false"],
      ticks.map { tick in
        let place = plot.x(of: tick.day, width: 100)
        return .element(
          "text",
          [
            "x": SVGPath.number(place) + "%", "y": "1em",
            "text-anchor": place > 88 ? "end" : place < 6 ? "start" : "middle",
          ], [.words(tick.label)])
      })
  }

  private func legend(_ series: [Chart.Series]) -> Markup {
    guard series.count > 1 else { return .nothing }
    return .block(
      "ul", ["class": "legend"],
      series.map { one in
        .element("li", ["class": "tone-\(one.tone.rawValue)"], [.words(one.name)])
      })
  }

  private func barDrawing(_ bars: [Chart.Bar]) -> Markup {
    let greatest = bars.map(\.value).filter(\.isFinite).max() ?? 0
    return .block(
      "div", ["class": "bars", "aria-hidden": "true"],
      bars.map { bar in
        let share =
          bar.value.isFinite && bar.value > 0 && greatest > 0 ? bar.value / greatest * 100 : 0
        return .element(
          "div", ["class": "bar tone-\(bar.tone.rawValue)"],
          [
            .element("span", ["class": "bar-label"], [.words(bar.label)]),
            .element(
              "svg", ["class": "bar-track", "aria-hidden": "true", "focusable": "false"],
              [
                .element(
                  "rect",
                  [
                    "width": SVGPath.number(max(share, 0.5)) + "%", "height": "100%", "rx": "4",
                  ], [])
              ]),
            .element("span", ["class": "bar-value"], [.words(Figure.text(bar.value))]),
          ])
      })
  }
}
