public import Basics
public import CivilTime

/// The contacts in a range of days, as one line for each school and for each coach. The lines show
/// which of them the athlete contacted, which replied, and which went quiet.
public struct ReportContacts: Equatable, Sendable {
  public var schools: [Line]
  public var coaches: [Line]

  public init(schools: [Line] = [], coaches: [Line] = []) {
    self.schools = schools
    self.coaches = coaches
  }

  /// The contacts with one school or one coach.
  public struct Line: Equatable, Sendable {
    public var reference: Reference
    /// The name of the school or the coach, such as `Ana Rivera`.
    public var name: String
    /// The school at which a coach works; nil for the line of a school.
    public var school: Reference?
    /// The number of contacts in the range that the athlete started. The number that the school or
    /// coach started is `received`.
    public var sent: Int
    public var received: Int
    /// The time of the newest contact with the school or coach in either direction. `lastHeard` is
    /// the time of the newest contact that the school or coach started. Both times and `lastWritten`
    /// are before the end of the range and may be before its start.
    public var lastContact: Instant?
    public var lastHeard: Instant?
    /// The time of the first contact in the range that the athlete started. A contact that the
    /// school or coach started at the same time or later is a reply, as in the reply rate of
    /// `RecruitingReport`.
    public var firstSent: Instant?
    /// The time of the athlete's newest message that waits for an answer. A conversation such as a
    /// call or a visit waits for none.
    public var lastWritten: Instant?
    /// The end of the range, or the current time if that is earlier. An answer after this time is
    /// not part of the report.
    public var end: Instant?

    public init(
      _ reference: Reference, name: String, school: Reference? = nil, sent: Int = 0,
      received: Int = 0, lastContact: Instant? = nil, lastHeard: Instant? = nil,
      firstSent: Instant? = nil, lastWritten: Instant? = nil, end: Instant? = nil
    ) {
      self.end = end
      self.reference = reference
      self.name = name
      self.school = school
      self.sent = sent
      self.received = received
      self.lastContact = lastContact
      self.lastHeard = lastHeard
      self.firstSent = firstSent
      self.lastWritten = lastWritten
    }

    public var contactState: ContactState {
      switch (sent > 0, received > 0) {
      case (_, true): isReply ? .replied : .gotInTouch
      case (true, false): endsWithMessage ? .noReply : .spoke
      case (false, false): lastContact == nil ? .never : .noContact
      }
    }

    /// True if there was contact in the range, and the school or coach, who was in touch before,
    /// has not answered the athlete's last message for the number of days in `CoachFollowUp`
    /// (domain.md 4.8).
    public var wentQuiet: Bool {
      guard contactState.isContact, endsWithMessage, let end, let lastContact, let lastHeard,
        lastHeard < lastContact
      else { return false }
      return lastContact.adding(days: CoachFollowUp.days) <= end
    }

    private var isReply: Bool {
      guard let firstSent, let lastHeard else { return false }
      return firstSent <= lastHeard
    }

    /// True if the newest contact is a message of the athlete.
    private var endsWithMessage: Bool { lastWritten != nil && lastWritten == lastContact }

    /// Returns the number of calendar days from the last contact to `day`; nil if there was no
    /// contact.
    ///
    /// - Parameter day: the last day of the report, or today if that is earlier.
    public func days(until day: CalendarDay, in zone: Zone) -> Int? {
      lastContact.map { max(0, zone.day(of: $0).days(until: day)) }
    }
  }

  public enum ContactState: CaseIterable, Hashable, Sendable {
    /// The school or coach was in touch in the range of days, after a contact that the athlete
    /// started in it.
    case replied
    /// The school or coach was in touch in the range of days, but not after a contact that the
    /// athlete started in it.
    case gotInTouch
    /// Only the athlete started contacts in the range of days, and the last one was a conversation,
    /// such as a call or a visit, in which both sides spoke.
    case spoke
    /// Only the athlete started contacts in the range of days, and the last one was a message.
    case noReply
    /// There was no contact in the range of days, but there was a contact before it.
    case noContact
    case never

    public var words: String {
      switch self {
      case .replied: "Replied"
      case .gotInTouch: "Got in touch"
      case .spoke: "Spoke or met"
      case .noReply: "No reply yet"
      case .noContact: "No contact"
      case .never: "Never contacted"
      }
    }

    /// True if there was a contact in the report's range of days.
    public var isContact: Bool {
      switch self {
      case .replied, .gotInTouch, .spoke, .noReply: true
      case .noContact, .never: false
      }
    }
  }
}

extension [ReportContacts.Line] {
  public func count(_ contactState: ReportContacts.ContactState) -> Int {
    self.count { $0.contactState == contactState }
  }

  /// The lines sorted by how much they need the athlete's attention: first schools or coaches who
  /// went quiet, then those who have not replied, and then all others in the order of `rank`.
  ///
  /// Within the first two groups the oldest contact comes first, and within the others the newest.
  /// Lines with equal times are sorted by name.
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
    if wentQuiet { return 0 }
    return switch contactState {
    case .noReply: 1
    case .gotInTouch: 2
    case .spoke: 3
    case .replied: 4
    case .noContact: 5
    case .never: 6
    }
  }
}
