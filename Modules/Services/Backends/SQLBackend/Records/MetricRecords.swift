import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension PerformanceMetric: StoredRecord {
  static let form = TableForm(table)
  static let naming = RecordNaming(
    title: "\(CompassSchema.measureName)(metric_type) || ' ' || \(plainValue)",
    detail: "recorded_date",
    alias: "replace(metric_type, '_', ' ') || ' ' || \(plainValue)",
    difference: "(SELECT name FROM events WHERE events.id = performance_metrics.event_id)")

  /// An SQL expression for the value of a measurement, which writes whole numbers without decimals:
  /// `7` for `7.0`.
  private static let plainValue =
    "CASE WHEN value = CAST(value AS INTEGER) THEN CAST(value AS INTEGER) ELSE value END"

  static var datedBy: ColumnName { .recordedDate }

  static func doubt(about metric: PerformanceMetric, today: CalendarDay) -> Doubt? {
    guard let type = metric.type.known,
      case .unlikely(let doubt) = MeasuredPlausibility.of(metric.value, type, unit: metric.unit)
    else { return nil }
    return doubt
  }

  static var searched: [String] {
    [
      "\(CompassSchema.measureName)(performance_metrics.metric_type)",
      "replace(performance_metrics.metric_type, '_', ' ')", "performance_metrics.notes",
    ]
  }

  static func narrow(_ conditions: inout Conditions, by filter: MetricFilter, now: Instant) {
    conditions.match("performance_metrics.metric_type", filter.type.map(Value.raw))
    conditions.match("performance_metrics.event_id", filter.event.map(Value.id))
    if let from = filter.from {
      conditions.require("performance_metrics.recorded_date >= ?", .day(from))
    }
    if let through = filter.through {
      conditions.require("performance_metrics.recorded_date <= ?", .day(through))
    }
    if let unit = filter.comparedUnit {
      conditions.require(isComparable(with: unit, measuring: filter.type ?? .other))
    }
    if filter.verifiedOnly { conditions.require("performance_metrics.verified = 1") }
  }

  /// Returns the condition for measurements whose unit can be converted to this unit, so that their
  /// values can be compared.
  static func isComparable(with unit: String, measuring type: MetricType) -> Conditions {
    let units = MetricUnit.units(comparableWith: unit, measuring: type)
    let places = units.map { _ in "?" }.joined(separator: ", ")
    return Conditions(
      "lower(trim(coalesce(performance_metrics.unit, ''))) IN (\(places))",
      values: units.map { .text($0) })
  }

  /// Sorts by the day of the measurement, newest first (domain.md 4.5).
  ///
  /// Among measurements of one day, the one that was entered last comes first. Without entry times,
  /// as in an old export, the one whose row was inserted last comes first.
  static let newestFirst: [OrderTerm] = [
    .newest("performance_metrics.recorded_date"), .newest("performance_metrics.created_at"),
    .newest("performance_metrics.rowid"),
  ]

  static func isOfOneRecord(_ filter: MetricFilter) -> Bool {
    filter.event != nil
  }

  static func order(_ sort: MetricSort, now: Instant) -> [OrderTerm] {
    switch sort {
    case .date: newestFirst
    case .type: [.rank("performance_metrics.metric_type", MetricType.self)] + newestFirst
    case .value: byValue(OrderTerm.descending) + newestFirst
    }
  }

  /// Sorts in this direction by the value in the usual unit of the type of measurement. In
  /// both directions, measurements whose unit cannot be converted come last.
  static func byValue(_ direction: (String) -> OrderTerm) -> [OrderTerm] {
    var value = direction("(\(comparedValue))")
    value.putsEmptyLast = true
    return [value]
  }

  /// An SQL expression for the value in the usual unit of its type of measurement, as
  /// `ComparedMetrics` computes it in Swift.
  ///
  /// The expression is NULL if the unit does not fit the type. The values of a type without a usual
  /// unit are taken as they are.
  static let comparedValue: String = {
    let byUnit = Dictionary(
      grouping: MetricType.allCases.filter { $0 != .other }, by: \.defaultUnit)
    let types = byUnit.values.map { types in
      let sizes = MetricUnit.sizes(measuring: types[0]).map { unit in
        let spelling = unit.spelling.replacing("'", with: "''")
        return "WHEN '\(spelling)' THEN value\(unit.size == 1 ? "" : " * \(unit.size)")"
      }
      return """
        WHEN metric_type IN (\(types.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
        THEN CASE lower(trim(unit)) WHEN '' THEN value \(sizes.joined(separator: " ")) END
        """
    }
    return """
      CASE WHEN unit IS NULL THEN value
        \(types.sorted().joined(separator: "\n")) ELSE value END
      """
  }()

  static func rows(_ found: [PerformanceMetric], in records: RecordScope) throws -> [MetricRow] {
    let references = try records.references(.metric, found.map(\.id))
    let events = try records.references(.event, found.compactMap(\.eventID))
    return found.map { metric in
      MetricRow(
        reference: references.of(metric.id, .metric), metric: metric,
        event: metric.eventID.flatMap { events[$0] })
    }
  }

  /// Gives a new measurement an entry time after that of all other measurements of the day, so that
  /// the measurements of a day stay in the order in which they were entered. If an imported file
  /// contains the entry time, the measurement keeps it.
  mutating func complete(from before: PerformanceMetric?, in records: RecordScope) throws {
    if before == nil, createdAt == records.scope.now { createdAt = try entryTime(in: records) }
  }

  func requireFitting(from before: PerformanceMetric?, in records: RecordScope) throws {
    guard let eventID, before?.eventID != eventID || before?.recordedDate != recordedDate,
      let event = try RecruitingEvent.form.find(eventID, in: records.connection),
      recordedDate < event.startDate
    else { return }
    throw ValueRefusal.beforeEvent(recordedDate, begins: event.startDate).problem
      .about(["on", "event"])
  }

  /// Returns the current moment, or, if the last measurement of that day has a later entry time,
  /// the moment just after it.
  private func entryTime(in records: RecordScope) throws -> Instant {
    let last = try records.connection.first(
      """
      SELECT max(created_at) FROM performance_metrics WHERE user_id = ? AND recorded_date = ?
      """, athleteID, recordedDate
    ) { row in try row.optionalInstant(0) }
    return MetricEntry.time(now: records.scope.now, after: last ?? nil)
  }

  var historyTitle: String? { measured }
}

