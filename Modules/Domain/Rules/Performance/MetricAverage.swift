/// The average of measurements. Even after rounding, it is never below the lowest or above the
/// highest measurement.
///
/// Sections 4.5 and 4.10 of domain.md round an average to two decimals, or to one in documents. Two
/// decimals would turn a batting average of `.206` into `.21`, which is more than was ever
/// measured. So an average gets as many decimals as its measurements need, and a rounded value
/// outside of their range is replaced by the nearest end of the range.
package struct MetricAverage: Equatable, Sendable {
  package var value: Double
  package var lowest: Double
  package var highest: Double

  package init?(_ values: some Collection<Double>) {
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    self.init(Self.mean(values), lowest: lowest, highest: highest)
  }

  init(_ mean: Double, lowest: Double, highest: Double) {
    value = min(max(mean, lowest), highest)
    self.lowest = lowest
    self.highest = highest
  }

  /// Returns the average as a page shows it (domain.md 4.5). It has two decimals, or three for a
  /// batting average and for values below 1. Values below 0.001 are not rounded.
  func rounded(_ type: Open<MetricType>) -> Double {
    let size = abs(value)
    guard size >= 0.001 else { return value }
    let places = type.isInThousandths || size < 1 ? 3 : 2
    return min(max(Rounding.places(places, value), lowest), highest)
  }

  /// The average as text for a spreadsheet (domain.md 4.10). It has two decimals, or more if the
  /// lowest or the highest measurement has more.
  var cell: String {
    let places = max(2, DecimalText.places(of: lowest), DecimalText.places(of: highest))
    guard places <= Self.mostPlaces else { return DecimalText.shortest(value) }
    return DecimalText.fixed(value, places: places)
  }

  /// Returns the average as text for a printed report (domain.md 4.5).
  ///
  /// It has one decimal. A batting average, a value below 1, a value of 1,000 or more, and a value
  /// that rounding would move out of the range of the measurements have as many decimals as on a
  /// page.
  package func text(_ type: Open<MetricType>) -> String {
    let tenth = Rounding.places(1, value)
    guard !type.isInThousandths, abs(value) >= 1, abs(value) < 1000, lowest <= tenth,
      tenth <= highest
    else { return MetricText.number(rounded(type), type: type) }
    return DecimalText.fixed(value, places: 1)
  }

  private static let mostPlaces = 12

  /// Returns the mean of the values; 0 if there are none. Each value is divided by a power of two
  /// before the addition, because the sum of very large values would be infinite.
  static func mean(_ values: some Collection<Double>) -> Double {
    values.isEmpty
      ? 0 : values.reduce(0) { $0 + $1 * scale } / Double(values.count) / scale
  }

  /// The factor 2^-64 with which values are multiplied before they are added. Even the sum of 2^64
  /// of the largest values stays finite.
  package static let scale = 0x1p-64
}
