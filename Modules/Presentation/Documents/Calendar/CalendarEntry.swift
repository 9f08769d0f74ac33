public import CivilTime

/// An entry of a calendar: a deadline, a visit, a showcase.
public struct CalendarEntry: Equatable, Sendable {
  /// The identity of the entry. The entry of a record always has the same identity, so that a
  /// calendar replaces its entry instead of adding a second.
  public var id: String
  public var title: String
  public var when: When
  public var details: String?
  public var place: String?
  /// The web address of the entry; any other address is left out.
  public var link: String?
  public var categories: [String]

  /// The time of an entry. A deadline has a day and no hours, so that no time zone can move it.
  public enum When: Equatable, Sendable {
    case day(CalendarDay)
    /// Whole days, including the last one.
    case days(CalendarDay, through: CalendarDay)
    /// Moments. Without an end, the entry is one hour long.
    case hours(from: Instant, to: Instant?)
  }

  public init(
    id: String, title: String, when: When, details: String? = nil, place: String? = nil,
    link: String? = nil, categories: [String] = []
  ) {
    self.id = id
    self.title = title
    self.when = when
    self.details = details
    self.place = place
    self.link = link
    self.categories = categories
  }
}

extension CalendarEntry.When {
  /// Creates a range of hours from the clock times in a time zone. An end at or before the start on the same day is on
  /// the next day.
  public static func clock(
    on day: CalendarDay, from start: TimeOfDay, through last: CalendarDay? = nil,
    to end: TimeOfDay? = nil, in zone: Zone
  ) -> Self {
    let from = zone.instant(of: day, at: start)
    guard let end else { return .hours(from: from, to: nil) }
    let lastDay = max(day, last ?? day)
    let isNextDay = lastDay == day && end <= start
    let to = zone.instant(of: isNextDay ? day.adding(days: 1) : lastDay, at: end)
    return .hours(from: from, to: to)
  }
}
