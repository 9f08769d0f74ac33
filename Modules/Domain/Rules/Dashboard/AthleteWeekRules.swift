public import Basics
public import CivilTime

extension AthleteWeek {
  /// Counts what the athlete did from Monday of this week until `now`, such as completed tasks, by
  /// reading the athlete's records one by one.
  ///
  /// A task counts in the week in which it was completed, an interaction in the week in which it
  /// was logged, and a measurement in the week of its day. Each backend (a module that stores the
  /// data) computes these counts with its own database query, and tests compare that query with
  /// this initializer.
  public init(
    of athlete: RecordID, progress: [AthleteTask], interactions: [Interaction],
    metrics: [PerformanceMetric], now: Instant, zone: Zone
  ) {
    let today = zone.day(of: now)
    let monday = Self.firstDay(of: today)
    let start = zone.midnight(of: monday)
    let isThisWeek = { (moment: Instant?) in
      moment.map { start <= $0 && $0 <= now } ?? false
    }
    self.init(
      tasksCompleted: progress.count {
        $0.athleteID == athlete && $0.status == .completed && isThisWeek($0.completedAt)
      },
      interactionsLogged: interactions.count {
        $0.loggedBy == athlete && isThisWeek($0.createdAt) && $0.occurredAt <= now
      },
      metricsRecorded: metrics.count { monday <= $0.recordedDate && $0.recordedDate <= today })
  }

  /// Returns the Monday of the week that contains `day`. A week begins on Monday, as a school week
  /// does (domain.md 9, "Athlete activity").
  public static func firstDay(of day: CalendarDay) -> CalendarDay {
    day.adding(days: 1 - day.weekday.rawValue)
  }
}
