/// The trend of an athlete's measurements of one type, such as exit velocity: whether the newest of
/// the last ten measurements are better or worse than the oldest of these ten (domain.md 4.5).
public struct MetricTrend: Equatable, Sendable {
  public var type: Open<MetricType>
  public var direction: Direction
  public var minimum: Double
  public var maximum: Double
  /// The average, rounded as pages show it. Rounding never moves it below `minimum` or above
  /// `maximum` (`MetricAverage`).
  public var average: Double
  /// The number of measurements from which the trend was computed, at most ten.
  public var count: Int
  /// The number of all measurements of the type whose units can be compared.
  public var total: Int
  public var unit: String?

  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case improving, declining, stable
  }

  /// A trend is computed from at most this number of newest measurements.
  public static let window = 10
  /// A trend compares this number of the oldest and of the newest values among the last `window`
  /// values.
  static let ends = 3
  /// If the means of the oldest and the newest values differ by at most this fraction, the trend is
  /// stable.
  static let band = 0.01
  /// The relative tolerance for rounding errors of binary fractions. For example, 90.9 is one
  /// percent more than 90, which counts as stable, although the computed difference is slightly
  /// greater than one percent.
  static let tolerance = 1e-9
  /// The smallest number of measurements for which a trend is shown. With three or fewer, the
  /// oldest three and the newest three would be the same measurements.
  static let fewest = 4

  /// Returns a trend for each type with at least two measurements whose units can be compared.
  public static func trends(of metrics: [PerformanceMetric]) -> [MetricTrend] {
    MetricSeries.series(of: metrics).compactMap { MetricTrend($0) }
  }

  /// Computes the trend of the measurements of one type. It is nil if fewer than two of them can be
  /// compared.
  public init?(_ series: MetricSeries) {
    self.init(ComparedMetrics(series), of: series.type)
  }

  public init?(_ compared: ComparedMetrics, of type: Open<MetricType>) {
    guard compared.points.count >= 2 else { return nil }
    let values = compared.points.suffix(Self.window).map(\.value)
    self.type = type
    direction = Self.direction(of: values, isLowerBetter: type.known?.isLowerBetter ?? false)
    guard let average = MetricAverage(values) else { return nil }
    minimum = average.lowest
    maximum = average.highest
    self.average = average.rounded(type)
    count = values.count
    total = compared.points.count
    unit = compared.unit
  }

  /// Returns the direction from the mean of the first three values to the mean of the last three.
  static func direction(of values: [Double], isLowerBetter: Bool) -> Direction {
    let first = mean(values.prefix(ends))
    let last = mean(values.suffix(ends))
    // The relative change cannot be computed if the first mean is zero or negative.
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
  /// The trend as text: `improving`, `stable over the last 10`, or `too few to tell` (domain.md
  /// 10.7).
  public var words: String {
    if isTooShort { return "too few to tell" }
    return total > count ? "\(direction.rawValue) over the last \(count)" : direction.rawValue
  }

  public var isTooShort: Bool { count < Self.fewest }
}
