public import Basics
public import CivilTime

/// Counts the numbers of a report from single rows (domain.md 4.10). Each backend (a module that
/// stores the data) computes the report with its own database queries, and tests compare those
/// queries with this type.
///
/// It stores only counts, so that a caller does not need to have all rows in memory. All schools
/// and coaches are counted; interactions and measurements are counted if they are in the report's
/// range of days.
public struct ReportFold {
  public let range: ReportRange
  private let now: Instant
  private var schools = ReportFigures.Schools()
  private var statuses = Counts()
  private var divisions = Counts()
  private var coachCount = 0
  private var schoolsWithCoaches: Set<RecordID> = []
  private var interactions = ReportFigures.Interactions()
  /// For each coach, the time of the first contact that the athlete started. `lastHeard` contains
  /// the time of the last contact that the coach started.
  private var firstSent: [RecordID: Instant] = [:]
  private var lastHeard: [RecordID: Instant] = [:]
  private var types = Counts()
  private var sentiments = Counts()
  private var notedSentiments = Counts()
  private var metrics: [String: Measurements] = [:]

  private typealias Counts = [String: Int]

  /// Creates a report for which no rows are counted yet. The caller then adds the rows one by one.
  ///
  /// - Parameter now: the current time. An interaction after it is planned and is not counted,
  ///   because it is not a contact yet (domain.md 10.8).
  public init(_ range: ReportRange, now: Instant) {
    self.range = range
    self.now = now
  }

  public mutating func addSchool(status: String?, division: String?) {
    schools.total += 1
    statuses[status ?? SchoolStatus.researching.rawValue, default: 0] += 1
    if let division { divisions[division, default: 0] += 1 }
  }

  public mutating func addCoach(school: RecordID) {
    coachCount += 1
    schoolsWithCoaches.insert(school)
  }

  public mutating func addInteraction(
    at moment: Instant, type: String, direction: String, sentiment: String?,
    coach: RecordID? = nil
  ) {
    guard range.contains(moment), moment <= now else { return }
    interactions.total += 1
    if direction == Direction.inbound.rawValue {
      interactions.inbound += 1
      if let coach { lastHeard[coach] = max(lastHeard[coach] ?? moment, moment) }
    } else if direction == Direction.outbound.rawValue, let coach {
      firstSent[coach] = min(firstSent[coach] ?? moment, moment)
    }
    types[type, default: 0] += 1
    sentiments[sentiment ?? Sentiment.neutral.rawValue, default: 0] += 1
    if let sentiment { notedSentiments[sentiment, default: 0] += 1 }
  }

  public mutating func addMetric(
    on day: CalendarDay, type: String, value: Double, unit: String? = nil
  ) {
    guard range.contains(day) else { return }
    let compared = Self.compared(value, unit, type)
    metrics[type, default: Measurements()].add(compared.value, unit: compared.unit)
  }

  /// Returns a value converted to the usual unit of its type, with an empty text as the unit. The
  /// value is nil if it cannot be converted. For a type without a usual unit, the function returns
  /// the value unchanged, with its unit in lower case.
  private static func compared(
    _ value: Double, _ unit: String?, _ type: String
  ) -> (value: Double?, unit: String) {
    let known = MetricType(rawValue: type) ?? .other
    guard known == .other else {
      return (
        MetricUnit.convert(value, from: unit, to: known.defaultUnit, measuring: known), ""
      )
    }
    return (value, MetricEntry.unit(unit)?.lowercased() ?? "")
  }

  public var figures: ReportFigures {
    var schools = schools
    schools.byStatus = Tally.sorted(statuses)
    schools.byDivision = Tally.sorted(divisions)
    var coaches = ReportFigures.Coaches()
    (coaches.total, coaches.schools) = (coachCount, schoolsWithCoaches.count)
    var interactions = interactions
    interactions.coachesWritten = firstSent.count
    interactions.coachesAnswered = firstSent.count { coach, sent in
      lastHeard[coach].map { sent <= $0 } ?? false
    }
    let border = CoachResponsiveness.answerBorder(min(range.lastMoment, now))
    interactions.hadTimeToAnswer = firstSent.values.contains { $0 <= border }
    interactions.byType = Tally.sorted(types)
    interactions.bySentiment = Tally.sorted(sentiments)
    interactions.byNotedSentiment = Tally.sorted(notedSentiments)
    return ReportFigures(
      schools: .success(schools), coaches: .success(coaches),
      interactions: .success(interactions), metrics: .success(Self.metrics(metrics)))
  }
}

extension ReportFold {
  package static func metrics(_ types: [String: Measurements]) -> ReportFigures.Metrics {
    var metrics = ReportFigures.Metrics()
    metrics.total = types.values.reduce(0) { $0 + $1.count }
    metrics.byType = Tally.sorted(types.mapValues(\.count))
    metrics.bounds = types.sorted { $0.key < $1.key }.compactMap { $1.bounds(of: $0) }
    return metrics
  }

