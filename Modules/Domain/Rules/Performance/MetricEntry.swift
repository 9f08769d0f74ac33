import Basics
public import CivilTime

/// Parses measurements as people type them, such as `88mph` or `6.9 s` (domain.md 4.5).
public enum MetricEntry {
  /// Parses a typed number without a unit, such as `85`, `85.5` or `.345`, with any number of
  /// decimals.
  public static func value(_ typed: String) -> Result<Double, MetricRefusal> {
    let text = typed.trimmed
    // `Double` would also parse hexadecimal numbers and words such as `inf`, which no person means
    // as a measurement.
    guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return .failure(.notANumber(typed)) }
    return .success(value)
  }

  /// Parses a number with or without a unit, such as `88`, `88mph`, `6.9 s` or `9'4"`. It does not
  /// check whether the unit fits, because the type of the measurement may not be known yet.
  public static func measured(_ typed: String) -> Result<MeasuredValue, MetricRefusal> {
    let text = typed.trimmed
    let number = text.prefix { "0123456789.+-".utf8.contains($0.utf8.first ?? 0) }
    let rest = String(text.dropFirst(number.count)).trimmed
    if let seconds = clock(text) {
      return .success(MeasuredValue(seconds, unit: MetricUnit.seconds))
    }
    // `1e2` is the number 100 without a unit, and `2 era` is the number 2 with the unit `era`.
    if case .success(let value) = value(text) { return .success(MeasuredValue(value)) }
    if let inches = length(text) { return .success(MeasuredValue(inches, unit: MetricUnit.inches)) }
    guard case .success(let value) = value(String(number)), let first = rest.first,
      first.isLetter || first == "%",
      rest.count <= TextLimit.unit,
      rest.allSatisfy({ $0.isLetter || "/. ".contains($0) }) || rest == "%"
    else { return .failure(.notANumber(typed)) }
    return .success(MeasuredValue(value, unit: rest))
  }

  /// Parses a time in minutes or hours, such as `1:52.3` or `1:02:10`, and returns its seconds; nil
  /// for any other text.
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { "0123456789.".utf8.contains($0) } }),
      let seconds = Double(last), seconds < 60
    else { return nil }
    let whole = parts.dropLast().map { Int($0) }
    guard whole.dropFirst().allSatisfy({ $0.map { $0 < 60 } ?? false }) else { return nil }
    return whole.reduce(into: Double?(0)) { sum, part in
      sum = part.flatMap { part in sum.map { $0 * 60 + Double(part) } }
    }.map { $0 * 60 + seconds }
  }

  /// Parses a length with feet or with the sign of inches, such as `9'4"`, `9 ft 4.5 in`, `9'` or
  /// `32"`, and returns its inches; nil for any other text. If it has feet, the inches must be
  /// below 12.
  private static func length(_ text: String) -> Double? {
    let marks = [
      ("’", "'"), ("′", "'"), ("”", "\""), ("″", "\""), ("feet", "'"), ("foot", "'"), ("ft", "'"),
      ("inches", "\""), ("inch", "\""), ("in", "\""),
    ]
    let plain = marks.reduce(text.lowercased()) { $0.replacing($1.0, with: $1.1) }
      .replacing(" ", with: "")
    let parts = plain.split(separator: "'", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let last = parts.last else { return nil }
    let typed = last.hasSuffix("\"") ? last.dropLast() : last
    if parts.count == 1 {
      guard last.hasSuffix("\""), text.contains(where: { "\"”″".contains($0) }) else { return nil }
      return number(typed)
    }
    guard let feet = Int(parts[0]), (0..<1_000).contains(feet) else { return nil }
    // A whole number of feet with the unit as a word, such as `5 ft`, is not converted to inches.
    // It is parsed elsewhere as a number with the unit `ft`.
    if last.isEmpty { return text.last?.isLetter == true ? nil : Double(feet) * 12 }
    guard let inches = number(typed), inches < 12, typed.prefix(while: \.isNumber).count <= 2
    else { return nil }
    return Double(feet) * 12 + inches
  }

  /// Returns a number that is written with digits and at most one decimal point; nil for any other
  /// text.
  private static func number(_ text: some StringProtocol) -> Double? {
    text.utf8.allSatisfy { "0123456789.".utf8.contains($0) } ? Double(text) : nil
  }

  /// Returns a refusal if the day of a measurement is in the future.
  public static func refusal(of day: CalendarDay, today: CalendarDay) -> MetricRefusal? {
    day > today ? .inTheFuture(day) : nil
  }

  /// Returns the time of entry to store for a new measurement: now, or one millisecond after the
  /// last measurement of the same day if that is later. The times differ even if an import or a
  /// script writes several measurements at the same instant, so the measurements keep their order.
  public static func time(now: Instant, after last: Instant?) -> Instant {
    last.map { max(now, $0.adding(milliseconds: 1)) } ?? now
  }

  /// Returns the typed unit without spaces at its ends; nil for a blank text.
  public static func unit(_ typed: String?) -> String? {
    guard let unit = typed?.trimmed, !unit.isEmpty else { return nil }
    return unit
  }
}

/// A typed number, and the unit that was typed after it; nil if there was none.
public struct MeasuredValue: Hashable, Sendable {
  public var value: Double
  public var unit: String?

  public init(_ value: Double, unit: String? = nil) {
    self.value = value
    self.unit = unit
  }
}

/// The reason why a typed measurement is refused, such as a day in the future.
public enum MetricRefusal: Error, Hashable, Sendable {
  case notANumber(String)
  /// The unit that was typed does not fit the type of the measurement.
  case notItsUnit(String, MetricType)
  /// The unit that was typed after the number differs from the unit in the option `--unit`.
  case twoUnits(String, String)
  case inTheFuture(CalendarDay)

  public var words: String {
    switch self {
    case .notANumber(let typed): "`\(typed.excerpt)` is not a number."
    case .notItsUnit(let unit, let type): "`\(unit)` is no unit of \(type.words)."
    case .twoUnits(let first, let second): "The value says \(first), and --unit says \(second)."
    case .inTheFuture(let day): "\(day.text(.shortWithYear)) has not come yet."
    }
  }
}
