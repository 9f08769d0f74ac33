public import Basics
public import CivilTime

/// The operations that return the numbers of the dashboard. Each group of numbers, such as those
/// about coaches, has an endpoint of its own, so that an error in one of them leaves the other
/// cards and widgets intact.
///
/// The dashboard reads its lists, such as upcoming events and newest metrics, from the gateways of
/// those records.
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

  /// Returns at most five coaches who wrote the latest message and got no answer, the longest
  /// waiting first.
  public func unanswered(of athlete: RecordID, now: Instant) async throws(Problem) -> [CoachRow] {
    try await unanswered((athlete, now))
  }
}

/// A value of a column, such as the status `contacted`, and the number of rows that have it.
/// Queries that count rows by the values of a column return a list of tallies.
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
  /// The number of schools outside Division I. A school without a division counts as Division I
  /// (domain.md 4.12).
  ///
  /// In a dead period, the NCAA forbids coaches to meet athletes. The program knows these periods
  /// only for Division I, so the dashboard says how many schools a period is about.
  public var outsideDivisionI = 0
  /// The number of schools that are known to be in Division I.
  public var inDivisionI = 0
  /// Whether the known dead periods, in which the NCAA forbids coaches to meet athletes, are valid
  /// for the athlete's sport. If they are not, the dashboard shows no dead period.
  public var haveListedDeadPeriods = true
  /// The number of schools for each stored text of a status; a missing status counts as
  /// researching.
  public var byStatus: [Tally] = []
  /// The numbers of students of the athlete's schools. Schools whose number is not known are left
  /// out. The page groups the numbers by size (domain.md 4.6).
  public var studentSizes: [Double] = []

  public init() {}
}

public struct CoachFigures: Equatable, Sendable {
  public var total = 0
  /// The sum of the coaches' responsiveness scores, from which the page computes the average. A
  /// coach's score is the stored one, or else the number of received messages for each hundred sent
  /// messages, at most 100 (domain.md 4.9). Nil if no coach has a score.
  public var responsivenessTotal: Int?
  /// At most five coaches to follow up with: first the coaches who were never contacted, then those
  /// whose last contact is the longest ago (domain.md 4.8).
  public var followUp: [CoachRow] = []

  public init() {}
}

public struct InteractionFigures: Equatable, Sendable {
  public var total = 0
  public var thisMonth = 0
  /// The number of interactions on each of the last 30 days in the person's time zone, oldest
  /// first. Days without interactions are included (domain.md 4.7).
  public var days: [DayCount] = []
  /// The number of interactions in the last 30 times 24 hours. This period begins in the middle of
  /// the day before the first entry of `days`, so the number can exceed the sum of `days`
  /// (domain.md 4.7).
  public var inWindow = 0
  /// The planned interactions, soonest first. The other numbers do not include them, because they
  /// have not happened yet (domain.md 10.8).
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

/// The numbers of the dashboard's card about how often the athlete contacts each school (domain.md
/// 4.8).
public struct ContactFrequency: Equatable, Sendable {
  /// The schools that were contacted in the last seven days, newest contact first; at most five.
  public var recent: [Contacted] = []
  public var schoolCount = 0
  public var contactedThisWeek = 0
  public var interactionCount = 0
  /// The number of schools without a contact in the last 30 days, including schools that were never
  /// contacted.
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
  /// The number of schools on the athlete's list that made at least one offer.
  public var schoolsWithOffers = 0

  public init() {}
}
