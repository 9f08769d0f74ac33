public import Basics
public import CivilTime

extension AthleteWeek {
  /// What the athlete did since Monday, counted from the records themselves. Every backend's own counts have to agree with this.
  ///
  /// An entry counts in the week it was created, a measurement on its day.
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

  /// The Monday of that day's week: school weeks begin with it (rule 9, "Athlete activity").
  public static func firstDay(of day: CalendarDay) -> CalendarDay {
    day.adding(days: 1 - day.weekday.rawValue)
  }
}
