public import Basics
public import CivilTime

/// Who was contacted in a range of days, who replied, and who became silent: a line for each school and each coach.
public struct ReportContacts: Equatable, Sendable {
  public var schools: [Line]
  public var coaches: [Line]

  public init(schools: [Line] = [], coaches: [Line] = []) {
    self.schools = schools
    self.coaches = coaches
  }

  /// The contacts with one of them.
  public struct Line: Equatable, Sendable {
    public var reference: Reference
    /// The coach's name: `Ana Rivera`.
    public var name: String
    /// A coach's school; nil for a school.
    public var school: Reference?
    /// Contacts in the range, begun by the athlete and by them.
    public var sent: Int
    public var received: Int
    /// The newest contact in either direction, and the newest that they started, at any time up to the end of the range.
    public var lastContact: Instant?
    public var lastHeard: Instant?
    /// The moment up to which there could be an answer: the end of the range, or now where that comes first.
    public var end: Instant?

    public init(
      _ reference: Reference, name: String, school: Reference? = nil, sent: Int = 0,
      received: Int = 0, lastContact: Instant? = nil, lastHeard: Instant? = nil,
      end: Instant? = nil
    ) {
      self.end = end
      self.reference = reference
      self.name = name
      self.school = school
      self.sent = sent
      self.received = received
      self.lastContact = lastContact
      self.lastHeard = lastHeard
    }

    public var standing: Standing {
      switch (sent > 0, received > 0) {
      case (true, true): .replied
      case (false, true): .wrote
      case (true, false): lastHeard == nil || isRecent ? .noReply : .quiet
      case (false, false): lastContact == nil ? .never : .noContact
      }
    }

    /// Whether an answer may still come: a coach goes quiet once the days of a follow-up are over (rule 4.8).
    private var isRecent: Bool {
      guard let end, let lastContact else { return false }
      return lastContact.adding(days: CoachFollowUp.days) > end
    }

    /// Whole days of the calendar from the last contact to the day the report ends on, or today where that is still to come.
    public func days(until day: CalendarDay, in zone: Zone) -> Int? {
      lastContact.map { max(0, zone.day(of: $0).days(until: day)) }
    }
  }

  public enum Standing: CaseIterable, Hashable, Sendable {
    /// The athlete wrote to the coach, and the coach answered.
    case replied
    /// The coach wrote without being contacted in the range.
    case wrote
    /// The athlete wrote to the coach without an answer, and the coach had never written before.
    case noReply
    /// The athlete wrote to the coach without an answer for two weeks, although the coach had written before.
    case quiet
    /// No contact in the range, but an earlier one.
    case noContact
    case never

    public var words: String {
      switch self {
      case .replied: "Replied"
      case .wrote: "Wrote to you"
      case .noReply: "No reply yet"
      case .quiet: "Went quiet"
      case .noContact: "No contact"
      case .never: "Never contacted"
      }
    }

    /// Whether there was anything in the range.
    public var isContact: Bool {
      switch self {
      case .replied, .wrote, .noReply, .quiet: true
      case .noContact, .never: false
      }
    }
  }
}

extension [ReportContacts.Line] {
  public func count(_ standing: ReportContacts.Standing) -> Int {
    self.count { $0.standing == standing }
  }

  /// The coaches who became silent first, then those who have not replied, longest ago first; then the others, newest
  /// first; then by name.
  public var byNeed: [ReportContacts.Line] {
    sorted { left, right in
      let ranks = (left.rank, right.rank)
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      if left.lastContact != right.lastContact {
        let isOlder = (left.lastContact ?? .distantPast) < (right.lastContact ?? .distantPast)
        return left.rank <= 1 ? isOlder : !isOlder
      }
      return (left.name, left.reference.handle) < (right.name, right.reference.handle)
    }
  }
}

extension ReportContacts.Line {
  fileprivate var rank: Int {
    switch standing {
    case .quiet: 0
    case .noReply: 1
    case .wrote: 2
    case .replied: 3
    case .noContact: 4
    case .never: 5
    }
  }
}
