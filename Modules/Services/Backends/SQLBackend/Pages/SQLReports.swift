import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var reports: ReportsGateway {
    ReportsGateway {
      $0.aggregate.implement { athlete, range throws(Problem) in
        try await self.read { scope in
          let records = try RecordScope(scope, of: athlete)
          let days = ReportDays(range, now: scope.now)
          let figures = ReportFigures(
            schools: self.section { try records.reportedSchools() },
            coaches: self.section { try records.reportedCoaches() },
            interactions: self.section { try records.reportedInteractions(days) },
            metrics: self.section { try records.reportedMetrics(days) })
          let problems = figures.missing.map(\.problem)
          if problems.count == 4, let problem = problems.first { throw problem }
          return figures
        }
      }
      $0.hasData.implement { athlete, range throws(Problem) in
        try await self.read { scope in
          try RecordScope(scope, of: athlete).hasReportedRow(ReportDays(range, now: scope.now))
        }
      }
      $0.contacts.implement { athlete, range throws(Problem) in
        try await self.read { scope in
          let days = ReportDays(range, now: scope.now)
          return try ReportContactRows(RecordScope(scope, of: athlete), days).contacts()
        }
      }
    }
  }

  /// Returns the numbers of one section of a report, or the problem that prevents counting them.
  ///
  /// A problem in one section does not end the report: a damaged table affects only the sections
  /// that need it.
  private func section<Figures>(_ count: () throws -> Figures) -> Result<Figures, Problem> {
    do throws(Problem) {
      return .success(try answering(count))
    } catch {
      return .failure(error)
    }
  }
}

/// The range of days of a report, in the report's time zone and including the first and the last
/// day (domain.md 10.1).
///
/// Contacts count only up to now, because planned interactions are not contacts yet (domain.md
/// 10.8).
struct ReportDays {
  var from: CalendarDay
  var through: CalendarDay
  var start: Value
  var end: Value
  /// The moment up to which contacts count in the report: the end of the range, or now if the range
  /// ends later.
  var last: Instant

  init(_ range: ReportRange, now: Instant) {
    from = range.from
    through = range.to
    start = .instant(range.start)
    last = min(range.lastMoment, now)
    end = .instant(last)
  }
}

extension RecordScope {
  /// Returns whether a report of these days has anything to show. The sections whose rows are the
  /// quickest to count are asked first.
  fileprivate func hasReportedRow(_ days: ReportDays) throws -> Bool {
    if try count(.schools, School.visible(in: self)) > 0 { return true }
    if try count(.coaches, Coach.visible(in: self)) > 0 { return true }
    if try reportedInteractions(days).total > 0 { return true }
    return try reportedMetrics(days).total > 0
  }

  fileprivate func reportedSchools() throws -> ReportFigures.Schools {
    var schools = ReportFigures.Schools()
    let visible = try School.visible(in: self)
    schools.total = try count(.schools, visible)
    schools.byStatus = merged(
      try tallies(School.shownStatus, in: .schools, visible))
    schools.byDivision = merged(try tallies("schools.division", in: .schools, visible))
    return schools
  }

  /// Adds up the counts of texts that are equal in Swift but not in SQL, so that each text has one
  /// count.
  ///
  /// SQL compares bytes. Unicode can write a text such as é as two different sequences of bytes,
  /// and SQL counts each of them separately.
  private func merged(_ tallies: [Tally]) -> [Tally] {
    Tally.sorted(Dictionary(tallies.map { ($0.raw, $0.count) }, uniquingKeysWith: +))
  }

  fileprivate func reportedCoaches() throws -> ReportFigures.Coaches {
    var coaches = ReportFigures.Coaches()
    let visible = try Coach.visible(in: self)
    (coaches.total, coaches.schools) =
      try connection.query(
        "SELECT count(*), count(DISTINCT school_id) FROM coaches WHERE \(visible.clause)",
        values: visible.values
      ) { row in (try row.int(0), try row.int(1)) }.first ?? (0, 0)
    return coaches
  }

  fileprivate func reportedInteractions(
    _ days: ReportDays
  ) throws -> ReportFigures.Interactions {
    let groups = try shownContacts.flatMap { try contacts($0, days) }
    var counted = ReportFigures.Interactions()
    var types: [String: Int] = [:]
    var sentiments: [String: Int] = [:]
    var noted: [String: Int] = [:]
    for group in groups where group.count > 0 {
      counted.total += group.count
      if group.direction == Direction.inbound.rawValue { counted.inbound += group.count }
      types[group.type, default: 0] += group.count
      sentiments[group.sentiment ?? Sentiment.neutral.rawValue, default: 0] += group.count
      if let sentiment = group.sentiment { noted[sentiment, default: 0] += group.count }
    }
    let answers = try answers(days)
    (counted.coachesWritten, counted.coachesAnswered) = (answers.written, answers.answered)
    let border = CoachResponsiveness.answerBorder(days.last)
    counted.hadTimeToAnswer = answers.firstSent.map { $0 <= border } ?? false
    counted.byType = Tally.sorted(types)
    counted.bySentiment = Tally.sorted(sentiments)
    counted.byNotedSentiment = Tally.sorted(noted)
    return counted
  }

