public import CivilTime

/// The school grade of an athlete, from 9 to 12, which is computed from the graduation year and a
/// day (domain.md 4.1).
public struct Grade: Hashable, Sendable {
  /// The number of the grade, from 9 to 12.
  public var level: Int
  /// The graduation year from which the grade was computed; nil if it is not known.
  public var graduationYear: Int?
  /// True if the graduation year is not known, so that the level is only assumed. Pages then say
  /// that the grade is assumed.
  public var isAssumed: Bool

  public init(level: Int, graduationYear: Int?, isAssumed: Bool) {
    self.level = level
    self.graduationYear = graduationYear
    self.isAssumed = isAssumed
  }

  /// Computes the grade on a day. It is 12 for athletes who have graduated, and 9 for athletes in
  /// lower grades.
  ///
  /// - Parameter fallback: the level that is assumed if there is no graduation year.
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

  /// September, on whose first day a school year begins.
  public static let turnMonth = 9

  /// Returns the last school day of the athletes who graduate in a year; nil if the calendar does
  /// not contain the year.
  public static func lastDay(ofClass year: Int) -> CalendarDay? {
    CalendarDay(year: year, month: 5, day: 31)
  }

  /// The grade that the Tasks page shows if no graduation year is known.
  public static let tasksFallback = 10

  /// The grade that the suggestion rules assume if no graduation year is known (domain.md 4.12).
  public static let suggestionsFallback = 9

  public static func endOfSchoolYear(on day: CalendarDay) -> Int {
    day.month < turnMonth ? day.year : day.year + 1
  }

  /// Returns the graduation year of the account, or else the one in the `player` preferences.
  public static func graduationYear(account: Int?, player: Int?) -> Int? { account ?? player }
}
