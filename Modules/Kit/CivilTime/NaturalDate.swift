/// Parses days as people write them: `today`, `fri`, `-30d`, `2026-02`, `Feb 10`, `last-week`.
///
/// A host shows the parsed day, so a person sees an unexpected result immediately.
public enum NaturalDate {
  /// The day that `text` names, relative to `today`.
  ///
  /// - A weekday is the next such day, and today counts: `fri` on a Friday is today. `next fri` is
  ///   never today, and `last fri` is before today.
  /// - A month and day without a year is the occurrence nearest to today, and the later one if two
  ///   are equally near. A year of two digits is in this century.
  /// - `2/10` is month first, as in the United States.
  /// - A month (`2026-02`, `Feb 2026`, `june` for the nearest), a year (`2025`), and `last`, `this`
  ///   or `next` with `week`, `month`, `year` or a month's name give their first day. `last-week`
  ///   equals `last week`. `span` returns the whole period.
  public static func parse(
    _ text: String, today: CalendarDay, leaning: Leaning = .nearest
  ) -> Result<CalendarDay, NaturalDateFailure> {
    result(NaturalDateReader(text, today: today, leaning: leaning), text).map(\.lowerBound)
  }

  /// The year of a month or a day that is written without one.
  public enum Leaning: Sendable {
    /// The occurrence that is nearest to today.
    case nearest
    /// The next occurrence that is not over.
    case notOver
    /// The next occurrence, for what usually lies ahead, such as a deadline. One that passed in the
    /// last `daysTheOtherWay` days is meant nevertheless.
    case ahead
    /// The last occurrence, for what usually has happened, such as a contact. One within the next
    /// `daysTheOtherWay` days is meant nevertheless. A weekday means the most recent one.
    case back
    /// The last occurrence that has begun, for what cannot lie ahead, such as a measurement.
    case past
  }

  /// Some two months: events are entered that long after they took place, and visits are planned
  /// that long before.
  public static let daysTheOtherWay = 60

  /// Returns the days that `text` names: a whole week, month or year, or a single day.
  ///
  /// The end of a range uses it: `--to 2026-02` includes the last day of February.
  public static func span(
    _ text: String, today: CalendarDay
  ) -> Result<ClosedRange<CalendarDay>, NaturalDateFailure> {
    result(NaturalDateReader(text, today: today), text)
  }

  /// Returns the last day of a period in the future. A month or a day without a year is the next
  /// one that is not over. For example, `june` is the end of June.
  public static func deadline(
    _ text: String, today: CalendarDay
  ) -> Result<CalendarDay, NaturalDateFailure> {
    result(NaturalDateReader(text, today: today, leaning: .notOver), text).map(\.upperBound)
  }

  private static func result(
    _ reader: NaturalDateReader, _ text: String
  ) -> Result<ClosedRange<CalendarDay>, NaturalDateFailure> {
    switch reader.read() {
    case .span(let span): .success(span)
    case .noSuchDay: .failure(NaturalDateFailure(text: text, reason: .noSuchDay))
    case .notADate: .failure(NaturalDateFailure(text: text, reason: .notADate))
    }
  }
}

/// The problem of a text that is not a day.
public struct NaturalDateFailure: Error, Equatable, Sendable {
  public var text: String
  public var reason: Reason

  public enum Reason: Equatable, Sendable {
    /// The text has the form of a date, but the calendar has no such day, as in `Feb 30`.
    case noSuchDay
    case notADate
  }

  /// The problem in a sentence.
  public var sentence: String {
    switch reason {
    case .noSuchDay: "There is no day `\(text)` in the calendar."
    case .notADate: "`\(text)` is not a date."
    }
  }

  public init(text: String, reason: Reason) {
    self.text = text
    self.reason = reason
  }

  /// Valid texts, to show beside an invalid text.
  public static let examples = ["today", "fri", "-30d", "Feb 10", "2026-02-10"]
}
