import CivilTime

/// The time at which the demo family is viewed, and functions that return days and times relative
/// to it.
struct DemoCalendar: Sendable {
  let now: Instant
  let zone: Zone
  let today: CalendarDay

  init(now: Instant, zone: Zone) {
    self.now = now
    self.zone = zone
    today = zone.day(of: now)
  }

  func day(ago days: Int) -> CalendarDay {
    today.adding(days: -days)
  }

  /// Returns the time at a minute of a day. If this time is later than an hour ago, the result is
  /// an hour ago, because every record of the demo has to lie in the past.
  func instant(on day: CalendarDay, minute: Int) -> Instant {
    let time = TimeOfDay(hour: minute / 60 % 24, minute: minute % 60) ?? .midnight
    return min(zone.instant(of: day, at: time), now.adding(seconds: -3600))
  }

  func instant(ago days: Int, minute: Int) -> Instant {
    instant(on: day(ago: days), minute: minute)
  }
}
