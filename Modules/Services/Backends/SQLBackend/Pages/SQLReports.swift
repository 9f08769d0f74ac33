import CivilTime
public import Domain
import FeatureKit
import Persistence
import SQLite

extension SQLBackend {
  public var reports: ReportsGateway {
    ReportsGateway { athlete, from, through throws(Problem) in
      try await self.read { scope in
        try RecordScope(scope, of: athlete).report(from: from, through: through)
      }
    }
  }
}

extension RecordScope {
  /// Whole UTC days, both ends included (rule 4.10).
  fileprivate func report(
    from: CalendarDay, through: CalendarDay
  ) throws -> ReportFigures {
    var figures = ReportFigures()
    let schools = try School.visible(in: self)
    figures.schoolCount = try count("schools", schools)
    figures.schoolsByStatus = try tallies(
      "coalesce(schools.status, 'researching')", in: "schools", schools)
    figures.schoolsByDivision = try tallies("schools.division", in: "schools", schools)
    let coaches = try Coach.visible(in: self)
    (figures.coachCount, figures.schoolsWithCoaches) =
      try connection.query(
        "SELECT count(*), count(DISTINCT school_id) FROM coaches WHERE \(coaches.clause)",
        values: coaches.values
      ) { row in (try row.int(0), try row.int(1)) }.first ?? (0, 0)
    try countInteractions(&figures, from: from, through: through)
    try countMetrics(&figures, from: from, through: through)
    return figures
  }

  /// One walk along the report's index for all four breakdowns.
  private func countInteractions(
    _ figures: inout ReportFigures, from: CalendarDay, through: CalendarDay
  ) throws {
    var wanted = try Interaction.visible(in: self)
    wanted.require(
      "interactions.occurred_at >= ?", .instant(Zone.utc.midnight(of: from)))
    wanted.require(
      "interactions.occurred_at < ?", .instant(Zone.utc.midnight(of: through.adding(days: 1))))
    var byType: [String: Int] = [:]
    var bySentiment: [String: Int] = [:]
    let groups = try connection.query(
      """
      SELECT type, coalesce(sentiment, 'neutral'), direction, count(*) FROM interactions
      WHERE \(wanted.clause) GROUP BY type, sentiment, direction
      """, values: wanted.values
    ) { row in (try row.text(0), try row.text(1), try row.text(2), try row.int(3)) }
    for (type, sentiment, direction, count) in groups {
      figures.interactionCount += count
      if direction == Direction.inbound.rawValue { figures.inboundCount += count }
      byType[type, default: 0] += count
      bySentiment[sentiment, default: 0] += count
    }
    figures.interactionsByType = Tally.sorted(byType)
    figures.interactionsBySentiment = Tally.sorted(bySentiment)
  }

  private func countMetrics(
    _ figures: inout ReportFigures, from: CalendarDay, through: CalendarDay
  ) throws {
    var wanted = try PerformanceMetric.visible(in: self)
    wanted.require("performance_metrics.recorded_date >= ?", .day(from))
    wanted.require("performance_metrics.recorded_date <= ?", .day(through))
    // Bounds are those of finite values; a file may hold an infinity, never a NaN.
    let finite = "CASE WHEN abs(value) <= 1.7976931348623157e308 THEN value END"
    let groups = try connection.query(
      """
      SELECT metric_type, count(*), avg(\(finite)), max(\(finite)), min(\(finite))
      FROM performance_metrics WHERE \(wanted.clause) GROUP BY metric_type ORDER BY metric_type
      """, values: wanted.values
    ) { row in
      (
        type: try row.text(0), count: try row.int(1), average: try row.optionalReal(2),
        maximum: try row.optionalReal(3), minimum: try row.optionalReal(4)
      )
    }
    figures.metricCount = groups.reduce(0) { $0 + $1.count }
    figures.metricsByType = Tally.sorted(
      Dictionary(groups.map { ($0.type, $0.count) }, uniquingKeysWith: +))
    figures.metricBounds = groups.compactMap { group in
      guard let average = group.average, let maximum = group.maximum, let minimum = group.minimum
      else { return nil }
      return ReportFigures.MetricBounds(
        type: group.type, average: average, maximum: maximum, minimum: minimum)
    }
  }
}
