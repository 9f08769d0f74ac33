public import CivilTime

/// A period in which the NCAA forbids coaches of a division to meet recruits. The first and the
/// last day are part of it (domain.md 4.12).
public struct DeadPeriod: Hashable, Sendable {
  public var first: CalendarDay
  public var last: CalendarDay

  public func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }

  /// The known dead periods of NCAA Division I. The program knows none for other divisions.
  public static let divisionI: [DeadPeriod] = [
    ("2026-11-22", "2026-11-29"), ("2026-12-20", "2027-01-03"), ("2027-03-15", "2027-04-10"),
  ].compactMap { first, last in
    guard let first = CalendarDay(first), let last = CalendarDay(last) else { return nil }
    return DeadPeriod(first: first, last: last)
  }

  /// Returns the dead period that contains the day, if the rules that suggest a contact must not
  /// make suggestions during it; nil otherwise.
  ///
  /// The rules make no suggestions only if the athlete has schools and no school is known to be
  /// outside Division I. A school without a division counts as Division I.
  public static func pausing(
    _ schools: Int, outsideDivisionI: Int, on day: CalendarDay
  ) -> DeadPeriod? {
    schools > 0 && outsideDivisionI == 0 ? any(on: day) : nil
  }

  /// Returns the dead period that contains the day; nil if there is none. It does not check whether
  /// the athlete's schools are affected.
  public static func any(on day: CalendarDay) -> DeadPeriod? {
    divisionI.first { $0.contains(day) }
  }

  /// Returns the sentence that pages show on the day of a dead period; nil if it concerns none of
  /// the athlete's schools. Unless all of them are known to be in Division I, the sentence has the
  /// number of those that are.
  ///
  /// The sentence does not mention that the program leaves out some suggestions, because the
  /// athlete may still write to coaches: the next steps on the same page and the notifications
  /// continue to name coaches to write to.
  ///
  /// - Parameter owner: the words for the athlete: "you", or the athlete's name on a parent's page.
  public static func notice(
    for schools: SchoolFigures, on day: CalendarDay, of owner: PageOwner = PageOwner(name: nil)
  ) -> String? {
    guard schools.haveListedDeadPeriods, schools.total > schools.outsideDivisionI,
      let period = any(on: day)
    else { return nil }
    let known = schools.inDivisionI
    let coaches =
      switch known {
      case schools.total: "coaches"
      case 0: "coaches of Division I schools"
      default:
        "coaches of \(owner.possessiveWithin) Division I \(known == 1 ? "school" : "schools")"
          + " (\(known) of \(schools.total))"
      }
    return "NCAA Division I dead period through \(period.last.text(.shortWithYear)): \(coaches) may"
      + " not meet \(owner.within) in person. \(owner.subject) may still write to them and call them."
  }
}
