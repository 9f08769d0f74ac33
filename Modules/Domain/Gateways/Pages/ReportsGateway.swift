public import Basics
public import CivilTime

/// The operations that return the numbers of a report about schools, coaches, contacts and
/// measurements. The backend counts them (domain.md 4.10), so that the rows do not have to be
/// loaded.
public struct ReportsGateway: Gateway {
  public var aggregate = Endpoint<
    (athlete: RecordID, range: ReportRange), ReportFigures
  >("aggregate")
  public var hasData = Endpoint<(athlete: RecordID, range: ReportRange), Bool>("hasData")
  public var contacts = Endpoint<
    (athlete: RecordID, range: ReportRange), ReportContacts
  >("contacts")

  public init() {}

  /// Returns whether the report of the range has any number other than zero.
  public func hasData(of athlete: RecordID, in range: ReportRange) async throws(Problem) -> Bool {
    try await hasData((athlete, range))
  }

  /// Returns all schools and coaches of the family with their contacts in the range, sorted by
  /// name.
  public func contacts(
    of athlete: RecordID, in range: ReportRange
  ) async throws(Problem) -> ReportContacts {
    try await contacts((athlete, range))
  }

  /// Returns the numbers of a report about the days from `from` through `through`. Both days are
  /// included as whole days of the time zone `zone`. Schools and coaches are counted independently
  /// of the days.
  ///
  /// If a section cannot be counted, its value is the problem. Throws if `from` is after `through`,
  /// or if all sections fail.
  public func aggregate(
    of athlete: RecordID, from: CalendarDay, through: CalendarDay, in zone: Zone
  ) async throws(Problem) -> ReportFigures {
    guard from <= through else { throw Problem(.usage, ReportRangeRefusal().words) }
    return try await aggregate((athlete, ReportRange(from: from, to: through, in: zone)))
  }
}

/// The numbers of a report in four sections. Each section has its counts, or the problem because of
/// which it could not be counted.
///
/// Every `[Tally]` is sorted by count with the highest first, and then by name.
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
    /// The number of schools for each division. Schools without a division are in `withoutDivision`
    /// instead.
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
    /// The number of interactions that the school started.
    public var inbound = 0
    /// The number of coaches to whom the athlete wrote or whom the athlete called in the range;
    /// `coachesAnswered` is the number of those who were in touch after it, still in the range
    /// (domain.md 10.13).
    public var coachesWritten = 0
    public var coachesAnswered = 0
    /// True if one of these coaches has had time to answer before the end of the range, or before
    /// now if that is earlier (`CoachResponsiveness.answerBorder`).
    public var hadTimeToAnswer = false
    public var byType: [Tally] = []
    /// The number of interactions for each sentiment. A missing sentiment counts as neutral.
    public var bySentiment: [Tally] = []
    /// The numbers of `bySentiment` without the interactions that have no sentiment.
    public var byNotedSentiment: [Tally] = []

    public init() {}
  }

  public struct Metrics: Equatable, Sendable {
    public var total = 0
    public var byType: [Tally] = []
    /// The average, maximum and minimum of the measurements of each type, in the alphabetical order
    /// of the types' stored texts. A type is left out if it has no finite value, or if its
    /// measurements have units that cannot be compared.
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
  /// The names of the report's sections that could not be counted, with their problems. The list is
  /// empty for a complete report.
  package var missing: [(section: String, problem: Problem)] {
    [
      schools.failure.map { ("Schools", $0) }, coaches.failure.map { ("Coaches", $0) },
      interactions.failure.map { ("Interactions", $0) },
      metrics.failure.map { ("Performance metrics", $0) },
    ].compactMap { $0 }
  }
}

extension Result where Failure == Problem {
  /// The counts of a section; nil if counting failed.
  package var figures: Success? { if case .success(let figures) = self { figures } else { nil } }

  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
