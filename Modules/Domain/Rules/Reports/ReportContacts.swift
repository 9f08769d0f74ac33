public import Basics
public import CivilTime

/// The contacts in a range of days, as one line for each school and for each coach. From the lines,
/// a reader sees who was contacted, who replied, and who has stopped writing.
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
    /// The time of the newest contact with the school or coach in either direction. It is before
    /// the end of the range and may be before its start. `lastHeard` is the time of the newest
    /// contact that the school or coach started.
    public var lastContact: Instant?
    public var lastHeard: Instant?
    /// The end of the range, or the current time if that is earlier. An answer after this time is
    /// not part of the report.
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

    public var contactState: ContactState {
      switch (sent > 0, received > 0) {
      case (true, true): .replied
      case (false, true): .wrote
      case (true, false): lastHeard == nil || isRecent ? .noReply : .quiet
      case (false, false): lastContact == nil ? .never : .noContact
      }
    }

    /// True if the last contact is so recent that an answer may still come. After the number of
    /// days in `CoachFollowUp`, a coach without an answer counts as quiet (domain.md 4.8).
    private var isRecent: Bool {
      guard let end, let lastContact else { return false }
      return lastContact.adding(days: CoachFollowUp.days) > end
    }

    /// Returns the number of calendar days from the last contact to `day`; nil if there was no
    /// contact.
    ///
    /// - Parameter day: the last day of the report, or today if that is earlier.
    public func days(until day: CalendarDay, in zone: Zone) -> Int? {
      lastContact.map { max(0, zone.day(of: $0).days(until: day)) }
    }
  }

  public enum ContactState: CaseIterable, Hashable, Sendable {
    /// The athlete and the school or coach both wrote in the range of days.
    case replied
    /// Only the school or coach wrote in the range of days.
    case wrote
    /// Only the athlete wrote in the range of days. The school or coach has never written, or the
    /// last contact is so recent that an answer may still come.
    case noReply
    /// Only the athlete wrote in the range of days. The school or coach had written before, but has
    /// not answered for two weeks.
    case quiet
    /// There was no contact in the range of days, but there was a contact before it.
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

    /// True if there was a contact in the range.
    public var isContact: Bool {
      switch self {
      case .replied, .wrote, .noReply, .quiet: true
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
  /// stopped writing, then those who have not replied, and then all others in the order of `rank`.
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
    switch contactState {
    case .quiet: 0
    case .noReply: 1
    case .wrote: 2
    case .replied: 3
    case .noContact: 4
    case .never: 5
    }
  }
}
