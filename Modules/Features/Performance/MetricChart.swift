import Charts
import CivilTime
import Domain
import FeatureKit

/// The chart of one type of measurement, such as exit velocity: a sentence about it, a line, and a
/// table of the drawn points.
struct MetricChart {
  let series: PerformanceFeature.Series
  /// The drawn points. A long series is reduced to at most `LinePlot.mostPoints` points. The
  /// reduction keeps the lowest and the highest values.
  private let points: [DatedValue]

  private let compared: ComparedMetrics
  private let today: CalendarDay

  /// Creates the chart.
  ///
  /// Nil if fewer than two measurements can be compared, because a line needs two points.
  ///
  /// - Parameter today: the day that decides whether the goal's day has passed.
  init?(_ series: PerformanceFeature.Series?, on today: CalendarDay) {
    guard let series else { return nil }
    compared = ComparedMetrics(series.measured)
    guard compared.points.count >= 2 else { return nil }
    self.series = series
    self.today = today
    points = Thinning.keepingExtremes(
      compared.points.map { DatedValue($0.day, $0.value) }, limit: LinePlot.mostPoints)
  }

  private var count: Int { compared.points.count }

  /// Returns the chart with its sentence, its line and its table.
  ///
  /// - Parameter days: the first and last day of an axis that several charts share. Nil fits the
  ///   axis to this chart's points.
  func chart(
    over days: ClosedRange<CalendarDay>? = nil, links: [CommandLink] = []
  ) -> Chart {
    Chart(
      name, sentence: sentence,
      form: .line(
        [Chart.Series(name, points: points.map { Chart.Point($0.day, $0.value) })]
          + goalLine,
        unit: isOnClock ? nil : unitWords),
      table: table, days: days, isInThousandths: series.type.isInThousandths,
      isOnClock: isOnClock, links: links, spoken: spoken)
  }

  /// The sentence and the table of the chart, without the drawing.
  func numbers(links: [CommandLink] = []) -> Section {
    Section(name, links: links) {
      Paragraph(sentence)
      table
    }
  }

  var table: Table {
    let isThinned = points.count < count
    return Table(
      isThinned
        ? "\(points.count) of \(count.grouped) measurements, the extremes among them" : nil,
      columns: ["Date", Column(unitWords.map { "Value (\($0))" } ?? "Value", isNumeric: true)],
      rows: points.map { [$0.day.text(.shortWithYear), number($0.value)] })
  }
}

extension MetricChart {
  private var name: String { series.type.words }

  private var unit: String? { compared.unit }

  /// Whether a value is a time of at least one minute. The axis then shows minutes, as the table
  /// does.
  private var isOnClock: Bool {
    points.contains { MetricText.clock($0.value, type: series.type.known, unit: unit) != nil }
  }

  private var unitWords: String? { MetricText.words(unit, type: series.type.known) }

  /// A horizontal line at the goal's value, converted to the unit of the measurements. Empty if
  /// there is no goal.
  private var goalLine: [Chart.Series] {
    guard let goal = series.goal?.goal, let first = points.first?.day, let last = points.last?.day,
      let value = MetricUnit.convert(
        goal.value, from: goal.unit ?? goal.type.defaultUnit, to: unit ?? goal.type.defaultUnit,
        measuring: goal.type)
    else { return [] }
    let ends = [first, goal.endOfLine(from: first, to: last)]
    return [
      Chart.Series(
        "Goal \(goal.textWithDay)", tone: .second, points: ends.map { Chart.Point($0, value) })
    ]
  }

  private var spoken: String {
    "Performance chart for \(name), showing \(points.count) data points"
  }

  /// The chart in words: `Fastball Velocity rose from 81.00 to 85.50 mph over 9 measurements (Aug
  /// 3, 2025 to Feb 1, 2026). …`
  var sentence: String {
    guard let first = points.first, let last = points.last else { return "" }
    let course =
      first.value == last.value
      ? "began and ended at \(text(last.value))"
      : "\(last.value > first.value ? "rose" : "fell") from \(number(first.value)) to \(text(last.value))"
    let span = first.day == last.day ? "on \(day(first))" : "\(day(first)) to \(day(last))"
    return [
      "\(name) \(course) over \(count.grouped) measurements (\(span)).",
      trend.map { "Trend: \($0.words)." },
      best.map { "Best \(text($0.value)) on \(day($0))." },
      series.goal?.sentence(on: today),
      leftOut,
    ].compactMap { $0 }.joined(separator: " ")
  }

  private var leftOut: String? {
    switch compared.leftOut {
    case 0: nil
    case 1: "1 measurement in another unit is left out."
    default: "\(compared.leftOut.grouped) measurements in other units are left out."
    }
  }

  private var trend: MetricTrend? { MetricTrend(compared, of: series.type) }

  /// The measurement with the best value. If several are equally good, it is the earliest.
  private var best: DatedValue? {
    let isLowerBetter = series.type.known?.isLowerBetter ?? false
    return points.reduce(nil) { best, value in
      guard let best else { return value }
      return (isLowerBetter ? value.value < best.value : value.value > best.value) ? value : best
    }
  }

  private func day(_ value: DatedValue) -> String { value.day.text(.shortWithYear) }
  private func number(_ value: Double) -> String {
    MetricText.plain(value, type: series.type, unit: unit)
  }
  private func text(_ value: Double) -> String {
    MetricText.besideName(value, type: series.type, unit: unit)
  }
}
