public import CivilTime

/// Sorts an athlete's types of measurements, such as exit velocity, so that the most informative
/// type comes first on a page.
///
/// Types are compared by these criteria in turn, and a later one decides only if all earlier ones
/// are equal:
/// - at least two measurements, so that a chart can be drawn;
/// - any type but `Other`, which combines different things under one name;
/// - a measurement in the last half year;
/// - a goal that is not reached yet;
/// - a trend that is improving or declining, not stable or too short;
/// - the number of measurements, up to ten;
/// - the later newest measurement;
/// - the usual order of the types.
public enum MetricLead {
  /// A type of measurement counts as recent if its newest measurement is at most this number of
  /// days old. A recent type comes before other types.
  public static let restsAfterDays = 183

  /// Returns the summaries, one for each type of measurement, in the order in which a page shows
  /// them.
  ///
  /// - Parameter goals: the types with a goal that is not reached yet.
  public static func order(
    _ summaries: [MetricTypeSummary], goals: Set<MetricType>, today: CalendarDay
  ) -> [MetricTypeSummary] {
    let usual = MetricLists.types(in: summaries.map(\.latest.metric))
    let ranked = summaries.map { summary in
      (
        summary, rank: rank(summary, goals, today), day: summary.latest.metric.recordedDate,
        place: usual.firstIndex(of: summary.type) ?? .max
      )
    }
    return ranked.sorted { left, right in
      if left.rank != right.rank { return right.rank.lexicographicallyPrecedes(left.rank) }
      return left.day != right.day ? left.day > right.day : left.place < right.place
    }.map { $0.0 }
  }

  /// Returns the first six criteria of `MetricLead` as numbers, most important first. Of two
  /// summaries, the one with the greater number at the first difference comes first.
  private static func rank(
    _ summary: MetricTypeSummary, _ goals: Set<MetricType>, _ today: CalendarDay
  ) -> [Int] {
    let trend = MetricTrend.trends(of: summary.recent.map(\.metric)).first
    let isMoving = trend.map { !$0.isTooShort && $0.direction != .stable } ?? false
    let isOne = summary.type.known.map { $0 != .other } ?? false
    let rests = summary.latest.metric.recordedDate.days(until: today) > restsAfterDays
    return [
      summary.count >= 2, isOne, !rests, summary.type.known.map(goals.contains) ?? false, isMoving,
    ].map { $0 ? 1 : 0 } + [min(summary.count, MetricTrend.window)]
  }
}
