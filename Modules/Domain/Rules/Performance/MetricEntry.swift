public import CivilTime
import FeatureKit

/// What a measurement may be when it is entered (rule 4.5).
public enum MetricEntry {
  /// The value typed: any finite number of any precision, `.345` included.
  public static func value(_ typed: String) -> Result<Double, MetricRefusal> {
    let text = typed.trimmed
    // `Double` also reads hexadecimal and words like `inf`; people who log a metric mean neither.
    guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return .failure(.notANumber(typed)) }
    return .success(value)
  }

  /// A day that has not come yet was not measured.
  public static func refusal(of day: CalendarDay, today: CalendarDay) -> MetricRefusal? {
    day > today ? .inTheFuture(day) : nil
  }

  /// When a measurement counts as entered: now, or just after the last one of its day, so that those of one instant (a
  /// table brought in, a script) keep the order they were written in.
  public static func time(now: Instant, after last: Instant?) -> Instant {
    last.map { max(now, $0.adding(milliseconds: 1)) } ?? now
  }

  /// The unit to keep: blank is none.
  public static func unit(_ typed: String?) -> String? {
    guard let unit = typed?.trimmed, !unit.isEmpty else { return nil }
    return unit
  }
}

/// Why a measurement is not taken.
public enum MetricRefusal: Error, Hashable, Sendable {
  case notANumber(String)
  case inTheFuture(CalendarDay)

  public var words: String {
    switch self {
    case .notANumber(let typed): "`\(typed)` is not a number."
    case .inTheFuture(let day): "\(day.text(.shortWithYear)) has not come yet."
    }
  }
}
