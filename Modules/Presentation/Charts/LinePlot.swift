public import CivilTime

public struct DatedValue: Equatable, Sendable {
  public var day: CalendarDay
  public var value: Double

  public init(_ day: CalendarDay, _ value: Double) {
    self.day = day
    self.value = value
  }
}

/// A position in a drawing. `y` grows downward, as on a screen.
public struct PlotPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A line chart of values by day, such as measurements. The horizontal distance between two points
/// is proportional to the days between them.
public struct LinePlot: Equatable, Sendable {
  /// The points of each line in the order of their days. A line with more than `mostPoints` points
  /// is reduced to this number. Values that are not finite are left out.
  public let series: [[DatedValue]]
  public let days: ClosedRange<CalendarDay>
  public let ticks: Ticks

  /// The largest number of points that are drawn for a line. A reader cannot tell the points of a
  /// line of 500 points apart (performance.md, 8).
  public static let mostPoints = 50

  /// Creates the plot. The result is nil if there is no value to draw.
  ///
  /// - Parameters:
  ///   - span: days that the axis covers at least, so several plots can share an axis.
  ///   - onClock: whether the values are seconds, and the axis shows minutes and seconds, such as
  ///     `1:52.5`.
  public init?(
    _ series: [[DatedValue]], over span: ClosedRange<CalendarDay>? = nil, tickCount: Int = 4,
    onClock: Bool = false
  ) {
    let clean = series.map { points in
      Thinning.keepingExtremes(
        points.filter { $0.value.isFinite }.enumerated()
          .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
          .map(\.element), limit: Self.mostPoints)
    }
    let all = clean.flatMap { $0 }
    guard let firstDay = all.map(\.day).min(), let lastDay = all.map(\.day).max(),
      let low = all.map(\.value).min(), let high = all.map(\.value).max()
    else { return nil }
    self.series = clean
    days =
      min(firstDay, span?.lowerBound ?? firstDay)...max(lastDay, span?.upperBound ?? lastDay)
    ticks = Ticks(enclosing: low...high, about: tickCount, onClock: onClock)
  }

  /// Returns the positions of the points of one line in a drawing of this size, whose upper left
  /// corner is (0, 0).
  public func points(of index: Int, width: Double, height: Double) -> [PlotPoint] {
    guard series.indices.contains(index) else { return [] }
    let vertical = LinearScale(ticks.domain, from: height, to: 0)
    return series[index].map { point in
      PlotPoint(x: x(of: point.day, width: width), y: vertical(point.value))
    }
  }

  public func x(of day: CalendarDay, width: Double) -> Double {
    let domain = Double(days.lowerBound.dayNumber)...Double(days.upperBound.dayNumber)
    return LinearScale(domain, from: 0, to: width)(Double(day.dayNumber))
  }
}
