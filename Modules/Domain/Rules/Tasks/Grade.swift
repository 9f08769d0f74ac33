public import CivilTime

/// The school grade of an athlete, computed from the graduation year (rule 4.1).
public struct Grade: Hashable, Sendable {
  /// The number of the grade, from 9 to 12.
  public var level: Int
  /// The graduation year from which the grade was computed; nil if it is not known.
  public var graduationYear: Int?
  /// True if the level is a guess because there is no graduation year. The page then says so.
  public var isAssumed: Bool

  public init(level: Int, graduationYear: Int?, isAssumed: Bool) {
    self.level = level
    self.graduationYear = graduationYear
    self.isAssumed = isAssumed
  }

  /// Computes the grade on a day. It is 12 after the graduation, and 9 for athletes who have not
  /// reached that grade yet.
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

  /// The month on whose first day a new school year begins.
  public static let turnMonth = 9

  /// Returns the last school day of a graduation class; nil for a year that is not in the calendar.
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

  /// Returns the graduation year that counts: the account's, or else that of the player
  /// preferences.
  public static func graduationYear(account: Int?, player: Int?) -> Int? { account ?? player }
}
