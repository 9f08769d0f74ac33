/// Parses days as people write them: `today`, `fri`, `-30d`, `2026-02`, `Feb 10`, `last-week`.
///
/// The shell or the web server shows the parsed day, so a person sees an unexpected result
/// immediately.
public enum NaturalDate {
  /// Returns the day that `text` names, relative to `today`.
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

  /// Which year is meant if a person writes a month or a day without a year, such as `Feb 10`.
  public enum Leaning: Equatable, Sendable {
    /// A date without a year, such as `Feb 10`, is the one nearest to today.
    case nearest
    /// A date without a year, such as `Feb 10` or `june`, is the nearest one that is not over.
    case notOver
    /// A date without a year, such as `Feb 10`, means the next such day. This case is for dates
    /// that usually lie in the future, such as deadlines. If the date was in the last
    /// `daysTheOtherWay` days, the past day is meant instead.
    case ahead
    /// A date without a year, such as `Feb 10`, means the most recent such day. This case is for
    /// dates that usually lie in the past, such as contacts. If the next such day comes within
    /// `daysTheOtherWay` days, the coming day is meant instead. A weekday means the most recent
    /// one.
    case back
    /// A date without a year, such as `Feb 10`, means the most recent such day, and never one in
    /// the future. This case is for facts that cannot be in the future, such as a measurement. A
    /// weekday means the most recent one.
    case past
    /// A date without a year, such as `Feb 10`, means the one nearest to the associated day. This
    /// case is for the last day of a period that begins on the associated day. A weekday means the
    /// first one on or after it, and words such as `tomorrow` are counted from it.
    case near(CalendarDay)
  }

  /// The number of days within which a date without a year changes its direction. For `.ahead`, a
  /// date in the last 60 days means the past day. For `.back`, a date in the next 60 days means the
  /// coming day. People enter events up to two months after they took place, and visits up to two
  /// months before.
  public static let daysTheOtherWay = 60

  /// Returns the days that `text` names: a whole week, month or year, or a single day.
  ///
  /// The end of a range uses it: `--to 2026-02` includes the last day of February.
  public static func span(
    _ text: String, today: CalendarDay
  ) -> Result<ClosedRange<CalendarDay>, NaturalDateFailure> {
    result(NaturalDateReader(text, today: today), text)
  }

  /// Returns the last day of what `text` names, for a deadline. A month or a day without a year
  /// means the next one that is not over. For example, `june` is the last day of June.
  public static func deadline(
    _ text: String, today: CalendarDay
  ) -> Result<CalendarDay, NaturalDateFailure> {
    result(NaturalDateReader(text, today: today, leaning: .notOver), text).map(\.upperBound)
  }

  /// Returns the day of a birth date in one of the forms that people write, with a year of four
  /// digits: `2010-05-31`, `5/31/2010` or `May 31, 2010`.
  ///
  /// Any other text fails, including a year or a month alone.
  public static func birthDate(
    _ text: String, today: CalendarDay
  ) -> Result<CalendarDay, NaturalDateFailure> {
    let notADate = NaturalDateFailure(text: text, reason: .notADate)
    guard text.firstMatch(of: /[0-9]{4}/) != nil else { return .failure(notADate) }
    return span(text, today: today).flatMap { days in
      days.lowerBound == days.upperBound ? .success(days.lowerBound) : .failure(notADate)
    }
  }

  private static func result(
    _ reader: NaturalDateReader, _ text: String
  ) -> Result<ClosedRange<CalendarDay>, NaturalDateFailure> {
    switch reader.read() {
    case .span(let span): .success(span)
    case .noSuchDay: .failure(NaturalDateFailure(text: text, reason: .noSuchDay))
    case .noSuchMonth: .failure(NaturalDateFailure(text: text, reason: .noSuchMonth))
    case .notADate: .failure(NaturalDateFailure(text: text, reason: .notADate))
    }
  }
}

/// The reason why a text is not a day, with the text.
public struct NaturalDateFailure: Error, Equatable, Sendable {
  public var text: String
  public var reason: Reason

  public enum Reason: Equatable, Sendable {
    /// The text has the form of a date, but the calendar has no such day, as in `Feb 30`.
    case noSuchDay
    /// The text has the form of a month, but the calendar has no such month, as in `2026-13`.
    case noSuchMonth
    case notADate
  }

  /// The reason as a sentence that people read.
  public var sentence: String {
    switch reason {
    case .noSuchDay: "There is no day `\(text)` in the calendar."
    case .noSuchMonth: "There is no month `\(text)` in the calendar."
    case .notADate: "`\(text)` is not a date."
    }
  }

  public init(text: String, reason: Reason) {
    self.text = text
    self.reason = reason
  }

  /// Valid texts, to show beside an invalid text.
  public static let examples = ["today", "Friday", "30 days ago", "Feb 10", "2026-02-10"]
}
