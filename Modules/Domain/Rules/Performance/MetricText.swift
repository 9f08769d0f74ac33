import Basics

extension PerformanceMetric {
  /// The type and the value as text, such as `Fastball Velocity 85.50 mph` or `ERA 3.91`. The unit
  /// is left out if the name of the type already contains it.
  public var measured: String {
    "\(type.words) \(MetricText.besideName(value, type: type, unit: unit))"
  }
}

/// Formats the values of measurements for pages and messages, such as `85.50 mph` or `.345`
/// (domain.md 4.5).
public enum MetricText {
  /// Returns the value with its unit, such as `85.50 mph`, `.345`, `3.91 ERA`, `11 strikeouts` or
  /// `85,000`. If the metric has no unit, it returns only the value.
  public static func text(_ metric: PerformanceMetric) -> String {
    text(metric.value, type: metric.type, unit: metric.unit)
  }

  public static func text(_ value: Double, type: Open<MetricType>, unit: String?) -> String {
    if let clock = clock(value, type: type.known, unit: unit) { return clock }
    let number = number(value, type: type)
    let unit = words(unit, type: type.known, isOne: value == 1)
    return unit.map { "\(number) \($0)" } ?? number
  }

  /// Returns a time of at least a minute in minutes and seconds, such as `1:52.30` or `16:40.00`;
  /// nil for a shorter time and for a value that is not a time in seconds.
  public static func clock(_ value: Double, type: MetricType?, unit: String?) -> String? {
    guard let type, type.defaultUnit == MetricUnit.seconds, (60..<360_000).contains(value),
      MetricUnit.size(of: unit, measuring: type) == 1
    else { return nil }
    let hundredths = Int((value * 100).rounded())
    let (minutes, rest) = hundredths.quotientAndRemainder(dividingBy: 6000)
    let seconds = DecimalText.fixed(Double(rest) / 100, places: 2)
    return "\(minutes):\(rest < 1000 ? "0" : "")\(seconds)"
  }

  /// Returns a time as a person would type it in minutes and seconds, such as `2:22.1`, `4:00` or
  /// `0:58`; nil for a number of seconds that is negative or too large.
  static func minutes(_ seconds: Double) -> String? {
    guard (0..<360_000).contains(seconds) else { return nil }
    let hundredths = Int((seconds * 100).rounded())
    let (minutes, rest) = hundredths.quotientAndRemainder(dividingBy: 6000)
    return "\(minutes):\(rest < 1000 ? "0" : "")\(DecimalText.shortest(Double(rest) / 100))"
  }

  /// Returns the unit as people write it after a number, such as `ERA` or `strikeouts`. It is nil
  /// for a batting average, which people write without a unit: `.345`.
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

  /// Returns the unit as it is written if the name of the type is shown beside the value. It is nil
  /// if the name already says what is counted, as in `Strikeouts 11`.
  public static func unitBeside(name unit: String?, type: MetricType?) -> String? {
    guard let type, let unit else { return words(unit, type: type) }
    return switch type.measure.style {
    case .named, .count:
      MetricUnit.kept(unit, measuring: type) == nil ? words(unit, type: type) : nil
    case .decimal, .thousandths: words(unit, type: type)
    }
  }

  /// Returns the value and its unit as they are written if the name of the type is shown beside
  /// them: `85.50 mph`, `3.91`, `1:52.30`.
  public static func besideName(
    _ value: Double, type: Open<MetricType>, unit: String?
  ) -> String {
    if let clock = clock(value, type: type.known, unit: unit) { return clock }
    return [number(value, type: type), unitBeside(name: unit, type: type.known)]
      .compactMap { $0 }.joined(separator: " ")
  }

  /// Returns the value without a unit. A time of at least a minute is written in minutes and
  /// seconds.
  public static func plain(_ value: Double, type: Open<MetricType>, unit: String?) -> String {
    clock(value, type: type.known, unit: unit) ?? number(value, type: type)
  }

  /// Returns the value as a person would type it: a batting average with three decimals, such as
  /// `.340`, and any other value without zeros at the end, such as `85.5`.
  public static func typed(_ value: Double, type: MetricType) -> String {
    type.isInThousandths && (-1...1).contains(value)
      ? number(value, type: .known(type)) : DecimalText.shortest(value)
  }

  /// Returns a difference between two values as text without its sign: `2.3 mph`, `.013`,
  /// `1 strikeout`.
  public static func difference(
    _ value: Double, type: MetricType, unit: String?
  ) -> String {
    let size = Rounding.places(type.isInThousandths ? 3 : 2, abs(value))
    // A small difference that would round to zero is shown with more decimals. Otherwise the text
    // would say that the two values are equal.
    let number =
      size == 0 || type.isInThousandths
      ? number(abs(value), type: .known(type)) : DecimalText.grouped(DecimalText.shortest(size))
    let unit = words(unit, type: type, isOne: size == 1)
    return unit.map { "\(number) \($0)" } ?? number
  }

  /// Returns the number as text, usually with two decimals.
  ///
  /// A batting average has three decimals and no leading zero. Counts and whole numbers from 1,000
  /// on have no decimals. Numbers below 1 have three or more decimals if they need them, so that no
  /// measured value is shown as zero.
  public static func number(_ value: Double, type: Open<MetricType>) -> String {
    // The caller may pass the difference of two very large values, which overflows to infinity.
    // Infinity has no digits, so the largest finite number is used.
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
      // Numbers below 1,000 need the comma for thousands too, because 999.999 is rounded to
      // `1,000.00`.
      return DecimalText.grouped(DecimalText.fixed(value, places: 2))
    }
    if size < 0.001 {
      let text = DecimalText.significant(value, digits: 3)
      // Rounded to three significant digits, 0.0009996 becomes `0.00100`. It is written as `0.001`,
      // without the two zeros at the end.
      return text == "0.00100" || text == "-0.00100" ? String(text.dropLast(2)) : text
    }
    let text = DecimalText.fixed(value, places: 3)
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }
}
