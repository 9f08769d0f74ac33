public import Basics
public import CivilTime

// These initializers count the dashboard's numbers, such as the schools of each status, from the
// records themselves (domain.md 4.6 to 4.9). Each backend (a module that stores the data) computes
// the same numbers with database queries, and tests compare those queries with these initializers.

extension SchoolFigures {
  public init(counting schools: [School]) {
    self.init()
    total = schools.count
    aTier = schools.count { $0.priorityTier?.known == .a }
    outsideDivisionI = schools.count { $0.division != nil && $0.division != .d1 }
    inDivisionI = schools.count { $0.division == .d1 }
    byStatus = Tally.counting(schools.map(\.effectiveStatus.raw))
    studentSizes = schools.compactMap(\.studentSize)
  }
}

extension OfferFigures {
  /// Counts the offers and the schools that made an offer. A school with two offers counts as one
  /// school, and an offer of a deleted school adds no school.
  public init(counting offers: [Offer], schools: [School]) {
    self.init()
    total = offers.count
    accepted = offers.count { $0.status == .accepted }
    schoolsWithOffers = Set(offers.map(\.schoolID)).intersection(schools.map(\.id)).count
  }

  /// The accepted offers as a whole percentage of all offers; 0 without offers.
  public var acceptanceRate: Int { Rounding.percent(accepted, of: total) }

  /// The share of accepted offers as text: `50%`, or `--` without offers.
  public var acceptanceText: String { total > 0 ? "\(acceptanceRate)%" : "--" }

  /// Returns the schools with an offer as a whole percentage of all schools; 0 without schools.
  public func percent(ofSchools schools: Int) -> Int {
    Rounding.percent(schoolsWithOffers, of: schools)
  }
}

extension InteractionFigures {
  /// Counts the interactions up to `now`.
  ///
  /// - Parameter schools: the schools that the family tracks. Interactions with other schools count
  ///   in the totals but not in the contacts by school.
  public init(
    counting interactions: [Interaction], schools: [Reference], now: Instant, zone: Zone
  ) {
    self.init()
    let past = interactions.filter { $0.occurredAt <= now }
    total = past.count
    thisMonth = DashboardNumbers.contactsThisMonth(interactions, now: now, zone: zone)
    let trend = InteractionTrend(past.map(\.occurredAt), now: now, zone: zone)
    days = trend.days
    inWindow = trend.inWindow
    frequency = ContactFrequency(counting: interactions, schools: schools, now: now)
  }
}

extension CoachFigures {
  /// The mean responsiveness of all coaches (how often they answer), from 0 to 100
  /// (`CoachResponsiveness`). A coach without a score counts as 0. If no coach has a score, it is
  /// nil (decisions 80 and 82).
  public var averageResponsiveness: Int? {
    responsivenessTotal.map { Rounding.mean($0, of: total) }
  }
}
