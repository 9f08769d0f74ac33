import Basics
import CivilTime

/// Defines the orders of measurements and of their types that all pages and commands use
/// (domain.md 4.5).
public enum MetricLists {
  /// Returns the metrics in the order of a chart and of an export: the oldest date first, and
  /// within one date in the order of entry.
  ///
  /// - Parameter metrics: the metrics in any order. If their date and time of entry are equal, the
  ///   later one in this array counts as entered later.
  public static func oldestFirst(_ metrics: [PerformanceMetric]) -> [PerformanceMetric] {
    metrics.enumerated().sorted { left, right in
      (time(of: left.element), left.offset) < (time(of: right.element), right.offset)
    }.map(\.element)
  }

  /// Returns the types of the metrics: first the known types in their usual order, then unknown
  /// types sorted by their stored texts.
  public static func types(in metrics: [PerformanceMetric]) -> [Open<MetricType>] {
    inUsualOrder(Set(metrics.map(\.type)))
  }

  package static func inUsualOrder(_ present: Set<Open<MetricType>>) -> [Open<MetricType>] {
    present.sorted { left, right in
      let (first, second) = (left.known?.place ?? .max, right.known?.place ?? .max)
      return (first, left.raw) < (second, right.raw)
    }
  }

  private static func time(of metric: PerformanceMetric) -> RecordedTime {
    RecordedTime(day: metric.recordedDate, createdAt: metric.createdAt ?? .distantPast)
  }
}

extension Collection<MetricType> {
  /// The types without repetitions: first the program's own types in their usual order, then the
  /// types that a family defined.
  package var inUsualOrder: [MetricType] {
    MetricLists.inUsualOrder(Set(map(Open.known))).compactMap(\.known)
  }
}

private struct RecordedTime: Comparable {
  var day: CalendarDay
  var createdAt: Instant

  static func < (left: RecordedTime, right: RecordedTime) -> Bool {
    (left.day, left.createdAt) < (right.day, right.createdAt)
  }
}

extension Instant {
  /// The earliest possible moment. Code that sorts by time uses it in place of a missing time.
  static let distantPast = Instant(milliseconds: .min)
}
