public import CivilTime

/// The days a report covers, both ends included: whole days of a zone (rules 4.10 and 10.1).
public struct ReportRange: Hashable, Sendable {
  public let from: CalendarDay
  public let to: CalendarDay
  public let zone: Zone

  /// A range may be a single day; one that ends before it starts is refused.
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

  /// The start of the first day in the report's zone.
  package var start: Instant { zone.midnight(of: from) }

  /// The last moment of the last day: just before the next begins.
  package var lastMoment: Instant {
    // The calendar ends with the year 9999.
    guard to < .last else {
      return Instant(milliseconds: zone.midnight(of: to).milliseconds + 86_400_000 - 1)
    }
    return zone.midnight(of: to.adding(days: 1)).adding(milliseconds: -1)
  }

  /// Ten years or more: the page warns, because the reader probably meant fewer.
  public var isVeryLong: Bool { to >= from.adding(months: 120) }

  /// `Jan 11, 2026 - Feb 10, 2026`.
  public var text: String { "\(from.text(.shortWithYear)) - \(to.text(.shortWithYear))" }
}

/// The end is before the start.
public struct ReportRangeRefusal: Error, Hashable, Sendable {
  public init() {}

  public var words: String { "End date must be after start date" }
}

/// The ranges with a name.
public enum ReportPreset: String, CaseIterable, Hashable, Sendable {
  case last7Days = "last-7-days"
  case last30Days = "last-30-days"
  case last90Days = "last-90-days"
  case last6Months = "last-6-months"
  case lastYear = "last-year"
  case yearToDate = "year-to-date"

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

  /// Counted back from the local today.
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
