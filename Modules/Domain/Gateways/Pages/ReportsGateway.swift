public import CivilTime
public import FeatureKit

/// The counts of a report, aggregated where the rows are (rule 4.10).
public struct ReportsGateway: Capability {
  public var aggregate:
    @Sendable (
      _ athlete: RecordID, _ from: CalendarDay, _ through: CalendarDay
    ) async throws(Problem) -> ReportFigures

  package init(
    aggregate:
      @escaping @Sendable (_ athlete: RecordID, _ from: CalendarDay, _ through: CalendarDay)
      async throws(Problem) -> ReportFigures
  ) {
    self.aggregate = aggregate
  }

  public static func unimplemented(_ place: Unimplemented) -> ReportsGateway {
    ReportsGateway(aggregate: place.endpoint("aggregate"))
  }

  /// Both days are whole UTC days and included. Schools and coaches are counted whatever the range.
  public func aggregate(
    of athlete: RecordID, from: CalendarDay, through: CalendarDay
  ) async throws(Problem) -> ReportFigures {
    try await aggregate(athlete, from, through)
  }
}

/// What a report is made of. Tallies come most frequent first, then by name.
public struct ReportFigures: Equatable, Sendable {
  public var schoolCount = 0
  /// A missing status counts as researching, a missing division not at all.
  public var schoolsByStatus: [Tally] = []
  public var schoolsByDivision: [Tally] = []
  public var coachCount = 0
  /// Distinct schools that have a coach.
  public var schoolsWithCoaches = 0
  public var interactionCount = 0
  public var inboundCount = 0
  public var interactionsByType: [Tally] = []
  /// A missing sentiment counts as neutral.
  public var interactionsBySentiment: [Tally] = []
  public var metricCount = 0
  public var metricsByType: [Tally] = []
  /// By raw type, in the alphabet's order.
  public var metricBounds: [MetricBounds] = []

  public struct MetricBounds: Equatable, Sendable {
    public var type: String
    public var average: Double
    public var maximum: Double
    public var minimum: Double

    public init(type: String, average: Double, maximum: Double, minimum: Double) {
      self.type = type
      self.average = average
      self.maximum = maximum
      self.minimum = minimum
    }
  }

  public init() {}
}
