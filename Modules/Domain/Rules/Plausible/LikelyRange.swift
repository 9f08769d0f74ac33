public import Basics

/// The range of possible values of a number, such as a height, and the narrower range in which most
/// values lie. A typed value outside of them may be a typing error.
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
    /// The value is possible but unusual. `meant` is the likely value that the person may have
    /// wanted to type.
    case unlikely(meant: Double?)
    case impossible(meant: Double?)
  }

  public func verdict(on value: Double) -> Verdict {
    guard value.isFinite, possible.contains(value), !isWhole || value == value.rounded() else {
      return .impossible(meant: meant(by: value))
    }
    return likely.contains(value) ? .likely : .unlikely(meant: meant(by: value))
  }

  /// Returns the likely value that the person probably wanted to type; nil if there is none. Such a
  /// value differs from the typed value only by its sign or by the position of the decimal point.
  private func meant(by value: Double) -> Double? {
    // If a number has to be whole and is wrong only because of its fraction, such as 72.5, no other
    // number is suggested. Moving its decimal point would result in a quite different number.
    guard value.isFinite, !(isWhole && possible.contains(value) && value != value.rounded()) else {
      return nil
    }
    let shifted = [10.0, 100, 1000].flatMap { [value / $0, value * $0] }
    // The results are rounded, because ten times .69 would otherwise be 6.8999999999999995.
    let slips = [-value] + shifted.map { Rounding.places(6, $0) }
    return slips.first { slip in
      slip != value && slip != 0 && likely.contains(slip) && (!isWhole || slip == slip.rounded())
    }
  }
}

extension LikelyRange {
  /// Returns whether the value is likely, unlikely or impossible, with a message in the last two
  /// cases.
  ///
  /// - Parameters:
  ///   - name: the name of the value in the message.
  ///   - kind: what the message calls values of this kind, such as "times".
  ///   - write: formats a number for the message.
  ///   - measured: formats the checked value with its unit; if it is nil, `write` is used.
  public func plausibility(
    of value: Double, called name: String, kind: String = "numbers",
    write: @escaping (Double) -> String,
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
      return .impossible(
        Problem(
          .usage, "\(shown) cannot be right for \(name).",
          details: meant.map { [Problem.meaning(write($0))] } ?? [],
          fix: "\(name) takes \(isWhole ? "whole numbers" : kind) from"
            + " \(write(possible.lowerBound)) to \(write(possible.upperBound))."))
    }
  }
}
