import Basics
import CivilTime

/// The orders and choices that every view of metrics shares (rule 4.5).
public enum MetricLists {
  /// The history: newest date first, and on one date the newest entry first.
  ///
  /// - Parameter metrics: in the order of entry, which decides within a day, because days have no times.
  public static func newestFirst(_ metrics: [PerformanceMetric]) -> [PerformanceMetric] {
    Array(oldestFirst(metrics).reversed())
  }

  /// The order of a chart and of an export: oldest date first, of one date as they were entered.
  public static func oldestFirst(_ metrics: [PerformanceMetric]) -> [PerformanceMetric] {
    metrics.enumerated().sorted { left, right in
      (time(of: left.element), left.offset) < (time(of: right.element), right.offset)
    }.map(\.element)
  }

  /// The types that occur: those of the program in their usual order, then others by their raw texts.
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
  /// The types without repetition: those of the program in their usual order, then a family's own.
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
  /// A moment before anything that was ever recorded.
  static let distantPast = Instant(milliseconds: .min)
}
