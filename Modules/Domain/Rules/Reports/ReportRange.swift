public import CivilTime

/// The days a report covers, both ends included, counted in UTC (rule 4.10).
public struct ReportRange: Hashable, Sendable {
  public let from: CalendarDay
  public let to: CalendarDay

  /// A range may be a single day; one that ends before it starts is refused.
  public static func make(
    from: CalendarDay, to: CalendarDay
  ) -> Result<ReportRange, ReportRangeRefusal> {
    to < from ? .failure(ReportRangeRefusal()) : .success(ReportRange(from: from, to: to))
  }

  package init(from: CalendarDay, to: CalendarDay) {
    self.from = from
    self.to = to
  }

  public func contains(_ day: CalendarDay) -> Bool { from <= day && day <= to }

  public func contains(_ moment: Instant) -> Bool { contains(Zone.utc.day(of: moment)) }

  /// Ten years or more: worth a warning, as the reader probably meant fewer.
  public var isVeryLong: Bool { to >= from.adding(months: 120) }

  /// `Jan 11, 2026 - Feb 10, 2026`.
  public var text: String { "\(from.text(.shortWithYear)) - \(to.text(.shortWithYear))" }
}

/// The end lies before the start.
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

  public func range(now: Instant) -> ReportRange {
    let today = Zone.utc.day(of: now)
    let from: CalendarDay =
      switch self {
      case .last7Days: today.adding(days: -7)
      case .last30Days: today.adding(days: -30)
      case .last90Days: today.adding(days: -90)
      case .last6Months: today.adding(days: -180)
      case .lastYear: today.adding(days: -365)
      case .yearToDate: today.adding(months: 1 - today.month).firstOfMonth
      }
    return ReportRange(from: from, to: today)
  }
}
