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

  public init() {}
}

/// `date` is newest first, ties newest entered first (rule 4.5).
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
