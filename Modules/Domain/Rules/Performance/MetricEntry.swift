import Basics
public import CivilTime

/// Parses measurements as people type them (rule 4.5).
public enum MetricEntry {
  /// Parses a number: any finite number of any precision, also `.345`.
  public static func value(_ typed: String) -> Result<Double, MetricRefusal> {
    let text = typed.trimmed
    // `Double` would also parse hexadecimal numbers and words such as `inf`, which people do not
    // mean.
    guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return .failure(.notANumber(typed)) }
    return .success(value)
  }

  /// Parses a number with or without its unit: `88`, `88mph`, `6.9 s`. Whether the unit fits can be
  /// checked only when the type is known.
  public static func measured(_ typed: String) -> Result<MeasuredValue, MetricRefusal> {
    let text = typed.trimmed
    let number = text.prefix { "0123456789.+-".utf8.contains($0.utf8.first ?? 0) }
    let rest = String(text.dropFirst(number.count)).trimmed
    if let seconds = clock(text) {
      return .success(MeasuredValue(seconds, unit: MetricUnit.seconds))
    }
    // `1e2` is a number without a unit; `2 era` is a number with one.
    if case .success(let value) = value(text) { return .success(MeasuredValue(value)) }
    guard case .success(let value) = value(String(number)), let first = rest.first,
      first.isLetter || first == "%",
      rest.count <= TextLimit.unit,
      rest.allSatisfy({ $0.isLetter || "/. ".contains($0) }) || rest == "%"
    else { return .failure(.notANumber(typed)) }
    return .success(MeasuredValue(value, unit: rest))
  }

  /// Returns the seconds of a time with minutes or with hours, such as `1:52.3` or `1:02:10`; nil
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

  /// Returns a refusal for a day in the future, on which nothing was measured yet.
  public static func refusal(of day: CalendarDay, today: CalendarDay) -> MetricRefusal? {
    day > today ? .inTheFuture(day) : nil
  }

  /// Returns the time of entry of a measurement: now, or just after the last one of its day, so
  /// that measurements that are written at the same instant (an imported table, a script) keep the
  /// order in which they were written.
  public static func time(now: Instant, after last: Instant?) -> Instant {
    last.map { max(now, $0.adding(milliseconds: 1)) } ?? now
  }

  /// Returns the unit to store; nil for a blank text.
  public static func unit(_ typed: String?) -> String? {
    guard let unit = typed?.trimmed, !unit.isEmpty else { return nil }
    return unit
  }
}

/// A number as it was typed, and the unit after it, if there is one.
public struct MeasuredValue: Hashable, Sendable {
  public var value: Double
  public var unit: String?

  public init(_ value: Double, unit: String? = nil) {
    self.value = value
    self.unit = unit
  }
}

/// The reason why a measurement is refused.
public enum MetricRefusal: Error, Hashable, Sendable {
  case notANumber(String)
  /// The unit after the number does not fit the type.
  case notItsUnit(String, MetricType)
  /// One unit after the number and another one in the option `--unit`.
  case twoUnits(String, String)
  case inTheFuture(CalendarDay)

  public var words: String {
    switch self {
    case .notANumber(let typed): "`\(typed)` is not a number."
    case .notItsUnit(let unit, let type): "`\(unit)` is no unit of \(type.words)."
    case .twoUnits(let first, let second): "The value says \(first), and --unit says \(second)."
    case .inTheFuture(let day): "\(day.text(.shortWithYear)) has not come yet."
    }
  }
}
