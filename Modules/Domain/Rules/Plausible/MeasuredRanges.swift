public import Basics

/// Checks whether a typed measurement is possible and likely, to find typing errors.
public enum MeasuredPlausibility {
  /// Returns whether a measurement is likely, unlikely or impossible. With a unit that does not fit
  /// the type, every number is impossible, because it could not be compared with other
  /// measurements. A type without a range accepts every number.
  public static func of(_ value: Double, _ type: MetricType, unit: String?) -> Plausibility {
    guard let range = type.range else { return .likely }
    guard let size = MetricUnit.size(of: unit, measuring: type) else {
      return .impossible(Problem.notItsUnit(unit ?? "", of: type).about(["unit", "value"]))
    }
    let own = range.inUnits(of: size)
    // Long times are written in minutes, as people type them and as pages show them.
    let isClock =
      type.defaultUnit == MetricUnit.seconds && size == 1 && own.possible.upperBound >= 60
    let write = { (value: Double) in
      (isClock ? MetricText.minutes(value) : nil) ?? MetricText.typed(value, type: type)
    }
    return own.plausibility(
      of: value, called: type.words, kind: isClock ? "times" : "numbers", write: write,
      measured: { value in
        let unit = isClock ? nil : MetricText.unitBeside(name: unit, type: type)
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
  /// Returns the range converted to a unit, with rounded bounds: a bound of 40 mph becomes 64 kph.
  ///
  /// - Parameter size: the factor that converts a value from that unit to the usual unit of the
  ///   type.
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