extension SQLBackend {
  public var metricSummaries: MetricSummaryGateway {
    MetricSummaryGateway {
      $0.byType.implement { filter, athlete throws(Problem) in
        try await self.read { scope in
          try PerformanceMetric.summaries(filter, in: RecordScope(scope, of: athlete))
        }
      }
      $0.points.implement { filter, athlete throws(Problem) in
        try await self.read { scope in
          try PerformanceMetric.points(filter, in: RecordScope(scope, of: athlete))
        }
      }
      $0.oldest.implement { limit, filter, athlete throws(Problem) in
        try await self.read { scope in
          try PerformanceMetric.lines(filter, limit: limit, in: RecordScope(scope, of: athlete))
        }
      }
    }
  }
}

extension PerformanceMetric {
  fileprivate static func wanted(
    _ filter: MetricFilter, in records: RecordScope
  ) throws -> Conditions {
    var wanted = try visible(in: records, owner: isOfOneRecord(filter) ? .followsLink : .leads)
    narrow(&wanted, by: filter, now: records.scope.now)
    return wanted
  }

  /// Returns the measurements as lines of a table, oldest first, which is the reverse of
  /// `newestFirst`.
  fileprivate static func lines(
    _ filter: MetricFilter, limit: Int?, in records: RecordScope
  ) throws -> [MetricLine] {
    let wanted = try wanted(filter, in: records)
    let order = newestFirst.map { OrderTerm.ascending($0.sql) }
    var (days, day) = (RepeatedText(), CalendarDay.first)
    var (types, units) = (RecalledTexts<Open<MetricType>>(), RecalledTexts<String>())
    return try records.connection.query(
      """
      SELECT recorded_date, metric_type, value, unit, verified, notes FROM performance_metrics
      WHERE \(wanted.clause) ORDER BY \(order.clause(of: table.name, reversed: false)) LIMIT ?
      """, values: wanted.values + [.integer(Int64(limit ?? -1))]
    ) { row in
      if try days.changes(in: row, 0) { day = try row.day(0) }
      return MetricLine(
        day: day, type: try types.value(in: row, 1) { Open($0) } ?? Open(""),
        value: try Double.read(row, 2), unit: try units.value(in: row, 3) { $0 },
        isVerified: try row.optionalBool(4) ?? false, notes: try row.optionalText(5))
    }
  }

