public import CivilTime

/// Computes the day on which a task is due: the date that is set for it, or else the last day of
/// its month in the school year of its grade (domain.md 4.2).
public enum Deadline {
  /// Returns the day on which a task is due: its explicit date, or else the last day of its month
  /// in the school year of its grade. It is nil if the month or the graduation year is missing or
  /// invalid.
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

  /// The months of a school year, from September to May, in which a task can be due.
  public static let schoolMonths = [9, 10, 11, 12, 1, 2, 3, 4, 5]

  /// Returns the due dates that an athlete may set for a task: from one year ago to six years from
  /// now, when even the youngest athletes have finished school. Any other date is probably a typing
  /// error.
  public static func ownDays(on today: CalendarDay) -> ClosedRange<CalendarDay> {
    today.adding(months: -12)...today.adding(months: 6 * 12)
  }

  /// Returns true if the deadline of an open task has passed and the task is not locked. A locked
  /// task is not overdue, because it cannot be done before the tasks on which it depends.
  public static func isOverdue(
    _ deadline: CalendarDay, isLocked: @autoclosure () -> Bool = false, today: CalendarDay
  ) -> Bool {
    deadline < today && !isLocked()
  }

  /// Returns the deadline as text: `Overdue`, `Today`, `Tomorrow` or `Feb 14`. In another school
  /// year the text contains the year: `Feb 14, 2028`. It is nil if the task has no deadline or is
  /// done, and if a locked task's deadline has passed.
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

/// The urgency of a task by its deadline, most urgent first: overdue tasks are `critical`, those
/// due within 7 days `urgent`, within 14 days `upcoming`, and later ones `future` (domain.md 4.2).
public enum DeadlineUrgency: String, CaseIterable, Hashable, Sendable {
  case critical, urgent, upcoming, future, none

  /// Computes the urgency from the number of calendar days until the deadline. A completed or
  /// skipped task has no urgency.
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

  /// The position of tasks with this urgency in a list; 0 comes first.
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
