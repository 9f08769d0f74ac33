import Basics

extension PerformanceMetric {
  /// `Fastball Velocity 85.50 mph`, `ERA 3.91`: the unit is omitted if the name contains it.
  public var measured: String {
    "\(type.words) \(MetricText.besideName(value, type: type, unit: unit))"
  }
}

/// Formats measurements for people (rule 4.5).
public enum MetricText {
  /// `85.50 mph`, `.345`, `3.91 ERA`, `11 strikeouts`, `85,000`; the value alone without a unit.
  public static func text(_ metric: PerformanceMetric) -> String {
    text(metric.value, type: metric.type, unit: metric.unit)
  }

  public static func text(_ value: Double, type: Open<MetricType>, unit: String?) -> String {
    if let clock = clock(value, type: type.known, unit: unit) { return clock }
    let number = number(value, type: type)
    let unit = words(unit, type: type.known, isOne: value == 1)
    return unit.map { "\(number) \($0)" } ?? number
  }

  /// A time of a minute and more as people say it: `1:52.30`, `16:40.00`; nil for any other value.
  public static func clock(_ value: Double, type: MetricType?, unit: String?) -> String? {
    guard let type, type.defaultUnit == MetricUnit.seconds, (60..<360_000).contains(value),
      MetricUnit.size(of: unit, measuring: type) == 1
    else { return nil }
    let hundredths = Int((value * 100).rounded())
    let (minutes, rest) = hundredths.quotientAndRemainder(dividingBy: 6000)
    let seconds = DecimalText.fixed(Double(rest) / 100, places: 2)
    return "\(minutes):\(rest < 1000 ? "0" : "")\(seconds)"
  }

  /// A unit as people write it after a number: `ERA`, `strikeouts`; nil for values that are written without one (`.345`).
  public static func words(
    _ unit: String?, type: MetricType?, isOne: Bool = false
  ) -> String? {
    guard let unit = unit?.trimmed, !unit.isEmpty else { return nil }
    guard let type, MetricUnit.kept(unit, measuring: type) == type.defaultUnit else { return unit }
    guard type != .other else { return nil }
    return switch type.measure.style {
    case .decimal: unit
    case .thousandths: nil
    case .named: unit.uppercased()
    case .count(let several): isOne ? String(several.dropLast()) : several
    }
  }

  /// Returns the unit for a value beside the name of its type; nil if the name already says what is counted.
  public static func unitBeside(name unit: String?, type: MetricType?) -> String? {
    guard let type, let unit else { return words(unit, type: type) }
    return switch type.measure.style {
    case .named, .count:
      MetricUnit.kept(unit, measuring: type) == nil ? words(unit, type: type) : nil
    case .decimal, .thousandths: words(unit, type: type)
    }
  }

  /// Returns the value with its unit, for beside the name of its type: `85.50 mph`, `3.91`, `1:52.30`.
  public static func besideName(
    _ value: Double, type: Open<MetricType>, unit: String?
  ) -> String {
    if let clock = clock(value, type: type.known, unit: unit) { return clock }
    return [number(value, type: type), unitBeside(name: unit, type: type.known)]
      .compactMap { $0 }.joined(separator: " ")
  }

  /// Returns the number alone, a time of a minute and more with its minutes.
  public static func plain(_ value: Double, type: Open<MetricType>, unit: String?) -> String {
    clock(value, type: type.known, unit: unit) ?? number(value, type: type)
  }

  /// Returns the value as a person would type it: `.345`, `85.5`, `6.9`.
  public static func typed(_ value: Double, type: MetricType) -> String {
    type.isInThousandths && (-1...1).contains(value)
      ? number(value, type: .known(type)) : DecimalText.shortest(value)
  }

  /// The difference of two values in words: `2.3 mph`, `.013`, `1 strikeout`.
  public static func difference(
    _ value: Double, type: MetricType, unit: String?
  ) -> String {
    let size = Rounding.places(type.isInThousandths ? 3 : 2, abs(value))
    // A difference below a hundredth is not shown as zero.
    let number =
      size == 0 || type.isInThousandths
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
    if type.isInThousandths {
      let text = DecimalText.fixed(value, places: 3)
      if text.hasPrefix("0.") { return String(text.dropFirst()) }
      return text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
    }
    let size = abs(value)
    let isWhole = value == value.rounded()
    if size >= 1000 || (type.isCounted && isWhole) {
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
