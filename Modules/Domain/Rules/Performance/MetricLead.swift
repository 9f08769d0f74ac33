public import CivilTime

/// Sorts measures so that the most informative one comes first on a page.
///
/// A measure that can be drawn (two measurements) comes before others. Then one measured in the
/// last half year comes before older ones; then one with an open goal; then one that gets better or
/// worse before a stable one or one with too few values; then the one with more of its last ten
/// measurements; then the later one; then the usual order of the types. `Other` combines different
/// things under one name, and comes after all that can be drawn.
public enum MetricLead {
  /// The number of days after its newest measurement for which a measure counts as recent.
  public static let restsAfterDays = 183

  /// Returns the summaries in the order in which a page shows them.
  ///
  /// - Parameter goals: the types with a goal that is not reached yet.
  public static func order(
    _ summaries: [MetricTypeSummary], goals: Set<MetricType>, today: CalendarDay
  ) -> [MetricTypeSummary] {
    let usual = MetricLists.types(in: summaries.map(\.latest.metric))
    return summaries.sorted { left, right in
      let (first, second) = (rank(left, goals, today), rank(right, goals, today))
      if first != second { return second.lexicographicallyPrecedes(first) }
      if left.latest.metric.recordedDate != right.latest.metric.recordedDate {
        return left.latest.metric.recordedDate > right.latest.metric.recordedDate
      }
      return (usual.firstIndex(of: left.type) ?? .max) < (usual.firstIndex(of: right.type) ?? .max)
    }
  }

  /// Returns numbers that are compared one after the other; the summary with the greater number
  /// comes first.
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
