/// Converts values to positions along a line, such as the axis of a chart. The domain is the range
/// of values, and the positions are pixels or dots.
public struct LinearScale: Equatable, Sendable {
  public let domain: ClosedRange<Double>
  public let start: Double
  public let end: Double

  /// Creates a scale. `start` may be greater than `end`, because high values are at the top of a
  /// screen, where y is small.
  public init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain = domain
    self.start = start
    self.end = end
  }

  /// Returns the position of a value. If the domain is a single value, the position is the middle.
  public func callAsFunction(_ value: Double) -> Double {
    // The bounds are halved before the subtraction, because the difference between two very large
    // numbers would be infinite.
    let span = domain.upperBound / 2 - domain.lowerBound / 2
    let share = span > 0 ? (value / 2 - domain.lowerBound / 2) / span : 0.5
    return start + (end - start) * min(1, max(0, share))
  }
}
