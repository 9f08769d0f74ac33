/// Rounding by the rules: half rounds up.
enum Rounding {
  /// `round(100 * part / whole)`, 0 when the whole is 0 (rules 4.3 and 4.6).
  static func percent(_ part: Int, of whole: Int) -> Int {
    guard whole > 0 else { return 0 }
    return (200 * part + whole) / (2 * whole)
  }

  /// Rounds `value` to this many decimals.
  static func places(_ places: Int, _ value: Double) -> Double {
    Double(DecimalText.fixed(value, places: places)) ?? value
  }

  /// `round(total / count)` of numbers that are not negative, 0 when there are none.
  static func mean(_ total: Int, of count: Int) -> Int {
    guard count > 0 else { return 0 }
    return (2 * total + count) / (2 * count)
  }
}