  /// The count, the sum, the minimum and the maximum of the measurements of one type. Measurements
  /// are added one by one, or a backend provides the sums from a query.
  ///
  /// Average, minimum and maximum are computed from the finite values in the usual unit. A type
  /// without a usual unit has none of them if its measurements have different units.
  package struct Measurements: Sendable {
    package private(set) var count = 0
    private var finite = 0
    /// The sum of the values multiplied by `MetricAverage.scale`. Without the factor, the sum of
    /// very large values would be infinite.
    private var sum = 0.0
    private var maximum = -Double.infinity
    private var minimum = Double.infinity
    private var units: Set<String> = []

    package init() {}

    /// Creates the counts and sums of one type from the result of a database query.
    ///
    /// - Parameter sum: the sum of the values multiplied by `MetricAverage.scale`.
    package init(count: Int, finite: Int, sum: Double, maximum: Double?, minimum: Double?) {
      self.count = count
      self.finite = finite
      self.sum = sum
      self.maximum = maximum ?? -.infinity
      self.minimum = minimum ?? .infinity
    }

    /// Returns the sums converted to the unit in which measurements of the type are compared.
    ///
    /// - Parameter unit: the unit of all measurements in these sums.
    package func converted(from unit: String?, measuring type: String) -> Measurements {
      func compared(_ value: Double) -> Double? { ReportFold.compared(value, unit, type).value }
      var converted = self
      converted.units = [ReportFold.compared(0, unit, type).unit]
      guard let sum = compared(sum), let maximum = compared(maximum),
        let minimum = compared(minimum)
      else {
        return Measurements(
          count: count, finite: 0, sum: 0, maximum: nil, minimum: nil)
      }
      (converted.sum, converted.maximum, converted.minimum) = (sum, maximum, minimum)
      return converted
    }

    /// Adds a measurement.
    ///
    /// - Parameter value: the value in the usual unit; nil if it cannot be converted.
    mutating func add(_ value: Double?, unit: String) {
      count += 1
      units.insert(unit)
      guard let value, value.isFinite else { return }
      finite += 1
      sum += value * MetricAverage.scale
      maximum = max(maximum, value)
      minimum = min(minimum, value)
    }

    package mutating func add(_ other: Measurements) {
      count += other.count
      units.formUnion(other.units)
      finite += other.finite
      sum += other.sum
      maximum = max(maximum, other.maximum)
      minimum = min(minimum, other.minimum)
    }

    func bounds(of type: String) -> ReportFigures.MetricBounds? {
      guard finite > 0, units.count <= 1 else { return nil }
      let average = MetricAverage(
        sum / Double(finite) / MetricAverage.scale, lowest: minimum, highest: maximum)
      return ReportFigures.MetricBounds(
        type: type, average: average.value, maximum: maximum, minimum: minimum)
    }
  }
}

extension ReportFigures.MetricBounds {
  /// The average, rounded as pages show it. Rounding never moves it below the minimum or above the
  /// maximum.
  package var roundedAverage: Double { measured.rounded(Open(type)) }

  var averageCell: String { measured.cell }

  private var measured: MetricAverage {
    MetricAverage(average, lowest: minimum, highest: maximum)
  }
}

extension ReportFigures {
  /// Counts the numbers of a report from the records themselves. Tests compare the queries of a
  /// backend (a module that stores the data) with this initializer.
  public init(
    range: ReportRange, now: Instant, schools: some Sequence<School>, coaches: some Sequence<Coach>,
    interactions: some Sequence<Interaction>, metrics: some Sequence<PerformanceMetric>
  ) {
    var fold = ReportFold(range, now: now)
    for school in schools {
      fold.addSchool(status: school.status?.raw, division: school.division?.raw)
    }
    for coach in coaches { fold.addCoach(school: coach.schoolID) }
    for contact in interactions {
      fold.addInteraction(
        at: contact.occurredAt, type: contact.type.raw, direction: contact.direction.raw,
        sentiment: contact.sentiment?.raw, coach: contact.coachID)
    }
    for metric in metrics {
      fold.addMetric(
        on: metric.recordedDate, type: metric.type.raw, value: metric.value,
        unit: metric.unit)
    }
    self = fold.figures
  }
}

extension Tally {
  /// Returns how often each text, such as a status, occurs. The most frequent text comes first, and
  /// texts with equal counts are sorted alphabetically.
  static func counting(_ texts: some Sequence<String>) -> [Tally] {
    var counts: [String: Int] = [:]
    for text in texts { counts[text, default: 0] += 1 }
    return sorted(counts)
  }

  /// Returns the counts of texts, such as statuses, as a list. The most frequent text comes first,
  /// and texts with equal counts are sorted alphabetically.
  public static func sorted(_ counts: [String: Int]) -> [Tally] {
    counts.map { Tally($0, $1) }.sorted { ($1.count, $0.raw) < ($0.count, $1.raw) }
  }
}
