public import CivilTime

/// An entry of a calendar file, such as a deadline, a visit or a showcase.
public struct CalendarEntry: Equatable, Sendable {
  /// The id of the entry. The entry of a record always has the same id, so that a calendar program
  /// replaces the entry and does not add a second one.
  public var id: String
  public var title: String
  public var when: When
  public var details: String?
  public var place: String?
  /// The web address that the entry links to. An address that does not begin with `http` or `https`
  /// is not written to the file.
  public var link: String?
  public var categories: [String]

  /// The time of an entry: whole days or hours.
  ///
  /// A deadline is a whole day, because a calendar program in another time zone would move an hour
  /// to another day.
  public enum When: Equatable, Sendable {
    case day(CalendarDay)
    /// Whole days, including the last one.
    case days(CalendarDay, through: CalendarDay)
    /// The start and the end of the entry. Without an end, the entry lasts one hour.
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
  /// Creates a range of hours from clock times in a time zone. If the end is before the start on
  /// the same day, the end is on the next day. If the end equals the start, the range has no end.
  public static func clock(
    on day: CalendarDay, from start: TimeOfDay, through last: CalendarDay? = nil,
    to end: TimeOfDay? = nil, in zone: Zone
  ) -> Self {
    let from = zone.instant(of: day, at: start)
    guard let end else { return .hours(from: from, to: nil) }
    let lastDay = max(day, last ?? day)
    guard lastDay > day || end != start else { return .hours(from: from, to: nil) }
    let isNextDay = lastDay == day && end < start
    let to = zone.instant(of: isNextDay ? day.adding(days: 1) : lastDay, at: end)
    return .hours(from: from, to: to)
  }
}
