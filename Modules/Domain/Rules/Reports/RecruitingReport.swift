public import CivilTime

/// A report over a range of days: counts of schools, coaches, interactions and measurements, and
/// the rates that are computed from them (domain.md 4.10).
public struct RecruitingReport: Equatable, Sendable {
  public static let title = "Recruiting Report"

  public var range: ReportRange
  public var generatedAt: Instant
  public var figures: ReportFigures

  /// The name of the report's time zone, such as `America/New_York`.
  public var zoneName: String { range.zone.name }

  public init(range: ReportRange, generatedAt: Instant, figures: ReportFigures) {
    self.range = range
    self.generatedAt = generatedAt
    self.figures = figures
  }

  /// The number of contacts that coaches started, for each hundred coaches. It can be more than
  /// 100, because a coach can start several contacts. It is 0 if there are no coaches.
  ///
  /// It is nil if the coaches or the contacts could not be counted.
  public var responseRate: Double? {
    guard let coaches = figures.coaches.figures, let contacts = figures.interactions.figures else {
      return nil
    }
    guard coaches.total > 0 else { return 0 }
    return 100 * Double(contacts.inbound) / Double(coaches.total)
  }

  /// The percentage of coaches who answered, among the coaches to whom the athlete wrote (domain.md
  /// 10.13). An answer is a contact that the coach started after one that the athlete started.
  ///
  /// It is nil if the athlete wrote to no coach, if none of the coaches has had time to answer
  /// (decision 82), or if the contacts could not be counted.
  public var replyRate: Double? {
    guard let contacts = figures.interactions.figures, contacts.coachesWritten > 0,
      CoachResponsiveness.isJudged(
        answers: contacts.coachesAnswered, hadTime: contacts.hadTimeToAnswer)
    else { return nil }
    return 100 * Double(contacts.coachesAnswered) / Double(contacts.coachesWritten)
  }

  /// The response rate as text with at most two decimals; nil if the rate is nil.
  public var responseRateText: String? {
    responseRate.map { DecimalText.shortest(Rounding.places(2, $0)) }
  }

  public var replyRateText: String? {
    replyRate.map { DecimalText.shortest(Rounding.places(2, $0)) }
  }

  /// True if all counts are zero, so that a page shows the text `emptyWords` instead of the report.
  /// A count that failed does not count as zero, because there may be records.
  public var isEmpty: Bool {
    figures.schools.figures?.total == 0 && figures.coaches.figures?.total == 0
      && figures.interactions.figures?.total == 0 && figures.metrics.figures?.total == 0
  }

  public static let emptyWords = "No data found for selected date range"
  public static let notGeneratedWords = "Generate a report first before exporting"
  public static let longRangeWords = "Large date range may take longer to generate"
}

/// Formats a count or a rate with at most two decimals and with commas between the thousands.
public enum ReportNumber {
  public static func text(_ value: Double) -> String {
    DecimalText.grouped(DecimalText.shortest(Rounding.places(2, value)))
  }
}
