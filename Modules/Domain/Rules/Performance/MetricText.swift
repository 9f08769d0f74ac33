import Basics

extension PerformanceMetric {
  /// `Fastball Velocity 85.50 mph`, `ERA 3.91`: the unit is omitted if the name contains it.
  public var measured: String {
    let unit = MetricText.unitBeside(name: unit, type: type.known)
    let value = [MetricText.number(value, type: type), unit].compactMap { $0 }
    return "\(type.words) \(value.joined(separator: " "))"
  }
}

/// Formats measurements for people (rule 4.5).
public enum MetricText {
  /// `85.50 mph`, `.345`, `3.91 ERA`, `11 strikeouts`, `85,000`; the value alone without a unit.
  public static func text(_ metric: PerformanceMetric) -> String {
    text(metric.value, type: metric.type, unit: metric.unit)
  }

  public static func text(_ value: Double, type: Open<MetricType>, unit: String?) -> String {
    let number = number(value, type: type)
    let unit = words(unit, type: type.known, isOne: value == 1)
    return unit.map { "\(number) \($0)" } ?? number
  }

  /// A unit as people write it after a number: `ERA`, `strikeouts`; nil for values that are written without one (`.345`).
  public static func words(
    _ unit: String?, type: MetricType?, isOne: Bool = false
  ) -> String? {
    guard let unit = unit?.trimmed, !unit.isEmpty else { return nil }
    guard let type, MetricUnit.kept(unit, measuring: type) == type.defaultUnit else { return unit }
    switch type {
    case .velocity, .exitVelo, .sixtyTime, .popTime: return unit
    case .battingAvg: return nil
    case .era: return "ERA"
    case .strikeouts: return isOne ? "strikeout" : "strikeouts"
    case .other: return unit.lowercased() == type.defaultUnit ? nil : unit
    }
  }

  /// Returns the unit for a value beside the name of its type; nil if the name already says what is counted.
  public static func unitBeside(name unit: String?, type: MetricType?) -> String? {
    switch type {
    case .era, .strikeouts:
      unit.flatMap { unit in
        type.flatMap { MetricUnit.kept(unit, measuring: $0) } == nil
          ? words(unit, type: type) : nil
      }
    case .velocity, .exitVelo, .sixtyTime, .popTime, .battingAvg, .other, nil:
      words(unit, type: type)
    }
  }

  /// Returns the value as a person would type it: `.345`, `85.5`, `6.9`.
  public static func typed(_ value: Double, type: MetricType) -> String {
    type == .battingAvg && (0...1).contains(value)
      ? number(value, type: .known(type)) : DecimalText.shortest(value)
  }

  /// The difference of two values in words: `2.3 mph`, `.013`, `1 strikeout`.
  public static func difference(
    _ value: Double, type: MetricType, unit: String?
  ) -> String {
    let size = Rounding.places(type == .battingAvg ? 3 : 2, abs(value))
    // A difference below a hundredth is not shown as zero.
    let number =
      size == 0 || type == .battingAvg
      ? number(abs(value), type: .known(type)) : DecimalText.grouped(DecimalText.shortest(size))
    let unit = words(unit, type: type, isOne: size == 1)
    return unit.map { "\(number) \($0)" } ?? number
  }

  /// Usually two decimals; three for a batting average, without its leading zero; none for large whole numbers and for counts; more for
  /// small values, so that a measured value is never shown as zero.
  public static func number(_ value: Double, type: Open<MetricType>) -> String {
    // The difference of two extreme values can overflow.
    let value =
      value.isFinite ? value : value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    if type == .battingAvg {
      let text = DecimalText.fixed(value, places: 3)
      if text.hasPrefix("0.") { return String(text.dropFirst()) }
      return text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
    }
    let size = abs(value)
    let isWhole = value == value.rounded()
    if size >= 1000 || (type == .strikeouts && isWhole) {
      return DecimalText.grouped(DecimalText.fixed(value, places: isWhole ? 0 : 2))
    }
    if size >= 1 || size == 0 {
      // Grouped too: 999.999 rounds to 1,000.00.
      return DecimalText.grouped(DecimalText.fixed(value, places: 2))
    }
    if size < 0.001 {
      let text = DecimalText.significant(value, digits: 3)
      // 0.0009996 rounds to a thousandth with three digits.
      return text == "0.00100" || text == "-0.00100" ? String(text.dropLast(2)) : text
    }
    let text = DecimalText.fixed(value, places: 3)
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }
}
