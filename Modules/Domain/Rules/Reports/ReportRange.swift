public import CivilTime

/// The days of a report in a time zone, from the start of the first day to the end of the last day
/// (domain.md 4.10 and 10.1).
public struct ReportRange: Hashable, Sendable {
  public let from: CalendarDay
  public let to: CalendarDay
  public let zone: Zone

  /// Returns the range of days, or a refusal if its last day is before its first day. A range of a
  /// single day is allowed.
  public static func make(
    from: CalendarDay, to: CalendarDay, in zone: Zone
  ) -> Result<ReportRange, ReportRangeRefusal> {
    to < from
      ? .failure(ReportRangeRefusal()) : .success(ReportRange(from: from, to: to, in: zone))
  }

  package init(from: CalendarDay, to: CalendarDay, in zone: Zone) {
    self.from = from
    self.to = to
    self.zone = zone
  }

  public func contains(_ day: CalendarDay) -> Bool { from <= day && day <= to }

  public func contains(_ moment: Instant) -> Bool { start <= moment && moment <= lastMoment }

  /// The moment at which the first day starts in the report's time zone.
  package var start: Instant { zone.midnight(of: from) }

  /// The last millisecond of the last day in the report's time zone.
  package var lastMoment: Instant {
    // The last day of the calendar, in the year 9999, has no next day. It is assumed to have 24
    // hours.
    guard to < .last else {
      return Instant(milliseconds: zone.midnight(of: to).milliseconds + 86_400_000 - 1)
    }
    return zone.midnight(of: to.adding(days: 1)).adding(milliseconds: -1)
  }

  /// True if the range has ten years or more. A page then warns that counting may take longer.
  public var isVeryLong: Bool { to >= from.adding(months: 120) }

  /// The range as text, such as `Jan 11, 2026 - Feb 10, 2026`.
  public var text: String { "\(from.text(.shortWithYear)) - \(to.text(.shortWithYear))" }
}

/// The refusal of a report whose last day is before its first day.
public struct ReportRangeRefusal: Error, Hashable, Sendable {
  public init() {}

  public var words: String { "End date must be after start date" }
}

/// The ranges that a person can choose by a name, such as the last 30 days.
public enum ReportPreset: String, CaseIterable, Hashable, Sendable {
  case last7Days = "last-7-days"
  case last30Days = "last-30-days"
  case last90Days = "last-90-days"
  case last6Months = "last-6-months"
  case yearToDate = "year-to-date"
  case lastYear = "last-year"

  public static let standard = ReportPreset.last30Days

  public var words: String {
    switch self {
    case .last7Days: "Last 7 days"
    case .last30Days: "Last 30 days"
    case .last90Days: "Last 90 days"
    case .last6Months: "Last 6 months"
    case .lastYear: "Last year"
    case .yearToDate: "Year to date"
    }
  }

  /// Returns the range of days with this name. Its last day is today in the time zone.
  public func range(now: Instant, in zone: Zone) -> ReportRange {
    let today = zone.day(of: now)
    let from: CalendarDay =
      switch self {
      case .last7Days: today.adding(days: -7)
      case .last30Days: today.adding(days: -30)
      case .last90Days: today.adding(days: -90)
      case .last6Months: today.adding(days: -180)
      case .lastYear: today.adding(days: -365)
      case .yearToDate: today.adding(months: 1 - today.month).firstOfMonth
      }
    return ReportRange(from: from, to: today, in: zone)
  }
}
