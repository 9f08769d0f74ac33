public import CivilTime

/// A drawing that has days along its horizontal axis, and numbers (`ticks`) along its vertical
/// axis.
public protocol DatedPlot {
  var days: ClosedRange<CalendarDay> { get }
  var ticks: Ticks { get }
  /// Returns the horizontal position of a day, from 0 to `width`, in a drawing of that width.
  func x(of day: CalendarDay, width: Double) -> Double
}

extension LinePlot: DatedPlot {}

/// A bar chart of numbers of events by day, such as interactions. The bars begin at zero. A line
/// chart (`LinePlot`) draws only some points of a long series, but here each day keeps its bar,
/// because a missing bar would look like zero.
public struct DayBars: DatedPlot, Equatable, Sendable {
  public let values: [DatedValue]
  public let days: ClosedRange<CalendarDay>
  public let ticks: Ticks

  /// The left, right and upper edge of one bar. `top` is a coordinate that grows downward.
  public struct Bar: Equatable, Sendable {
    public var left: Double
    public var right: Double
    public var top: Double

    public init(left: Double, right: Double, top: Double) {
      self.left = left
      self.right = right
      self.top = top
    }
  }

  /// The width of a bar as a share of the width that the chart has for one day. The rest is the gap
  /// between two bars.
  private static let thickness = 0.8

  /// Creates the bars. The result is nil if there is no count to draw.
  ///
  /// - Parameter span: days that the axis shows in any case, even without a count.
  public init?(_ values: [DatedValue], over span: ClosedRange<CalendarDay>? = nil) {
    let counts = values.filter { $0.value.isFinite && $0.value >= 0 }
    guard let first = counts.map(\.day).min(), let last = counts.map(\.day).max(),
      let most = counts.map(\.value).max()
    else { return nil }
    self.values = counts
    days = min(first, span?.lowerBound ?? first)...max(last, span?.upperBound ?? last)
    // The ticks of counts are whole numbers. If the largest count is below 4, there are only a few
    // whole numbers for ticks.
    ticks = Ticks(enclosing: 0...max(most, 1), about: most < 4 ? max(2, Int(most) + 1) : 4)
  }

  /// Returns the bars in a drawing of this size, whose upper left corner is (0, 0). Each day with a
  /// count above zero has a bar.
  public func bars(width: Double, height: Double) -> [Bar] {
    let vertical = LinearScale(ticks.domain, from: height, to: 0)
    let half = slot(width) * Self.thickness / 2
    return values.filter { $0.value > 0 }.map { one in
      let middle = x(of: one.day, width: width)
      return Bar(left: middle - half, right: middle + half, top: vertical(one.value))
    }
  }

  public func x(of day: CalendarDay, width: Double) -> Double {
    (Double(days.lowerBound.days(until: day)) + 0.5) * slot(width)
  }

  private func slot(_ width: Double) -> Double {
    width / Double(days.lowerBound.days(until: days.upperBound) + 1)
  }
}

extension [DayBars.Bar] {
  /// Returns the outlines of the bars, one path for all.
  ///
  /// - Parameter floor: the vertical position of zero, at which each outline begins and ends.
  public func outlines(floor: Double) -> [PathStep] {
    flatMap { bar -> [PathStep] in
      [
        .move(PlotPoint(x: bar.left, y: floor)), .line(PlotPoint(x: bar.left, y: bar.top)),
        .line(PlotPoint(x: bar.right, y: bar.top)), .line(PlotPoint(x: bar.right, y: floor)),
        .close,
      ]
    }
  }
}
