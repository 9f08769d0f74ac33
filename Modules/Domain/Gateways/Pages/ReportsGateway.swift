public import Basics
public import CivilTime

/// The counts of a report, aggregated in the backend (rule 4.10).
public struct ReportsGateway: Gateway {
  public var aggregate = Endpoint<
    (athlete: RecordID, range: ReportRange), ReportFigures
  >("aggregate")
  public var contacts = Endpoint<
    (athlete: RecordID, range: ReportRange), ReportContacts
  >("contacts")

  public init() {}

  /// Returns every school and coach of the family with their contacts in the range, in the order of
  /// their names.
  public func contacts(
    of athlete: RecordID, in range: ReportRange
  ) async throws(Problem) -> ReportContacts {
    try await contacts((athlete, range))
  }

  /// Counts the figures of a report. Both days are included as whole days of the zone. Schools and coaches are counted
  /// regardless of the range.
  ///
  /// A section that could not be counted has a problem in its place; this throws only if all of them failed.
  public func aggregate(
    of athlete: RecordID, from: CalendarDay, through: CalendarDay, in zone: Zone
  ) async throws(Problem) -> ReportFigures {
    guard from <= through else { throw Problem(.usage, ReportRangeRefusal().words) }
    return try await aggregate((athlete, ReportRange(from: from, to: through, in: zone)))
  }
}

/// The figures of a report: four sections, each with counts or the reason why it failed.
///
/// Tallies come most frequent first, then by name.
public struct ReportFigures: Equatable, Sendable {
  public typealias Section<Figures> = Result<Figures, Problem>

  public var schools: Section<Schools>
  public var coaches: Section<Coaches>
  public var interactions: Section<Interactions>
  public var metrics: Section<Metrics>

  public init(
    schools: Section<Schools> = .success(Schools()),
    coaches: Section<Coaches> = .success(Coaches()),
    interactions: Section<Interactions> = .success(Interactions()),
    metrics: Section<Metrics> = .success(Metrics())
  ) {
    self.schools = schools
    self.coaches = coaches
    self.interactions = interactions
    self.metrics = metrics
  }

  public struct Schools: Equatable, Sendable {
    public var total = 0
    /// The number of schools for each status. A missing status counts as researching.
    public var byStatus: [Tally] = []
    /// The number of schools for each division. Schools without a division are not counted.
    public var byDivision: [Tally] = []
    public var withoutDivision: Int { max(0, total - byDivision.reduce(0) { $0 + $1.count }) }

    public init() {}
  }

  public struct Coaches: Equatable, Sendable {
    public var total = 0
    /// The number of different schools that have a coach.
    public var schools = 0

    public init() {}
  }

  public struct Interactions: Equatable, Sendable {
    public var total = 0
    /// The number of interactions that a coach began.
    public var inbound = 0
    /// The number of coaches whom the athlete wrote to or called in the range; `coachesAnswered`
    /// counts those who answered in it (rule 10.13).
    public var coachesWritten = 0
    public var coachesAnswered = 0
    public var byType: [Tally] = []
    /// The number of interactions for each sentiment. A missing sentiment counts as neutral.
    public var bySentiment: [Tally] = []

    public init() {}
  }

  public struct Metrics: Equatable, Sendable {
    public var total = 0
    public var byType: [Tally] = []
    /// The bounds of each raw type, in alphabetical order; a type without a finite value has none.
    public var bounds: [MetricBounds] = []

    public init() {}
  }

  public struct MetricBounds: Equatable, Sendable {
    public var type: String
    public var average: Double
    public var maximum: Double
    public var minimum: Double

    public init(type: String, average: Double, maximum: Double, minimum: Double) {
      self.type = type
      self.average = average
      self.maximum = maximum
      self.minimum = minimum
    }
  }
}

extension ReportFigures {
  /// The failed sections by name, with their problems; empty for a complete report.
  package var missing: [(section: String, problem: Problem)] {
    [
      schools.failure.map { ("Schools", $0) }, coaches.failure.map { ("Coaches", $0) },
      interactions.failure.map { ("Interactions", $0) },
      metrics.failure.map { ("Performance metrics", $0) },
    ].compactMap { $0 }
  }
}

extension Result where Failure == Problem {
  /// The counts; nil if counting failed.
  package var figures: Success? { if case .success(let figures) = self { figures } else { nil } }

  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
