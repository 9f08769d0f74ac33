public import Basics
public import CivilTime

/// Computes which status a school should have according to its logged offers, visits and contacts.
/// The program only suggests this status, and the athlete decides whether to set it.
public enum FollowingStatus {
  /// Returns the status that the program suggests, or nil if there is none.
  ///
  /// It is nil if the school already has this status or one closer to a commitment, if the school
  /// was declined or is no longer pursued, and if a newer version of the program wrote the current
  /// status.
  ///
  /// - Parameters:
  ///   - status: the current status of the school.
  ///   - hasOfficialVisit: true if an official visit is planned, or is today.
  ///   - isInvitedToCamp: true if a coach contacted the athlete about a camp.
  ///   - hasHeard: true if a coach of the school contacted the athlete, or both met in person, and
  ///     the contact was not logged as negative.
  ///   - hasWritten: true if the athlete contacted the school.
  public static func status(
    from status: Open<SchoolStatus>, offers: [Open<OfferStatus>], hasOfficialVisit: Bool,
    isInvitedToCamp: Bool, hasHeard: Bool, hasWritten: Bool
  ) -> SchoolStatus? {
    let reached: SchoolStatus? =
      if offers.contains(.known(.accepted)) {
        .committed
      } else if offers.contains(.known(.pending)) {
        .offerReceived
      } else if hasOfficialVisit {
        .officialVisitScheduled
      } else if isInvitedToCamp {
        .campInvite
      } else if hasHeard {
        .interested
      } else if hasWritten {
        .contacted
      } else {
        nil
      }
    guard let reached, let now = status.known.flatMap({ way.firstIndex(of: $0) }),
      let next = way.firstIndex(of: reached), next > now
    else { return nil }
    return reached
  }

  /// The statuses of a school on the way to a commitment, first to last. `declined` and
  /// `not_pursuing` are left out: they mean that the school or the athlete has given up, and the
  /// program suggests no new status then.
  private static let way = SchoolStatus.allCases.filter { $0 != .declined && $0 != .notPursuing }
}

/// The facts about a school, from its logged records, by which the program suggests a new status.
public struct SchoolProgress: Equatable, Sendable {
  public var school: Reference
  public var status: Open<SchoolStatus>
  public var offers: [Open<OfferStatus>] = []
  /// The day of the next official visit, which may be today; nil if none is planned.
  public var officialVisit: CalendarDay?
  public var isInvitedToCamp = false
  public var hasHeard = false
  public var hasMet = false
  public var hasWritten = false

  public init(_ school: Reference, _ status: Open<SchoolStatus>) {
    self.school = school
    self.status = status
  }

  /// The next step (an action suggested to the athlete) that sets the new status; nil if the
  /// current status fits the facts.
  public var nextStep: NextStep? {
    let next = FollowingStatus.status(
      from: status, offers: offers, hasOfficialVisit: officialVisit != nil,
      isInvitedToCamp: isInvitedToCamp, hasHeard: hasHeard || hasMet, hasWritten: hasWritten)
    guard let next else { return nil }
    let because =
      switch next {
      case .committed: "An offer is accepted"
      case .offerReceived: "An offer is logged"
      case .officialVisitScheduled:
        "An official visit is logged\(officialVisit.map { " for \($0.text(.short))" } ?? "")"
      case .campInvite: "A coach wrote or spoke about a camp"
      case .interested: hasHeard ? "A coach made contact" : "A meeting in person is logged"
      default: "A contact with them is logged"
      }
    let word = String(next.rawValue.map { $0 == "_" ? "-" : $0 })
    return NextStep(
      .status, school, title: "Set \(school.title) to \(next.words)?",
      reason: "\(because), and the status is \(status.words).",
      opens: "schools show \(school.handle)",
      command: NextStep.Way("Set to \(next.words)", "schools status \(school.handle) \(word)"))
  }
}
