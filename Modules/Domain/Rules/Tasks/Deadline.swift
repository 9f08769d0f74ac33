public import CivilTime

/// Computes the day on which a task is due (rule 4.2).
public enum Deadline {
  /// Returns the day on which a task is due: its own date, or else the last day of its month in the
  /// school year of its grade. It is nil if the month or the graduation year is missing.
  public static func day(
    explicit: CalendarDay?, dueMonth: Int?, grade: Int, graduationYear: Int?
  ) -> CalendarDay? {
    if let explicit { return explicit }
    guard let dueMonth, schoolMonths.contains(dueMonth), Grade.levels.contains(grade),
      let graduationYear, (1...9999).contains(graduationYear)
    else { return nil }
    let endOfSchoolYear = graduationYear - (12 - grade)
    let year = dueMonth >= Grade.turnMonth ? endOfSchoolYear - 1 : endOfSchoolYear
    return CalendarDay(year: year, month: dueMonth, day: 1)?.lastOfMonth
  }

  /// The months in which a template may be due, in the order of a school year.
  public static let schoolMonths = [9, 10, 11, 12, 1, 2, 3, 4, 5]

  /// Returns the range of due dates that an athlete may set: from a year ago until the youngest
  /// athletes have finished school. A date outside of it is a typing error.
  public static func ownDays(on today: CalendarDay) -> ClosedRange<CalendarDay> {
    today.adding(months: -12)...today.adding(months: 6 * 12)
  }

  /// Returns true if the day of an open task has passed. A locked task is not overdue, because the
  /// tasks on which it depends are overdue themselves.
  public static func isOverdue(
    _ deadline: CalendarDay, isLocked: @autoclosure () -> Bool = false, today: CalendarDay
  ) -> Bool {
    deadline < today && !isLocked()
  }

  /// Returns the deadline as text: `Overdue`, `Today`, `Tomorrow`, `Feb 14`, or with the year in
  /// another school year: `Feb 14, 2028`. It is nil if nothing is due.
  public static func shortText(
    of deadline: CalendarDay?, status: TaskStatus, isLocked: @autoclosure () -> Bool = false,
    today: CalendarDay
  ) -> String? {
    guard let deadline, status.isOpen else { return nil }
    return switch today.days(until: deadline) {
    case ..<0: isOverdue(deadline, isLocked: isLocked(), today: today) ? "Overdue" : nil
    case 0: "Today"
    case 1: "Tomorrow"
    default:
      deadline.text(
        Grade.endOfSchoolYear(on: deadline) == Grade.endOfSchoolYear(on: today)
          ? .short : .shortWithYear)
    }
  }
}

/// The urgency of a deadline, most urgent first (rule 4.2).
public enum DeadlineUrgency: String, CaseIterable, Hashable, Sendable {
  case critical, urgent, upcoming, future, none

  /// Computes the urgency from calendar days, not from elapsed hours. A completed or skipped task
  /// is never urgent.
  public init(
    deadline: CalendarDay?, status: TaskStatus, isLocked: @autoclosure () -> Bool = false,
    today: CalendarDay
  ) {
    guard let deadline, status.isOpen else {
      self = .none
      return
    }
    switch today.days(until: deadline) {
    case ..<0:
      self =
        Deadline.isOverdue(deadline, isLocked: isLocked(), today: today) ? .critical : .none
    case ...7: self = .urgent
    case ...14: self = .upcoming
    default: self = .future
    }
  }

  /// The position in a task list, where 0 comes first.
  public var rank: Int {
    switch self {
    case .critical: 0
    case .urgent: 1
    case .upcoming: 2
    case .future: 3
    case .none: 4
    }
  }
}
