public import Basics
public import CivilTime

extension PerformanceMetric: FamilyRecord {
  public typealias Filter = MetricFilter
  public typealias Sort = MetricSort
  public typealias Row = MetricRow
  public typealias Details = MetricRow

  public static let kind = ReferenceKind.metric
  public static let tableName = TableName.metrics
}

public struct MetricFilter: ListFilter {
  public var type: MetricType?
  public var event: RecordID?
  /// The first and the last day recorded, both included.
  public var from: CalendarDay?
  public var through: CalendarDay?
  public var verifiedOnly = false
  /// Includes only measurements that were entered in exactly this unit; an empty text includes those without a unit.
  public var unit: String?

  public init() {}
}

/// The orders of measurements: `date` is newest first; on the same day the last entered one is
/// first (rule 4.5).
public enum MetricSort: String, ListSort {
  case date, type, value
  public static let standard = MetricSort.date
}

/// A measurement with the event it was taken at.
public struct MetricRow: RecordRow {
  public var reference: Reference
  public var metric: PerformanceMetric
  public var event: Reference?

  public var record: PerformanceMetric { metric }

  public init(reference: Reference, metric: PerformanceMetric, event: Reference? = nil) {
    self.reference = reference
    self.metric = metric
    self.event = event
  }
}

extension PerformanceMetric {
  public static let table = RecordTable<PerformanceMetric>(
    tableName, .metric, adding: ("logMetric", "Logged"),
    twin: ["metric_type", "recorded_date", "value", .ifGiven("event_id")],
    rules: [
      ValueRule(
        isUnchanged: { $0.value == $1.value && $0.type == $1.type && $0.unit == $1.unit },
        clean: { metric, _ throws(ValueRefusal) in
          guard let type = metric.type.known,
            case .impossible(let problem) = MeasuredPlausibility.of(
              metric.value, type, unit: metric.unit)
          else { return }
          throw .impossible(problem)
        })
    ]
  ) {
    Column("metric_type", \.type, isRequired: true, aliases: ["metric", "type"])
    Column(
      "value", \.value, isRequired: true,
      limit: ValueLimit { value, _ throws(ValueRefusal) in
        guard value.isFinite else { throw .notANumber }
      }, aliases: ["result", "number"])
    Column(
      "recorded_date", \.recordedDate, isRequired: true,
      limit: ValueLimit { day, today throws(ValueRefusal) in
        guard MetricEntry.refusal(of: day, today: today) == nil else { throw .notYet(day) }
      }, aliases: ["date", "day"])
    Column(
      "unit", \.unit, limit: .text("the unit", max: TextLimit.unit), aliases: ["units"])
    Column.link(
      "event_id", \.eventID, to: .event, nil, heading: "event", aliases: "event name"
    ) { $0.event }
    Column(
      "notes", \.notes, limit: .lines("the notes"), aliases: ["note", "comments", "comment"])
    Column("verified", \.isVerified)
    Column("user_id", \.athleteID, role: .owner)
    Column("family_unit_id", \.familyID, role: .family)
    Column("created_by", \.createdBy, role: .createdBy)
    Column("updated_by", \.updatedBy, role: .updatedBy)
    Column("created_at", \.createdAt, role: .createdAt)
  }
}

/// The measurements of one athlete by type, for the performance page beside its list.
public struct MetricSummaryGateway: Gateway {
  public var byType = Endpoint<
    (filter: MetricFilter, athlete: RecordID), [MetricTypeSummary]
  >("byType")
  public var points = Endpoint<(filter: MetricFilter, athlete: RecordID), [MetricSeries]>("points")
  public var oldest = Endpoint<
    (limit: Int?, filter: MetricFilter, athlete: RecordID), [PerformanceMetric]
  >("oldest")

  public init() {}

  /// The points of a chart, for each type separately, in the usual order of the types.
  public func points(
    _ filter: MetricFilter, of athlete: RecordID
  ) async throws(Problem) -> [MetricSeries] {
    try await points((filter, athlete))
  }

  /// Returns measurements oldest first, without the names of the records they refer to, for tables
  /// and files.
  public func oldest(
    _ filter: MetricFilter, limit: Int? = nil, of athlete: RecordID
  ) async throws(Problem) -> [PerformanceMetric] {
    try await oldest((limit, filter, athlete))
  }

  /// Returns one entry for each type present, in the order of the newest-first list.
  public func byType(
    _ filter: MetricFilter = MetricFilter(), of athlete: RecordID
  ) async throws(Problem) -> [MetricTypeSummary] {
    try await byType((filter, athlete))
  }
}

/// One point of a chart. A database index contains just these columns, so that a hundred thousand
/// points are read from the index alone.
public struct MetricPoint: Equatable, Sendable {
  public var day: CalendarDay
  public var value: Double
  public var unit: String?

  public init(_ day: CalendarDay, _ value: Double, unit: String? = nil) {
    self.day = day
    self.value = value
    self.unit = unit
  }

  public init(_ metric: PerformanceMetric) {
    self.init(metric.recordedDate, metric.value, unit: metric.unit)
  }
}

/// The measurements of one type, oldest first (rule 4.5).
public struct MetricSeries: Equatable, Sendable {
  public var type: Open<MetricType>
  public var points: [MetricPoint]

  public init(_ type: Open<MetricType>, _ points: [MetricPoint]) {
    self.type = type
    self.points = points
  }

  /// - Parameter metrics: the measurements in the order in which they were entered.
  public static func series(of metrics: [PerformanceMetric]) -> [MetricSeries] {
    let oldestFirst = MetricLists.oldestFirst(metrics)
    return MetricLists.types(in: metrics).map { type in
      MetricSeries(type, oldestFirst.filter { $0.type == type }.map { MetricPoint($0) })
    }
  }
}

/// The measurements of one type: their number, the newest, and the last ten for the trend (rule 4.5 of domain.md).
public struct MetricTypeSummary: Equatable, Sendable {
  public var type: Open<MetricType>
  public var count: Int
  /// The measurement of the latest day; of several on that day, the one entered last.
  public var latest: MetricRow
  /// The last measurements, at most ten, oldest first.
  public var recent: [MetricRow]

  public init(type: Open<MetricType>, count: Int, latest: MetricRow, recent: [MetricRow]) {
    self.type = type
    self.count = count
    self.latest = latest
    self.recent = recent
  }
}