  /// Returns the number of coaches whom the athlete contacted in the range, how many of these
  /// coaches contacted the athlete in it afterwards, and the moment of the athlete's first contact.
  ///
  /// The recursive query finds one coach after the other by a lookup in an index, and then looks
  /// for one contact in each direction: the athlete's first and the coach's last. A `GROUP BY`
  /// would read every interaction.
  private func answers(
    _ days: ReportDays
  ) throws -> (written: Int, answered: Int, firstSent: Instant?) {
    let interactions = scope.readable(.interactions)
    // A plus sign before a column keeps SQLite from choosing the index by family, in which it would
    // scan all of the family's interactions for each coach.
    let isShown = """
      (+family_unit_id = ?1 OR (?2 IS NOT NULL AND +family_unit_id IS NULL AND +logged_by = ?2))
      """
    func moment(_ end: String, _ direction: Direction, with coach: String) -> String {
      """
      (SELECT \(end)(occurred_at) FROM \(interactions)
        WHERE coach_id = \(coach) AND direction = '\(direction.rawValue)'
          AND occurred_at >= ?3 AND occurred_at <= ?4 AND \(isShown))
      """
    }
    return try connection.query(
      """
      WITH RECURSIVE coaches(id) AS (
        SELECT min(coach_id) FROM \(interactions) WHERE coach_id IS NOT NULL
        UNION ALL
        SELECT (SELECT min(coach_id) FROM \(interactions) WHERE coach_id > coaches.id)
        FROM coaches WHERE coaches.id IS NOT NULL),
      written(id, firstSent) AS MATERIALIZED (
        SELECT coaches.id, \(moment("min", .outbound, with: "coaches.id")) FROM coaches
        WHERE coaches.id IS NOT NULL)
      SELECT count(*), min(firstSent),
        count(CASE WHEN \(moment("max", .inbound, with: "written.id")) >= firstSent THEN 1 END)
      FROM written WHERE firstSent IS NOT NULL
      """,
      values: [
        family.map(Value.id) ?? .null, isOwner ? .id(athlete) : .null, days.start, days.end,
      ]
    ) { row in
      (written: try row.int(0), answered: try row.int(2), firstSent: try row.optionalInstant(1))
    }.first ?? (written: 0, answered: 0, firstSent: nil)
  }

  /// The sets of interactions that the caller (the person who acts) may see: those of the family,
  /// and, if the caller is the athlete, also the athlete's own interactions without a family.
  private var shownContacts: [ContactRows] {
    (family.map { [.ofFamily($0)] } ?? []) + (isOwner ? [.ofNoFamily(athlete)] : [])
  }

  private func contacts(_ rows: ContactRows, _ days: ReportDays) throws -> [ContactGroup] {
    // This call only records which unreadable rows (rows with malformed values) the report leaves
    // out, so that the user is told. The query below excludes these rows by `readable`.
    _ = try scope.withoutUnreadable(
      Conditions(rows.clause, .id(rows.owner)), in: .interactions)
    return try connection.query(
      ContactGroup.counting(rows.clause, of: scope.readable(.interactions)),
      values: [.id(rows.owner), days.start, days.end]
    ) { row in try ContactGroup(row) }
  }

  fileprivate func reportedMetrics(_ days: ReportDays) throws -> ReportFigures.Metrics {
    var wanted = try PerformanceMetric.visible(in: self)
    wanted.require("performance_metrics.recorded_date >= ?", .day(days.from))
    wanted.require("performance_metrics.recorded_date <= ?", .day(days.through))
    var groups: [String: ReportFold.Measurements] = [:]
    for group in try MetricGroup.groups(of: wanted, in: connection) {
      groups[group.type, default: ReportFold.Measurements()].add(group.measurements)
    }
    return ReportFold.metrics(groups)
  }
}

/// The number, sum, maximum and minimum of the measurements of one type in one unit.
///
/// SQL adds the values as they were entered, and only the sums are converted to the type's usual
/// unit. Converting each row would take as long as the rest of a report.
private struct MetricGroup {
  var type: String
  private var unit: String?
  private var sums: ReportFold.Measurements

