public import Basics
public import CivilTime

extension AthleteWeek {
  /// Counts what the athlete did since Monday, from the records themselves. Each backend computes
  /// these counts with its own query, which has to give the same numbers.
  ///
  /// An entry counts in the week in which it was created, and a measurement on its day.
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

  /// Returns the Monday of that day's week, because a school week begins on Monday (rule 9,
  /// "Athlete activity").
  public static func firstDay(of day: CalendarDay) -> CalendarDay {
    day.adding(days: 1 - day.weekday.rawValue)
  }
}
