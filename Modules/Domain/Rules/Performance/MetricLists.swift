import CivilTime
import FeatureKit

/// The orders and choices that every view of metrics shares (rule 4.5).
public enum MetricLists {
  /// The history: newest date first, of one date the newest entry first.
  public static func newestFirst(_ metrics: [PerformanceMetric]) -> [PerformanceMetric] {
    metrics.sorted { isEarlier($1, $0) }
  }

  /// The order of a chart and of an export: oldest date first, of one date as they were entered.
  public static func oldestFirst(_ metrics: [PerformanceMetric]) -> [PerformanceMetric] {
    metrics.sorted(by: isEarlier)
  }

  /// The newest metric of each type, in the order of `types(in:)`.
  public static func latestPerType(_ metrics: [PerformanceMetric]) -> [PerformanceMetric] {
    let latest = Dictionary(grouping: metrics, by: \.type).compactMapValues {
      $0.max(by: isEarlier)
    }
    return types(in: metrics).compactMap { latest[$0] }
  }

  /// The types there are: those we know in their usual order, then others by name.
  public static func types(in metrics: [PerformanceMetric]) -> [Open<MetricType>] {
    let present = Set(metrics.map(\.type))
    let known = MetricType.allCases.map(Open.known).filter(present.contains)
    return known + present.filter { $0.known == nil }.sorted { $0.raw < $1.raw }
  }

  /// The points of one type's chart, oldest first; nil with fewer than two, which make no line.
  public static func chart(
    of type: Open<MetricType>, in metrics: [PerformanceMetric]
  ) -> [PerformanceMetric]? {
    let points = oldestFirst(metrics.filter { $0.type == type })
    return points.count >= 2 ? points : nil
  }

  /// The type a chart opens with: that of the newest metric.
  public static func defaultType(in metrics: [PerformanceMetric]) -> Open<MetricType>? {
    metrics.max(by: isEarlier)?.type
  }

  private static func isEarlier(_ left: PerformanceMetric, _ right: PerformanceMetric) -> Bool {
    (left.recordedDate, left.createdAt ?? .distantPast, left.id)
      < (right.recordedDate, right.createdAt ?? .distantPast, right.id)
  }
}

extension Instant {
  /// Before anything that was ever recorded.
  static let distantPast = Instant(milliseconds: .min)
}
