public import CivilTime

/// The figures of a report over a range of days, and what follows from them (rule 4.10).
public struct RecruitingReport: Equatable, Sendable {
  public static let title = "Recruiting Report"

  public var range: ReportRange
  public var generatedAt: Instant
  public var figures: ReportFigures

  public init(range: ReportRange, generatedAt: Instant, figures: ReportFigures) {
    self.range = range
    self.generatedAt = generatedAt
    self.figures = figures
  }

  /// Contacts that coaches began, per hundred coaches; 0 without coaches, and it can exceed 100.
  public var responseRate: Double {
    guard figures.coachCount > 0 else { return 0 }
    return 100 * Double(figures.inboundCount) / Double(figures.coachCount)
  }

  /// Nothing to report at all; the page says `emptyWords`.
  public var isEmpty: Bool {
    figures.schoolCount + figures.coachCount + figures.interactionCount + figures.metricCount == 0
  }

  public static let emptyWords = "No data found for selected date range"
  public static let notGeneratedWords = "Generate a report first before exporting"
}
