public import Basics

extension MetricType {
  /// The range of values in the usual unit of the type; nil for a type whose values can be anything.
  public var range: LikelyRange? {
    switch self {
    case .velocity: LikelyRange(20...130, likely: 40...105)
    case .exitVelo: LikelyRange(20...130, likely: 40...115)
    case .sixtyTime: LikelyRange(5...15, likely: 6...10)
    case .popTime: LikelyRange(1...5, likely: 1.6...3.5)
    case .battingAvg: LikelyRange(0...1)
    case .era: LikelyRange(0...99, likely: 0...20)
    case .strikeouts: LikelyRange(0...999, isWhole: true)
    case .other: nil
    }
  }
}

/// Judges whether a measurement is possible and likely.
public enum MeasuredPlausibility {
  /// A unit that does not fit the type makes any number impossible, because it could not be compared. A type without a usual unit accepts
  /// any.
  public static func of(_ value: Double, _ type: MetricType, unit: String?) -> Plausibility {
    guard let range = type.range else { return .likely }
    guard let size = MetricUnit.size(of: unit, measuring: type) else {
      return .impossible(.notItsUnit(unit ?? "", of: type))
    }
    let own = range.inUnits(of: size)
    let write = { (value: Double) in MetricText.typed(value, type: type) }
    return own.plausibility(
      of: value, called: type.words, write: write,
      measured: { value in
        let unit = MetricText.unitBeside(name: unit, type: type)
        return [write(value), unit].compactMap { $0 }.joined(separator: " ")
      })
  }
}

extension Problem {
  public static func notItsUnit(_ unit: String, of type: MetricType) -> Problem {
    Problem(
      .usage, MetricRefusal.notItsUnit(unit, type).words,
      fix: "Units: \(MetricUnit.names(measuring: type).joined(separator: ", ")).")
  }
}

extension LikelyRange {
  /// Returns the range in another unit, with its bounds rounded: 40 mph are 64 kph.
  fileprivate func inUnits(of size: Double) -> LikelyRange {
    guard size != 1 else { return self }
    let counted = { (range: ClosedRange<Double>) in
      let places = range.upperBound / size < 10 ? 2 : 0
      let low = Rounding.places(places, range.lowerBound / size)
      return low...max(low, Rounding.places(places, range.upperBound / size))
    }
    return LikelyRange(counted(possible), likely: counted(likely), isWhole: isWhole)
  }
}
