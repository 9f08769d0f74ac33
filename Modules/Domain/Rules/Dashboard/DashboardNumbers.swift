import Basics
public import CivilTime

/// Selects and counts by calendar days for the dashboard (rule 4.6).
public enum DashboardNumbers {
  /// The interactions of this calendar month up to now; later ones do not count yet.
  public static func contactsThisMonth(
    _ interactions: [Interaction], now: Instant, zone: Zone
  ) -> Int {
    let start = zone.midnight(of: zone.day(of: now).firstOfMonth)
    return interactions.count { start <= $0.occurredAt && $0.occurredAt <= now }
  }

  /// The next events, today's included: earliest first, then by start time and name.
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

  /// How many planned contacts stand beside the next events.
  package static let shownPlans = 5

  /// Days to May 31 of the graduation year, 0 once it is over; nil without a year.
  public static func daysUntilGraduation(year: Int?, today: CalendarDay) -> Int? {
    guard let day = year.flatMap(Grade.lastDay) else { return nil }
    return max(0, today.days(until: day))
  }
}
