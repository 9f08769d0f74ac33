public import CivilTime
public import FeatureKit

extension PerformanceMetric: FamilyRecord {
  public typealias Filter = MetricFilter
  public typealias Sort = MetricSort
  public typealias Row = MetricRow
  public typealias Details = MetricRow
  public typealias New = NewMetric
  public typealias Edit = MetricEdit

  public static let kind = ReferenceKind.metric
}

public struct MetricFilter: ListFilter {
  public var type: MetricType?
  public var event: RecordID?
  /// The first and the last day recorded, both included.
  public var from: CalendarDay?
  public var through: CalendarDay?
  public var verifiedOnly = false

  public init() {}
}

/// `date` is newest first, ties newest entered first (rule 4.5).
public enum MetricSort: String, ListSort {
  case date, type, value
  public static let standard = MetricSort.date
}

/// A measurement with the event it was taken at.
public struct MetricRow: Equatable, Sendable {
  public var reference: Reference
  public var metric: PerformanceMetric
  public var event: Reference?

  public init(reference: Reference, metric: PerformanceMetric, event: Reference? = nil) {
    self.reference = reference
    self.metric = metric
    self.event = event
  }
}

public struct NewMetric: Equatable, Sendable {
  public var type: MetricType
  public var value: Double
  public var recordedDate: CalendarDay
  public var fields: MetricEdit

  public init(
    type: MetricType, value: Double, recordedDate: CalendarDay, fields: MetricEdit = MetricEdit()
  ) {
    self.type = type
    self.value = value
    self.recordedDate = recordedDate
    self.fields = fields
  }
}

public struct MetricEdit: Equatable, Sendable {
  public var type: MetricType?
  public var value: Double?
  public var recordedDate: CalendarDay?
  public var unit: Change<String> = .keep
  public var event: Change<RecordID> = .keep
  public var notes: Change<String> = .keep
  public var isVerified: Bool?

  public init() {}

  /// Another type brings its usual unit along where the old one's stood: a time is not in miles per hour.
  public func apply(to metric: inout PerformanceMetric) {
    if let type {
      if metric.unit == metric.type.known?.defaultUnit { metric.unit = type.defaultUnit }
      metric.type = .known(type)
    }
    value.apply(to: &metric.value)
    recordedDate.apply(to: &metric.recordedDate)
    unit.apply(to: &metric.unit)
    event.apply(to: &metric.eventID)
    notes.apply(to: &metric.notes)
    isVerified.apply(to: &metric.isVerified)
  }
}

/// The measurements of one athlete by type: what the performance page shows beside its list.
public struct MetricSummaryGateway: Capability {
  public var byType:
    @Sendable (
      _ filter: MetricFilter, _ athlete: RecordID
    ) async throws(Problem) -> [MetricTypeSummary]

  package init(
    byType:
      @escaping @Sendable (_ filter: MetricFilter, _ athlete: RecordID) async throws(Problem) ->
      [MetricTypeSummary]
  ) {
    self.byType = byType
  }

  public static func unimplemented(_ place: Unimplemented) -> MetricSummaryGateway {
    MetricSummaryGateway(byType: place.endpoint("byType"))
  }

  /// One entry for each type present, in the order of the newest-first list.
  public func byType(
    _ filter: MetricFilter = MetricFilter(), of athlete: RecordID
  ) async throws(Problem) -> [MetricTypeSummary] {
    try await byType(filter, athlete)
  }
}

/// One type's measurements: how many, the newest, and the last ten for the trend (rule 4.5).
public struct MetricTypeSummary: Equatable, Sendable {
  public var type: Open<MetricType>
  public var count: Int
  /// Greatest recorded day, ties the newest entered.
  public var latest: MetricRow
  /// At most ten, oldest first.
  public var recent: [MetricRow]

  public init(type: Open<MetricType>, count: Int, latest: MetricRow, recent: [MetricRow]) {
    self.type = type
    self.count = count
    self.latest = latest
    self.recent = recent
  }
}
