public import Basics
public import CivilTime

/// The figures of the dashboard, with one endpoint for each source, so that each card and widget
/// fails separately.
///
/// Lists that the dashboard shows (upcoming events, newest metrics) come from the gateways of those
/// records.
public struct DashboardGateway: Gateway {
  public var schools = Endpoint<RecordID, SchoolFigures>("schools")
  public var coaches = Endpoint<(athlete: RecordID, now: Instant), CoachFigures>("coaches")
  public var interactions = Endpoint<
    (athlete: RecordID, now: Instant, zone: Zone), InteractionFigures
  >("interactions")
  public var offers = Endpoint<RecordID, OfferFigures>("offers")
  public var unanswered = Endpoint<(athlete: RecordID, now: Instant), [CoachRow]>("unanswered")

  public init() {}
}

extension DashboardGateway {
  public func schools(of athlete: RecordID) async throws(Problem) -> SchoolFigures {
    try await schools(athlete)
  }

  public func coaches(of athlete: RecordID, now: Instant) async throws(Problem) -> CoachFigures {
    try await coaches((athlete, now))
  }

  public func interactions(
    of athlete: RecordID, now: Instant, zone: Zone
  ) async throws(Problem) -> InteractionFigures {
    try await interactions((athlete, now, zone))
  }

  public func offers(of athlete: RecordID) async throws(Problem) -> OfferFigures {
    try await offers(athlete)
  }

  /// Returns the coaches whose message is the newest contact, the longest waiting one first; at
  /// most five.
  public func unanswered(of athlete: RecordID, now: Instant) async throws(Problem) -> [CoachRow] {
    try await unanswered((athlete, now))
  }
}

/// The number of rows that have this text in a column. Aggregates are lists of tallies.
public struct Tally: Hashable, Sendable {
  public var raw: String
  public var count: Int

  public init(_ raw: String, _ count: Int) {
    self.raw = raw
    self.count = count
  }
}

public struct SchoolFigures: Equatable, Sendable {
  public var total = 0
  public var aTier = 0
  /// The number of schools outside Division I; a school without a division counts as Division I (rule 4.12 of
  /// domain.md).
  public var outsideDivisionI = 0
  /// Whether the listed dead periods are those of the athlete's sport.
  public var haveListedDeadPeriods = true
  /// The number of schools for each raw status; a missing status counts as researching.
  public var byStatus: [Tally] = []
  /// The known numbers of students, one for each school. The page groups them (rule 4.6).
  public var studentSizes: [Double] = []

  public init() {}
}

public struct CoachFigures: Equatable, Sendable {
  public var total = 0
  /// The sum of the responsiveness scores. If the stored score is null, the score by rule 4.9
  /// counts.
  public var responsivenessTotal = 0
  /// The coaches to follow up with: first those never contacted, then the longest ago; five at most (rule 4.8 of
  /// domain.md).
  public var followUp: [CoachRow] = []

  public init() {}
}

public struct InteractionFigures: Equatable, Sendable {
  public var total = 0
  public var thisMonth = 0
  /// The number of interactions on each of the last 30 local days, oldest first, including days
  /// with none (rule 4.7).
  public var days: [DayCount] = []
  /// How many interactions fall into the last 30 times 24 hours, which start on the day before the
  /// first entry of `days` (rule 4.7).
  public var inWindow = 0
  /// The planned interactions, soonest first. They count in no other figure (rule 10.8).
  public var planned: [InteractionRow] = []
  public var frequency = ContactFrequency()

  public init() {}
}

public struct DayCount: Equatable, Sendable {
  public var day: CalendarDay
  public var count: Int

  public init(day: CalendarDay, count: Int) {
    self.day = day
    self.count = count
  }
}

/// How often schools are contacted (rule 4.8).
public struct ContactFrequency: Equatable, Sendable {
  /// The schools that were contacted in the last seven days, newest contact first; at most five.
  public var recent: [Contacted] = []
  public var schoolCount = 0
  public var contactedThisWeek = 0
  public var interactionCount = 0
  /// The number of schools that were never contacted, or not for more than 30 days.
  public var needingAttention = 0

  public struct Contacted: Equatable, Sendable {
    public var school: Reference
    public var count: Int
    public var lastContact: Instant

    public init(school: Reference, count: Int, lastContact: Instant) {
      self.school = school
      self.count = count
      self.lastContact = lastContact
    }
  }

  public init() {}
}

public struct OfferFigures: Equatable, Sendable {
  public var total = 0
  public var accepted = 0
  /// The number of different schools on the list that made any offer.
  public var schoolsWithOffers = 0

  public init() {}
}
