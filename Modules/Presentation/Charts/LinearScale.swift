/// Takes values to places along a line: a domain of numbers to an extent of dots or pixels.
public struct LinearScale: Equatable, Sendable {
  public let domain: ClosedRange<Double>
  public let start: Double
  public let end: Double

  /// `start` may be greater than `end`: on a screen, high values are at small heights.
  public init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain = domain
    self.start = start
    self.end = end
  }

  /// The place of a value; the middle when the domain is a single value.
  public func callAsFunction(_ value: Double) -> Double {
    // Halved first, so that a domain between the extreme numbers does not overflow.
    let span = domain.upperBound / 2 - domain.lowerBound / 2
    let share = span > 0 ? (value / 2 - domain.lowerBound / 2) / span : 0.5
    return start + (end - start) * min(1, max(0, share))
  }
}
