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
  /// The first and the last day of a range. A measurement matches if it was taken on one of these
  /// days or between them.
  public var from: CalendarDay?
  public var through: CalendarDay?
  public var verifiedOnly = false
  /// The unit with which measurements are to be compared, such as the unit of a goal. A measurement
  /// matches only if its unit can be converted to this unit. An empty text means that the compared
  /// value has no unit.
  public var comparedUnit: String?

  public init() {}
}

/// The sort orders of measurements. `date` lists the newest first. Of several measurements on the
/// same day, the one that was entered last comes first (domain.md 4.5).
public enum MetricSort: String, ListSort {
  case date, type, value
  public static let standard = MetricSort.date
}

/// A measurement, with the event at which it was taken.
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
        fields: ["value"],
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
    Column(ColumnName.metricType, \.type, isRequired: true, aliases: ["metric", "type"])
    Column(
      ColumnName.value, \.value, isRequired: true,
      limit: ValueLimit { value, _ throws(ValueRefusal) in
        guard value.isFinite else { throw .notANumber }
      }, aliases: ["result", "number"])
    Column(
      ColumnName.recordedDate, \.recordedDate, isRequired: true,
      limit: ValueLimit { day, today throws(ValueRefusal) in
        guard MetricEntry.refusal(of: day, today: today) == nil else { throw .notYet(day) }
      }, aliases: ["date", "day"]
    ).leaning(.past)
    Column(
      ColumnName.unit, \.unit, limit: .text("the unit", max: TextLimit.unit), aliases: ["units"])
    Column.link(
      "event_id", \.eventID, to: .event, nil, heading: "event", aliases: "event name"
    ) { $0.event }
    Column(
      ColumnName.notes, \.notes, limit: .lines("the notes"),
      aliases: ["note", "comments", "comment"])
    Column("verified", \.isVerified)
    Column(ColumnName.userID, \.athleteID, role: .owner)
    Column(ColumnName.familyUnitID, \.familyID, role: .family)
    Column(ColumnName.createdBy, \.createdBy, role: .createdBy)
    Column(ColumnName.updatedBy, \.updatedBy, role: .updatedBy)
    Column(ColumnName.createdAt, \.createdAt, role: .createdAt)
  }
}

/// The operations that return an athlete's measurements grouped by type, for the charts and cards
/// of the performance page.
public struct MetricSummaryGateway: Gateway {
  public var byType = Endpoint<
    (filter: MetricFilter, athlete: RecordID), [MetricTypeSummary]
  >("byType")
  public var points = Endpoint<(filter: MetricFilter, athlete: RecordID), [MetricSeries]>("points")
  public var oldest = Endpoint<
    (limit: Int?, filter: MetricFilter, athlete: RecordID), [MetricLine]
  >("oldest")

  public init() {}

  /// Returns the points of a chart: one series for each type of measurement, in the order in which
  /// the program lists the types.
  public func points(
    _ filter: MetricFilter, of athlete: RecordID
  ) async throws(Problem) -> [MetricSeries] {
    try await points((filter, athlete))
  }

  /// Returns measurements, oldest first, as lines of a table.
  public func oldest(
    _ filter: MetricFilter, limit: Int? = nil, of athlete: RecordID
  ) async throws(Problem) -> [MetricLine] {
    try await oldest((limit, filter, athlete))
  }

  /// Returns one summary for each type that the athlete has measurements of. The types are in the
  /// order in which they first occur in the list of measurements, newest first.
  public func byType(
    _ filter: MetricFilter = MetricFilter(), of athlete: RecordID
  ) async throws(Problem) -> [MetricTypeSummary] {
    try await byType((filter, athlete))
  }
}

/// One point of a chart. Its properties are exactly the columns of a database index, so that a
/// chart with a hundred thousand points is read from the index alone.
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

/// One measurement as a line of a table or of a printed report. It has only what such a line shows,
/// so a hundred thousand lines are read faster than as many measurements.
public struct MetricLine: Equatable, Sendable {
  public var day: CalendarDay
  public var type: Open<MetricType>
  public var value: Double
  public var unit: String?
  public var isVerified: Bool
  public var notes: String?

  public init(
    day: CalendarDay, type: Open<MetricType>, value: Double, unit: String?, isVerified: Bool,
    notes: String?
  ) {
    (self.day, self.type, self.value) = (day, type, value)
    (self.unit, self.isVerified, self.notes) = (unit, isVerified, notes)
  }

  public init(_ metric: PerformanceMetric) {
    self.init(
      day: metric.recordedDate, type: metric.type, value: metric.value, unit: metric.unit,
      isVerified: metric.isVerified, notes: metric.notes)
  }
}

/// The measurements of one type as points of a chart, oldest first (domain.md 4.5).
public struct MetricSeries: Equatable, Sendable {
  public var type: Open<MetricType>
  public var points: [MetricPoint]

  public init(_ type: Open<MetricType>, _ points: [MetricPoint]) {
    self.type = type
    self.points = points
  }

  /// Returns one series for each type that occurs in the measurements.
  ///
  /// - Parameter metrics: the measurements in the order in which they were entered.
  public static func series(of metrics: [PerformanceMetric]) -> [MetricSeries] {
    series(of: MetricLists.oldestFirst(metrics).map { MetricLine($0) })
  }

  /// Returns one series for each type that occurs in the lines.
  ///
  /// - Parameter lines: the measurements, oldest first.
  public static func series(of lines: [MetricLine]) -> [MetricSeries] {
    MetricLists.inUsualOrder(Set(lines.map(\.type))).map { type in
      MetricSeries(
        type,
        lines.filter { $0.type == type }.map { MetricPoint($0.day, $0.value, unit: $0.unit) })
    }
  }
}

/// A summary of the measurements of one type: their number, the newest one, and the last ten for
/// the trend (domain.md 4.5).
public struct MetricTypeSummary: Equatable, Sendable {
  public var type: Open<MetricType>
  public var count: Int
  /// The measurement of the latest day. If there are several on that day, it is the one that was
  /// entered last.
  public var latest: MetricRow
  /// The newest measurements, at most ten, sorted with the oldest first.
  public var recent: [MetricRow]

  public init(type: Open<MetricType>, count: Int, latest: MetricRow, recent: [MetricRow]) {
    self.type = type
    self.count = count
    self.latest = latest
    self.recent = recent
  }
}
