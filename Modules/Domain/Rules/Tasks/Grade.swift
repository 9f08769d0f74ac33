public import CivilTime

/// The school grade an athlete is in, worked out from the year of graduation (rule 4.1).
public struct Grade: Hashable, Sendable {
  /// The number of the grade, from 9 to 12.
  public var level: Int
  /// The year the grade was worked out from; nil when there was none.
  public var graduationYear: Int?
  /// Whether the level is a guess, because there is no graduation year; the page says so.
  public var isAssumed: Bool

  public init(level: Int, graduationYear: Int?, isAssumed: Bool) {
    self.level = level
    self.graduationYear = graduationYear
    self.isAssumed = isAssumed
  }

  /// The grade on that day. A graduate stays in 12, a child years away in 9; never an error.
  public init(graduationYear: Int?, on today: CalendarDay, fallback: Int) {
    guard let graduationYear else {
      self.init(level: fallback, graduationYear: nil, isAssumed: true)
      return
    }
    let away = min(max(graduationYear, 0), 10_000) - Self.endOfSchoolYear(on: today)
    self.init(
      level: min(max(12 - away, 9), 12), graduationYear: graduationYear, isAssumed: false)
  }

  public static let levels = 9...12

  /// The month on whose first day the school year changes.
  public static let turnMonth = 9

  /// The day on which school ends for the class; nil for a year that no calendar has.
  public static func lastDay(ofClass year: Int) -> CalendarDay? {
    CalendarDay(year: year, month: 5, day: 31)
  }

  /// The grade that the Tasks page shows without a graduation year.
  public static let tasksFallback = 10

  /// The grade that suggestion rules assume without a graduation year (rule 4.12).
  public static let suggestionsFallback = 9

  public static func endOfSchoolYear(on day: CalendarDay) -> Int {
    day.month < turnMonth ? day.year : day.year + 1
  }

  /// The effective year: the account's, or else the one in the player preferences.
  public static func graduationYear(account: Int?, player: Int?) -> Int? { account ?? player }
}
