import FeatureKit

extension PerformanceMetric {
  /// `Fastball Velocity 85.50 mph`.
  public var measured: String { "\(type.words) \(MetricText.text(self))" }
}

/// How a measurement is written for people (rule 4.5).
public enum MetricText {
  /// `85.50 mph`, `.345 avg`, `85,000`; the value alone without a unit.
  public static func text(_ metric: PerformanceMetric) -> String {
    text(metric.value, type: metric.type, unit: metric.unit)
  }

  public static func text(_ value: Double, type: Open<MetricType>, unit: String?) -> String {
    let number = number(value, type: type)
    guard let unit = unit?.trimmed, !unit.isEmpty else { return number }
    return "\(number) \(unit)"
  }

  /// Two decimals as a rule; three for a batting average, without its leading zero; none for large
  /// whole numbers; more for small ones, so that nothing measured shows as nothing.
  public static func number(_ value: Double, type: Open<MetricType>) -> String {
    // A difference of two that are as far apart as can be.
    let value =
      value.isFinite ? value : value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    if type == .battingAvg {
      let text = DecimalText.fixed(value, places: 3)
      if text.hasPrefix("0.") { return String(text.dropFirst()) }
      return text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
    }
    let size = abs(value)
    if size >= 1000 {
      return DecimalText.grouped(
        DecimalText.fixed(value, places: value == value.rounded() ? 0 : 2))
    }
    if size >= 1 || size == 0 {
      // Grouped all the same: 999.999 rounds to 1,000.00.
      return DecimalText.grouped(DecimalText.fixed(value, places: 2))
    }
    if size < 0.001 {
      let text = DecimalText.significant(value, digits: 3)
      // 0.0009996 is a thousandth for whoever reads three digits.
      return text == "0.00100" || text == "-0.00100" ? String(text.dropLast(2)) : text
    }
    let text = DecimalText.fixed(value, places: 3)
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }
}