  /// Returns the points of a chart for each type of measurement, oldest first.
  ///
  /// The query follows an index that contains all its columns, so SQLite neither sorts the rows nor
  /// reads them from the table.
  fileprivate static func points(
    _ filter: MetricFilter, in records: RecordScope
  ) throws -> [MetricSeries] {
    let wanted = try wanted(filter, in: records)
    var reading = PointReading()
    try records.connection.forEachRow(
      """
      SELECT metric_type, recorded_date, value, unit, created_at, rowid FROM performance_metrics
      WHERE \(wanted.clause) ORDER BY metric_type, recorded_date, created_at
      """, values: wanted.values
    ) { row in
      try reading.take(row)
      return true
    }
    return reading.series()
  }

  /// Returns the types of the athlete's measurements that the signed-in person may see. Types that
  /// this program does not know are left out.
  static func types(in records: RecordScope) throws -> [MetricType] {
    let visible = try visible(in: records)
    return try records.connection.query(
      "SELECT DISTINCT metric_type FROM performance_metrics WHERE \(visible.clause) ORDER BY 1",
      values: visible.values
    ) { row in MetricType(rawValue: try row.text(0)) }
    .compactMap(\.self)
  }

  fileprivate static func summaries(
    _ filter: MetricFilter, in records: RecordScope
  ) throws -> [MetricTypeSummary] {
    let wanted = try wanted(filter, in: records)
    let types = try records.connection.query(
      """
      SELECT metric_type, count(*) FROM performance_metrics WHERE \(wanted.clause)
      GROUP BY metric_type
      """, values: wanted.values
    ) { row in (type: try row.text(0), count: try row.int(1)) }
    let summaries = try types.compactMap { type, count -> MetricTypeSummary? in
      var own = wanted
      own.require("performance_metrics.metric_type = ?", .text(type))
      let newest = try records.find(self, own, order: newestFirst, limit: MetricTrend.window)
      let rows = try rows(newest, in: records)
      guard let latest = rows.first else { return nil }
      return MetricTypeSummary(
        type: Open(type), count: count, latest: latest, recent: rows.reversed())
    }
    return summaries.sorted { isNewer($0.latest.metric, $1.latest.metric) }
  }

  private static func isNewer(_ left: PerformanceMetric, _ right: PerformanceMetric) -> Bool {
    let beginning = Instant(milliseconds: .min)
    return (right.recordedDate, right.createdAt ?? beginning, right.id)
      < (left.recordedDate, left.createdAt ?? beginning, left.id)
  }
}

/// Makes the points of charts from rows that are sorted by type, day and entry time.
///
/// The rows come in the order of an index, in which measurements of the same day and entry time are
/// sorted by value. Such measurements are sorted again by their SQLite row numbers, that is, in the
/// order in which they were inserted.
private struct PointReading {
  private var points: [Open<MetricType>: [MetricPoint]] = [:]
  private var ofType: [MetricPoint] = []
  /// The SQLite row numbers of the last points of `ofType`, which have the day and entry time of the
  /// current row. When a row with another time comes, these points are sorted by them.
  private var numbers: [Int] = []
  private var type = ""
  private var day = CalendarDay.first
  private var unit: String?
  private var types = RepeatedText()
  private var days = RepeatedText()
  private var units = RepeatedText()
  private var entryTimes = RepeatedText()

  /// Adds the measurement in this row to the points of the charts. The row has the columns type,
  /// day, value, unit, entry time and row number.
  mutating func take(_ row: borrowing ResultRow) throws {
    if try types.changes(in: row, 0) {
      endType()
      type = try row.text(0)
    }
    let isNewDay = try days.changes(in: row, 1)
    if isNewDay { day = try row.day(1) }
    if try units.changes(in: row, 3) { unit = try row.optionalText(3) }
    if try entryTimes.changes(in: row, 4) || isNewDay { endMoment() }
    numbers.append(try row.int(5))
    ofType.append(MetricPoint(day, try Double.read(row, 2), unit: unit))
  }

  /// Returns one series for each type, in the order in which the program lists measures.
  mutating func series() -> [MetricSeries] {
    endType()
    return MetricLists.inUsualOrder(Set(points.keys)).map { MetricSeries($0, points[$0] ?? []) }
  }

  private mutating func endType() {
    endMoment()
    if !ofType.isEmpty { points[Open(type), default: []] += ofType }
    ofType = []
  }

  private mutating func endMoment() {
    if numbers.count > 1, zip(numbers, numbers.dropFirst()).contains(where: { $0 > $1 }) {
      let moment = zip(numbers, ofType.suffix(numbers.count)).sorted { $0.0 < $1.0 }
      ofType.replaceSubrange((ofType.count - moment.count)..., with: moment.map { $0.1 })
    }
    numbers.removeAll(keepingCapacity: true)
  }
}
