public import CivilTime

/// The figures of a report over a range of days, and what follows from them (rule 4.10).
public struct RecruitingReport: Equatable, Sendable {
  public static let title = "Recruiting Report"

  public var range: ReportRange
  public var generatedAt: Instant
  public var figures: ReportFigures

  /// The zone its days are reckoned in: `America/New_York`.
  public var zoneName: String { range.zone.name }

  public init(range: ReportRange, generatedAt: Instant, figures: ReportFigures) {
    self.range = range
    self.generatedAt = generatedAt
    self.figures = figures
  }

  /// Contacts that coaches began, per hundred coaches; 0 without coaches, and it can exceed 100.
  ///
  /// Nil when either of the two could not be counted.
  public var responseRate: Double? {
    guard let coaches = figures.coaches.figures, let contacts = figures.interactions.figures else {
      return nil
    }
    guard coaches.total > 0 else { return 0 }
    return 100 * Double(contacts.inbound) / Double(coaches.total)
  }

  /// Coaches who answered of those who were written to, in percent: never more than 100 (rule 10.13). Nil when nobody was written
  /// to, or when it could not be counted.
  public var replyRate: Double? {
    guard let contacts = figures.interactions.figures, contacts.coachesWritten > 0 else {
      return nil
    }
    return 100 * Double(contacts.coachesAnswered) / Double(contacts.coachesWritten)
  }

  /// The rate as it is written: at most two decimals; nil when it is not known.
  public var responseRateText: String? {
    responseRate.map { DecimalText.shortest(Rounding.places(2, $0)) }
  }

  public var replyRateText: String? {
    replyRate.map { DecimalText.shortest(Rounding.places(2, $0)) }
  }

  /// Nothing to report at all; the page says `emptyWords`. What could not be counted may be something.
  public var isEmpty: Bool {
    figures.schools.figures?.total == 0 && figures.coaches.figures?.total == 0
      && figures.interactions.figures?.total == 0 && figures.metrics.figures?.total == 0
  }

  public static let emptyWords = "No data found for selected date range"
  public static let notGeneratedWords = "Generate a report first before exporting"
  public static let longRangeWords = "Large date range may take longer to generate"
}

/// A count or a rate as people read it: at most two decimals, separators at thousands.
public enum ReportNumber {
  public static func text(_ value: Double) -> String {
    DecimalText.grouped(DecimalText.shortest(Rounding.places(2, value)))
  }
}
