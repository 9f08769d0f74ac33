/// Where an athlete's measurements of one type are going (rule 4.5).
public struct MetricTrend: Equatable, Sendable {
  public var type: Open<MetricType>
  public var direction: Direction
  public var minimum: Double
  public var maximum: Double
  /// Rounded to two decimals.
  public var average: Double
  /// How many measurements it was worked out from, ten at most.
  public var count: Int
  public var unit: String?

  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case improving, declining, stable
  }

  /// The newest measurements that count.
  public static let window = 10
  /// How many at each end of the window are compared.
  static let ends = 3
  /// How much better or worse the end must be than the beginning.
  static let band = 0.01

  /// One trend for each type with two measurements or more.
  public static func trends(of metrics: [PerformanceMetric]) -> [MetricTrend] {
    MetricLists.types(in: metrics).compactMap { type in
      MetricTrend(type: type, metrics: metrics.filter { $0.type == type })
    }
  }

  private init?(type: Open<MetricType>, metrics: [PerformanceMetric]) {
    guard metrics.count >= 2 else { return nil }
    let newest = MetricLists.oldestFirst(metrics).suffix(Self.window)
    let values = newest.map(\.value)
    self.type = type
    direction = Self.direction(of: values, isLowerBetter: type.known?.isLowerBetter ?? false)
    minimum = values.min() ?? 0
    maximum = values.max() ?? 0
    average = Rounding.places(2, values.reduce(0, +) / Double(values.count))
    count = values.count
    unit = newest.first?.unit
  }

  /// Compares the mean of the first three values with that of the last three; the bands are strict.
  static func direction(of values: [Double], isLowerBetter: Bool) -> Direction {
    let first = mean(values.prefix(ends))
    let last = mean(values.suffix(ends))
    // With a beginning of zero or less a percentage means nothing.
    guard first > 0 else { return .stable }
    if last > first * (1 + band) { return isLowerBetter ? .declining : .improving }
    if last < first * (1 - band) { return isLowerBetter ? .improving : .declining }
    return .stable
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }
}
