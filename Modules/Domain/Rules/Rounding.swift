/// Rounds numbers as domain.md requires: a half is rounded up. The function `places` rounds a
/// negative half down, away from zero.
enum Rounding {
  /// Returns the percentage `100 * part / whole`, rounded to a whole number; 0 if the whole is 0
  /// (domain.md 4.3 and 4.6).
  static func percent(_ part: Int, of whole: Int) -> Int {
    guard whole > 0 else { return 0 }
    return (200 * part + whole) / (2 * whole)
  }

  static func places(_ places: Int, _ value: Double) -> Double {
    Double(DecimalText.fixed(value, places: places)) ?? value
  }

  /// Returns the mean `total / count`, rounded to a whole number; 0 if the count is 0.
  ///
  /// - Parameter total: a sum that is not negative.
  static func mean(_ total: Int, of count: Int) -> Int {
    guard count > 0 else { return 0 }
    return (2 * total + count) / (2 * count)
  }
}
