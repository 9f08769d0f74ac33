/// The trend of an athlete's measurements of one type (rule 4.5).
public struct MetricTrend: Equatable, Sendable {
  public var type: Open<MetricType>
  public var direction: Direction
  public var minimum: Double
  public var maximum: Double
  /// The average, rounded as it is shown, and never outside of the range of the values
  /// (`MetricAverage`).
  public var average: Double
  /// The number of measurements from which the trend was computed, at most ten.
  public var count: Int
  /// The number of comparable measurements of the type.
  public var total: Int
  public var unit: String?

  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case improving, declining, stable
  }

  /// The number of newest measurements from which a trend is computed.
  public static let window = 10
  /// The number of values at each end of the window that are compared.
  static let ends = 3
  /// The relative difference between the ends of the window up to which a trend counts as stable.
  static let band = 0.01
  /// The tolerance for binary fractions, so that 90.9 counts as exactly one percent more than 90.
  static let tolerance = 1e-9
  /// The smallest number of measurements for a statement about a trend. With fewer, the first three
  /// and the last three are nearly the same ones.
  static let fewest = 4

  /// Returns a trend for each type with at least two measurements.
  public static func trends(of metrics: [PerformanceMetric]) -> [MetricTrend] {
    MetricSeries.series(of: metrics).compactMap { MetricTrend($0) }
  }

  /// Computes the trend of one type; nil for fewer than two comparable measurements.
  public init?(_ series: MetricSeries) {
    let type = series.type
    let compared = ComparedMetrics(series)
    guard compared.points.count >= 2 else { return nil }
    let values = compared.values.suffix(Self.window)
    self.type = type
    direction = Self.direction(of: Array(values), isLowerBetter: type.known?.isLowerBetter ?? false)
    guard let average = MetricAverage(values) else { return nil }
    minimum = average.lowest
    maximum = average.highest
    self.average = average.rounded(type)
    count = values.count
    total = compared.points.count
    unit = compared.unit
  }

  /// Compares the mean of the first three values with that of the last three.
  static func direction(of values: [Double], isLowerBetter: Bool) -> Direction {
    let first = mean(values.prefix(ends))
    let last = mean(values.suffix(ends))
    // A percentage has no meaning if the first mean is zero or less.
    guard first > 0 else { return .stable }
    if last > first * (1 + band) * (1 + tolerance) {
      return isLowerBetter ? .declining : .improving
    }
    if last < first * (1 - band) * (1 - tolerance) {
      return isLowerBetter ? .improving : .declining
    }
    return .stable
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double { MetricAverage.mean(values) }
}

extension MetricTrend {
  /// The trend as text: `improving`, `stable over the last 10`, or `too few to tell` (rule 10.7).
  public var words: String {
    if isTooShort { return "too few to tell" }
    return total > count ? "\(direction.rawValue) over the last \(count)" : direction.rawValue
  }

  public var isTooShort: Bool { count < Self.fewest }
}
