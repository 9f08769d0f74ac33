import Basics

extension RecruitingPacket.Tier {
  /// Returns the schools grouped by tier (the priority A, B or C), and sorted by name within a
  /// tier. Tiers without schools are left out (domain.md 4.13).
  ///
  /// A tier that the family has set takes precedence over the tier that is computed from the
  /// status. Schools that were declined or are not pursued are left out.
  static func grouping(_ schools: [School]) -> [RecruitingPacket.Tier] {
    let shown = schools.filter { $0.status != .declined && $0.status != .notPursuing }
    let tiers = Dictionary(grouping: shown, by: tier)
    return PriorityTier.allCases.compactMap { tier in
      tiers[tier].map { schools in
        RecruitingPacket.Tier(
          tier: tier,
          schools: schools.sorted { order($0) < order($1) }.map(RecruitingPacket.SchoolLine.init))
      }
    }
  }

  static func tier(of school: School) -> PriorityTier {
    if let tier = school.priorityTier?.known { return tier }
    switch school.effectiveStatus.known {
    case .officialVisitScheduled, .recruited, .offerReceived, .committed: return .a
    case .officialVisitInvited, .campInvite: return .b
    case .researching, .contacted, .interested, .declined, .notPursuing, nil: return .c
    }
  }

  private static func order(_ school: School) -> (String, RecordID) {
    (school.name.lowercased(), school.id)
  }
}

extension RecruitingPacket.SchoolLine {
  fileprivate init(_ school: School) {
    name = school.name
    location = school.place.flatMap(RecruitingPacket.filled)
    division = school.division?.words
    conference = school.conference.flatMap(RecruitingPacket.filled)
    badge = Self.badge(of: school.effectiveStatus)
    fitScore = school.fitScore
  }

  /// Returns the short text for a status, such as `Visit Invited`. `notPursuing` and statuses of
  /// newer versions have no short text, and their stored text is returned.
  static func badge(of status: Open<SchoolStatus>) -> String {
    switch status.known {
    case .interested: "Interested"
    case .contacted: "Contacted"
    case .campInvite: "Camp Invite"
    case .recruited: "Recruited"
    case .officialVisitInvited: "Visit Invited"
    case .officialVisitScheduled: "Visit Scheduled"
    case .offerReceived: "Offer"
    case .committed: "Committed"
    case .declined: "Declined"
    case .researching: "Researching"
    case .notPursuing, nil: status.raw
    }
  }
}

/// The numbers of interactions by kind in the summary of a recruiting packet, the document that
/// presents an athlete to coaches. Each interaction counts in exactly one of the five numbers
/// (domain.md 4.13).
public struct PacketBreakdown: Hashable, Sendable {
  public var emails = 0
  public var calls = 0
  public var camps = 0
  public var visits = 0
  public var other = 0

  public init(counting byType: [Tally]) {
    for tally in byType { self[keyPath: Self.part(ofType: tally.raw)] += tally.count }
  }

  public var total: Int { emails + calls + camps + visits + other }

  /// The five numbers of interactions with their titles, in the order in which a packet shows them.
  public var parts: [(title: String, count: Int)] {
    [
      ("Emails", emails), ("Calls", calls), ("Camps", camps), ("Visits", visits),
      ("Other", other),
    ]
  }

  private static func part(ofType raw: String) -> WritableKeyPath<PacketBreakdown, Int> {
    switch InteractionType(rawValue: raw) {
    case .email: \.emails
    case .phoneCall: \.calls
    case .camp, .showcase: \.camps
    case .virtualMeeting: \.visits
    default: raw.contains("visit") ? \.visits : \.other
    }
  }
}
