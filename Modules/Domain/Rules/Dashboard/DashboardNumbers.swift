import Basics
public import CivilTime

/// Selects events and counts interactions by calendar days for the dashboard (domain.md 4.6).
public enum DashboardNumbers {
  /// Returns the number of interactions from the first day of this month until `now`. Interactions
  /// that are planned for later in the month do not count yet.
  public static func contactsThisMonth(
    _ interactions: [Interaction], now: Instant, zone: Zone
  ) -> Int {
    let start = zone.midnight(of: zone.day(of: now).firstOfMonth)
    return interactions.count { start <= $0.occurredAt && $0.occurredAt <= now }
  }

  /// Returns the next events from today on, sorted by day, start time and name.
  public static func upcoming(
    _ events: [RecruitingEvent], today: CalendarDay, limit: Int = 5
  ) -> [RecruitingEvent] {
    let coming = events.filter { $0.startDate >= today }
    return Array(coming.sorted { order($0) < order($1) }.prefix(limit))
  }

  private static func order(
    _ event: RecruitingEvent
  ) -> (CalendarDay, TimeOfDay, String, RecordID) {
    (event.startDate, event.startTime ?? .midnight, event.name, event.id)
  }

  /// The largest number of planned contacts that the dashboard lists together with the coming
  /// events.
  package static let shownPlans = 5

  /// Returns the number of days until May 31 of the graduation year. It is 0 after that day, and
  /// nil if no year is known.
  public static func daysUntilGraduation(year: Int?, today: CalendarDay) -> Int? {
    guard let day = year.flatMap(Grade.lastDay) else { return nil }
    return max(0, today.days(until: day))
  }
}
