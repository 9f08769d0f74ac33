import Glibc

/// The numbers along the axis of a chart, in steps of 1, 2 or 5 times a power of ten, such as 80,
/// 82, 84. For times from 10 seconds on, a step divides a minute, an hour or a day.
public struct Ticks: Equatable, Sendable {
  public let values: [Double]
  /// The number of decimals that the labels need so that no two of them are equal.
  public let decimals: Int

  /// Creates about `count` numbers that enclose `range`. If the range is a single value, there is
  /// space on both sides of it.
  ///
  /// - Parameter onClock: true if the values are seconds, and the labels show minutes and seconds.
  public init(enclosing range: ClosedRange<Double>, about count: Int = 4, onClock: Bool = false) {
    var (low, high) = (range.lowerBound, range.upperBound)
    if low == high {
      let room = max(abs(low) * 0.02, low == low.rounded() ? 1 : 0.5)
      (low, high) = (low - room, high + room)
    }
    let rough = (high / 2 - low / 2) / Double(max(1, count - 1)) * 2
    let step = onClock ? Self.clockStep(near: rough) : Self.step(near: rough)
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    guard step.isFinite, step > 0, last - first <= 100, first + 1 > first, last > last - 1 else {
      values = [low, high]
      decimals = 0
      return
    }
    values = (0...Int(last - first)).map { (first + Double($0)) * step }
    decimals = min(6, max(0, Int(-log10(step).rounded(.down))))
  }

  /// The range from the first number on the axis to the last.
  public var domain: ClosedRange<Double> {
    (values.first ?? 0)...(values.last ?? 1)
  }

  public var labels: [String] {
    values.map { Figure.text($0, decimals: decimals) }
  }

  /// Returns the labels of the numbers along the axis.
  ///
  /// With `inThousandths`, they have three decimals like batting averages, such as `.330`. With
  /// `onClock`, the values are seconds, and the labels show minutes and seconds, such as `1:52.5`
  /// or `0:58`.
  public func labels(inThousandths: Bool, onClock: Bool = false) -> [String] {
    if onClock { return values.map(clock) }
    guard inThousandths else { return labels }
    return values.map { value in
      let text = Figure.text(value, decimals: max(3, decimals))
      return text.hasPrefix("0.") ? String(text.dropFirst()) : text
    }
  }

  private func clock(_ value: Double) -> String {
    guard value >= 0, value < 1e6 else { return Figure.text(value, decimals: decimals) }
    let scale = pow(10, Double(decimals))
    let (minutes, rest) = Int((value * scale).rounded()).quotientAndRemainder(
      dividingBy: 60 * Int(scale))
    let seconds = Double(rest) / scale
    return "\(minutes):\(seconds < 10 ? "0" : "")\(Figure.text(seconds, decimals: decimals))"
  }

  /// Returns a step for times. From 10 seconds on, a step divides a minute, an hour or a day.
  private static func clockStep(near rough: Double) -> Double {
    let longer: [Double] = [
      10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
    ]
    guard rough > 5, let step = longer.first(where: { rough <= $0 }) else {
      return step(near: rough)
    }
    return step
  }

  private static func step(near rough: Double) -> Double {
    guard rough > 0, rough.isFinite else { return rough > 0 ? .infinity : 1 }
    let unit = pow(10, log10(rough).rounded(.down))
    let share = rough / unit
    return unit * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10)
  }
}
