public import Basics

/// The possible range of a number, and the range of most values.
public struct LikelyRange: Hashable, Sendable {
  public var possible: ClosedRange<Double>
  public var likely: ClosedRange<Double>
  public var isWhole: Bool

  init(_ possible: ClosedRange<Double>, likely: ClosedRange<Double>? = nil, isWhole: Bool = false) {
    self.possible = possible
    self.likely = likely ?? possible
    self.isWhole = isWhole
  }

  public enum Verdict: Hashable, Sendable {
    case likely
    /// Possible; most are elsewhere, and the value may be another one mistyped.
    case unlikely(meant: Double?)
    case impossible(meant: Double?)
  }

  public func verdict(on value: Double) -> Verdict {
    guard value.isFinite, possible.contains(value), !isWhole || value == value.rounded() else {
      return .impossible(meant: meant(by: value))
    }
    return likely.contains(value) ? .likely : .unlikely(meant: meant(by: value))
  }

  /// The likely value that a slip would have made this one: a sign too many, or a point in the wrong place.
  private func meant(by value: Double) -> Double? {
    // If only the fraction is wrong, no number is suggested, because moving the decimal point would change the whole
    // number.
    guard value.isFinite, !(isWhole && possible.contains(value) && value != value.rounded()) else {
      return nil
    }
    let shifted = [10.0, 100, 1000].flatMap { [value / $0, value * $0] }
    // Rounded, or ten times .69 would be 6.8999999999999995.
    let slips = [-value] + shifted.map { Rounding.places(6, $0) }
    return slips.first { slip in
      slip != value && slip != 0 && likely.contains(slip) && (!isWhole || slip == slip.rounded())
    }
  }
}

extension LikelyRange {
  /// The judgment in words, for a value called `name` and formatted by `write`.
  ///
  /// - Parameter measured: formats the doubted value with its unit.
  public func plausibility(
    of value: Double, called name: String, write: @escaping (Double) -> String,
    measured: ((Double) -> String)? = nil
  ) -> Plausibility {
    let shown = (measured ?? write)(value)
    switch verdict(on: value) {
    case .likely: return .likely
    case .unlikely(let meant):
      let side = value < likely.lowerBound ? "low" : "high"
      return .unlikely(
        Doubt(
          "\(shown) is unusually \(side) for \(name): most are from "
            + "\(write(likely.lowerBound)) to \(write(likely.upperBound)).",
          suggestion: meant.map(write)))
    case .impossible(let meant):
      let kind = isWhole ? "whole numbers" : "numbers"
      return .impossible(
        Problem(
          .usage, "\(shown) cannot be right for \(name).",
          details: meant.map { ["Did you mean `\(write($0))`?"] } ?? [],
          fix: "\(name) takes \(kind) from \(write(possible.lowerBound))"
            + " to \(write(possible.upperBound))."))
    }
  }
}
