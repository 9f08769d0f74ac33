public import CivilTime

/// When a task is due (rule 4.2).
public enum Deadline {
  /// The day a task is due: its own date when it has one, else the last day of its month in the
  /// school year of its grade. Nil when the month or the graduation year is missing.
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

  /// The months a template may be due in, in the order of a school year.
  public static let schoolMonths = [9, 10, 11, 12, 1, 2, 3, 4, 5]

  /// The days a date of one's own can be: some that are past, and none after school is over for the youngest. Anything
  /// further off is a slip of the finger.
  public static func ownDays(on today: CalendarDay) -> ClosedRange<CalendarDay> {
    today.adding(months: -12)...today.adding(months: 6 * 12)
  }

  /// `Overdue`, `Today`, `Tomorrow`, `Feb 14`, or `Feb 14, 2028` beyond this school year; nil where there is nothing left
  /// to be due.
  public static func shortText(
    of deadline: CalendarDay?, status: TaskStatus, today: CalendarDay
  ) -> String? {
    guard let deadline, status.isOpen else { return nil }
    return switch today.days(until: deadline) {
    case ..<0: "Overdue"
    case 0: "Today"
    case 1: "Tomorrow"
    default:
      deadline.text(
        Grade.endOfSchoolYear(on: deadline) == Grade.endOfSchoolYear(on: today)
          ? .short : .shortWithYear)
    }
  }
}

/// How near a deadline is, nearest first (rule 4.2).
public enum DeadlineUrgency: String, CaseIterable, Hashable, Sendable {
  case critical, urgent, upcoming, future, none

  /// Calendar days decide, not elapsed hours; a task that is completed or skipped presses nobody.
  public init(deadline: CalendarDay?, status: TaskStatus, today: CalendarDay) {
    guard let deadline, status.isOpen else {
      self = .none
      return
    }
    switch today.days(until: deadline) {
    case ..<0: self = .critical
    case ...7: self = .urgent
    case ...14: self = .upcoming
    default: self = .future
    }
  }

  /// The place in the order of a task list: 0 comes first.
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