  /// Returns the sums of the measurements by type and unit.
  ///
  /// One query reads the rows without a unit in the order of an index, and another one the rows
  /// with a unit. A single query would have to sort all rows.
  static func groups(
    of wanted: Conditions, in connection: DatabaseConnection
  ) throws -> [MetricGroup] {
    try [("NULL", "unit IS NULL"), ("unit", "unit IS NOT NULL")].flatMap { unit, condition in
      // The comparison with the largest finite number leaves out infinite values; SQLite stores no
      // NaN. The summed values are scaled down, because the sum of two very large values would be
      // infinite.
      let finite = "CASE WHEN abs(value) <= 1.7976931348623157e308 THEN value END"
      return try connection.query(
        """
        SELECT metric_type, \(unit), count(*), count(\(finite)),
          total(\(finite) * \(MetricAverage.scale)), max(\(finite)), min(\(finite))
        FROM performance_metrics WHERE \(wanted.clause) AND \(condition)
        GROUP BY metric_type\(unit == "NULL" ? "" : ", unit")
        """, values: wanted.values
      ) { row in
        MetricGroup(
          type: try row.text(0), unit: try row.optionalText(1),
          sums: ReportFold.Measurements(
            count: try row.int(2), finite: try row.int(3), sum: try row.real(4),
            maximum: try row.optionalReal(5), minimum: try row.optionalReal(6)))
      }
    }
  }

  /// The sums converted to the usual unit of the type of measurement. The sums of a type without a
  /// usual unit stay in the unit in which the values were entered.
  var measurements: ReportFold.Measurements { sums.converted(from: unit, measuring: type) }
}

/// The set of interactions that one query counts: those of a family, or those of an author without
/// a family.
///
/// Each set has an index of its own in which its interactions are sorted by type, so that a query
/// reads only this index.
private enum ContactRows {
  case ofFamily(RecordID)
  /// Interactions without a family, which only their author may see.
  case ofNoFamily(RecordID)

  var owner: RecordID {
    switch self {
    case .ofFamily(let id), .ofNoFamily(let id): id
    }
  }

  var clause: String {
    switch self {
    case .ofFamily: "family_unit_id = ?1"
    case .ofNoFamily: "family_unit_id IS NULL AND logged_by = ?1"
    }
  }
}

/// The number of interactions with the same type, direction and sentiment.
private struct ContactGroup {
  var type: String
  var direction: String
  var sentiment: String?
  var count: Int

  init(_ row: borrowing ResultRow) throws {
    type = try row.text(0)
    direction = try row.text(1)
    sentiment = try row.optionalText(2)
    count = try row.int(3)
  }
}

extension ContactGroup {
  /// Returns SQL that counts the interactions of an owner (`?1`) from one moment (`?2`) to another
  /// (`?3`) by type, direction and sentiment.
  ///
  /// A `GROUP BY` would sort every row. In an index by type, direction, sentiment and time, the
  /// rows of each group are adjacent, so the recursive query finds one group after the other by a
  /// lookup (`min`), and then counts a range of the index in each group. On a million rows this
  /// takes a tenth of the time (docs/performance.md).
  ///
  /// - Parameters:
  ///   - rows: the SQL condition for the owner's interactions.
  ///   - interactions: the SQL for `FROM`.
  static func counting(_ rows: String, of interactions: String) -> String {
    """
    WITH RECURSIVE
      types(type) AS (
        SELECT min(type) FROM \(interactions) WHERE \(rows)
        UNION ALL
        SELECT (SELECT min(type) FROM \(interactions) WHERE \(rows) AND type > types.type)
        FROM types WHERE types.type IS NOT NULL),
      directions(type, direction) AS (
        SELECT type, (
          SELECT min(direction) FROM \(interactions)
          WHERE \(rows) AND type = types.type)
        FROM types WHERE type IS NOT NULL
        UNION ALL
        SELECT type, (
          SELECT min(direction) FROM \(interactions)
          WHERE \(rows) AND type = directions.type
            AND direction > directions.direction)
        FROM directions WHERE direction IS NOT NULL),
      feelings(type, direction, sentiment) AS (
        SELECT type, direction, (
          SELECT min(sentiment) FROM \(interactions)
          WHERE \(rows) AND type = directions.type
            AND direction = directions.direction)
        FROM directions WHERE direction IS NOT NULL
        UNION ALL
        SELECT type, direction, (
          SELECT min(sentiment) FROM \(interactions)
          WHERE \(rows) AND type = feelings.type
            AND direction = feelings.direction AND sentiment > feelings.sentiment)
        FROM feelings WHERE sentiment IS NOT NULL)
    SELECT type, direction, sentiment, (
      SELECT count(*) FROM \(interactions)
      WHERE \(rows) AND type = feelings.type AND direction = feelings.direction
        AND sentiment IS feelings.sentiment AND occurred_at >= ?2 AND occurred_at <= ?3)
    FROM feelings
    """
  }
}
