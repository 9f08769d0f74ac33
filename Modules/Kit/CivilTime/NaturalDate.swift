/// Days as people write them: `today`, `fri`, `-30d`, `2026-02`, `Feb 10`.
///
/// A host echoes the resolved day back, so a surprising reading is seen at once.
public enum NaturalDate {
  /// The day that `text` means, seen from `today`.
  ///
  /// - A weekday is the next such day, today included: `fri` on a Friday is today. `next fri` is
  ///   never today, `last fri` is before today.
  /// - A month and day without a year is the occurrence nearest to today; of two equally near, the
  ///   later. A year of two digits is in this century.
  /// - `2/10` is month first, as in the United States.
  /// - A month (`2026-02`, `Feb 2026`) is its first day; `span` gives all of it.
  public static func parse(
    _ text: String, today: CalendarDay
  ) -> Result<CalendarDay, NaturalDateFailure> {
    span(text, today: today).map(\.lowerBound)
  }

  /// The days that `text` means: a whole month for `2026-02`, otherwise a single day.
  ///
  /// For the end of a range, where `--to 2026-02` should take in the last of February.
  public static func span(
    _ text: String, today: CalendarDay
  ) -> Result<ClosedRange<CalendarDay>, NaturalDateFailure> {
    var reader = NaturalDateReader(text, today: today)
    return switch reader.read() {
    case .span(let span): .success(span)
    case .noSuchDay: .failure(NaturalDateFailure(text: text, reason: .noSuchDay))
    case .notADate: .failure(NaturalDateFailure(text: text, reason: .notADate))
    }
  }
}

/// A text that is no day, with what to try instead.
public struct NaturalDateFailure: Error, Equatable, Sendable {
  public var text: String
  public var reason: Reason

  public enum Reason: Equatable, Sendable {
    /// It reads like a date, but the calendar has no such day: `Feb 30`.
    case noSuchDay
    case notADate
  }

  public init(text: String, reason: Reason) {
    self.text = text
    self.reason = reason
  }

  /// Texts that work, to show beside the one that did not.
  public static let examples = ["today", "fri", "-30d", "Feb 10", "2026-02-10"]
}
