public import Basics
public import CivilTime

extension ContactFrequency {
  /// Counts, from the interactions, how many schools were contacted recently, and how many need
  /// attention because there was no contact in the last 30 days (domain.md 4.8).
  ///
  /// An interaction with a time in the future is planned and does not count as a contact yet.
  public init(counting interactions: [Interaction], schools: [Reference], now: Instant) {
    self.init()
    let known = Dictionary(schools.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let past = interactions.filter { known[$0.schoolID] != nil && $0.occurredAt <= now }
    let start = now.adding(days: -Self.recentDays)
    let week = Dictionary(grouping: past.filter { $0.occurredAt >= start }, by: \.schoolID)
    let rows = week.compactMap { id, contacts in
      known[id].map { school in
        Contacted(
          school: school, count: contacts.count,
          lastContact: contacts.map(\.occurredAt).max() ?? start)
      }
    }
    recent = Self.newestFirst(rows)
    schoolCount = schools.count
    contactedThisWeek = week.count
    interactionCount = interactions.count { $0.occurredAt <= now }
    let newest = Dictionary(
      past.map { ($0.schoolID, $0.occurredAt) }, uniquingKeysWith: { max($0, $1) })
    needingAttention = schools.count { school in
      newest[school.id].map { ContactFreshness(lastContact: $0, now: now) == .stale } ?? true
    }
  }

  /// Sorts the schools by their newest contact, then by name, and returns the first five. The
  /// dashboard shows no more.
  public static func newestFirst(_ rows: [Contacted]) -> [Contacted] {
    Array(rows.sorted(by: isNewer).prefix(shown))
  }

  private static func isNewer(_ left: Contacted, _ right: Contacted) -> Bool {
    (right.lastContact, left.school.title, left.school.id)
      < (left.lastContact, right.school.title, right.school.id)
  }

  /// The average number of interactions for each school, with one decimal; `0.0` if there are no
  /// schools.
  public var averageText: String {
    DecimalText.fixed(
      schoolCount == 0 ? 0 : Double(interactionCount) / Double(schoolCount), places: 1)
  }

  public static let recentDays = 7
  public static let shown = 5
}

/// How long ago a school was last contacted: at most 7 days (pages show it in green), at most 30
/// days (yellow) or longer (red) (domain.md 4.8).
public enum ContactFreshness: Hashable, Sendable {
  case fresh, aging, stale

  public static let freshDays: Int64 = 7
  public static let agingDays: Int64 = 30

  /// Classifies a school's last contact by the whole days since then: up to 7 are fresh, up to 30
  /// are aging, and more are stale.
  public init(lastContact: Instant, now: Instant) {
    switch lastContact.milliseconds(until: now) / 86_400_000 {
    case ...Self.freshDays: self = .fresh
    case ...Self.agingDays: self = .aging
    default: self = .stale
    }
  }

  /// Returns the time since `moment` as text: `Just now`, `3h ago`, `Yesterday` or `5d ago`. After
  /// a week it returns the day instead, such as `Feb 10`.
  public static func text(of moment: Instant, now: Instant, zone: Zone) -> String {
    let hours = moment.milliseconds(until: now) / 3_600_000
    return switch hours {
    case ..<1: "Just now"
    case ..<24: "\(hours)h ago"
    case ..<48: "Yesterday"
    case ..<168: "\(hours / 24)d ago"
    default: zone.day(of: moment).text(.short)
    }
  }
}
