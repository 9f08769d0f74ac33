public import CivilTime

/// A period in which the coaches of a division may not meet recruits, including both ends (rule
/// 4.12).
public struct DeadPeriod: Hashable, Sendable {
  public var first: CalendarDay
  public var last: CalendarDay

  public func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }

  /// The dead periods of NCAA Division I. None are listed for other divisions.
  public static let divisionI: [DeadPeriod] = [
    ("2026-11-22", "2026-11-29"), ("2026-12-20", "2027-01-03"), ("2027-03-15", "2027-04-10"),
  ].compactMap { first, last in
    guard let first = CalendarDay(first), let last = CalendarDay(last) else { return nil }
    return DeadPeriod(first: first, last: last)
  }

  /// Returns the period that pauses reminders to contact coaches. It applies only if all schools
  /// are in Division I, and a school without a division counts as Division I. Without schools
  /// nothing is paused.
  public static func pausing(
    _ schools: Int, outsideDivisionI: Int, on day: CalendarDay
  ) -> DeadPeriod? {
    schools > 0 && outsideDivisionI == 0 ? any(on: day) : nil
  }

  public static func pausing(_ schools: SchoolFigures, on day: CalendarDay) -> DeadPeriod? {
    schools.haveListedDeadPeriods
      ? pausing(schools.total, outsideDivisionI: schools.outsideDivisionI, on: day) : nil
  }

  /// Returns the period that contains the day, regardless of the schools.
  public static func any(on day: CalendarDay) -> DeadPeriod? {
    divisionI.first { $0.contains(day) }
  }

  /// The notice that pages show during the dead period.
  public var notice: String {
    "NCAA Division I dead period through \(last.text(.shortWithYear)): coaches may not meet you in"
      + " person. You may still write and call; reminders to contact them are paused."
  }
}
