/// The trend of an athlete's measurements of one type (rule 4.5).
public struct MetricTrend: Equatable, Sendable {
  public var type: Open<MetricType>
  public var direction: Direction
  public var minimum: Double
  public var maximum: Double
  /// Rounded as shown, and never outside of lowest and highest (`MetricAverage`).
  public var average: Double
  /// How many measurements it was computed from, at most ten.
  public var count: Int
  /// How many measurements of the type there are.
  public var total: Int
  public var unit: String?

  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case improving, declining, stable
  }

  /// The number of newest measurements that a trend uses.
  public static let window = 10
  /// How many values at each end of the window are compared.
  static let ends = 3
  /// How much the end may differ from the beginning and still count as stable; both limits are included.
  static let band = 0.01
  /// 90.9 is one percent more than 90, whatever their binary fractions are.
  static let tolerance = 1e-9
  /// The smallest number of measurements; with fewer, the first three and the last three are nearly the same ones.
  static let fewest = 4

  /// Returns one trend for each type with two measurements or more.
  public static func trends(of metrics: [PerformanceMetric]) -> [MetricTrend] {
    MetricSeries.series(of: metrics).compactMap { MetricTrend($0) }
  }

  /// Nil for fewer than two measurements.
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
    // A percentage has no meaning if the first value is zero or less.
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
  /// The trend and its range: `improving`, `stable of the last 10`, or `too few to tell` (rule 10.7).
  public var words: String {
    if isTooShort { return "too few to tell" }
    return total > count ? "\(direction.rawValue) over the last \(count)" : direction.rawValue
  }

  public var isTooShort: Bool { count < Self.fewest }
}
