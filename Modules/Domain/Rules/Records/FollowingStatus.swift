public import Basics
public import CivilTime

/// Computes the status of a school that follows from what was logged about it. The school's page
/// suggests this status and never sets it by itself.
public enum FollowingStatus {
  /// Returns the status that follows, or nil if none follows or if the school's status is already
  /// further. It is also nil for a school that was given up, and for a status of a newer program
  /// version.
  public static func status(
    from status: Open<SchoolStatus>, offers: [Open<OfferStatus>], hasOfficialVisitAhead: Bool,
    hasHeard: Bool, hasWritten: Bool
  ) -> SchoolStatus? {
    let reached: SchoolStatus? =
      if offers.contains(.known(.accepted)) {
        .committed
      } else if offers.contains(.known(.pending)) {
        .offerReceived
      } else if hasOfficialVisitAhead {
        .officialVisitScheduled
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

  /// The statuses in their order. `declined` and `not_pursuing` are left out, because a logged
  /// record must not reopen a school that was given up.
  private static let way = SchoolStatus.steps.filter { $0 != .declined && $0 != .notPursuing }
}

extension SchoolStatus {
  /// All statuses, from the first to the commitment, followed by those of schools that were given
  /// up. Boards and choices show them in this order.
  public static let steps: [SchoolStatus] = [
    .researching, .contacted, .interested, .campInvite, .recruited, .officialVisitInvited,
    .officialVisitScheduled, .offerReceived, .committed, .declined, .notPursuing,
  ]
}

/// The logged facts about a school from which its status can follow.
public struct SchoolProgress: Equatable, Sendable {
  public var school: Reference
  public var status: Open<SchoolStatus>
  public var offers: [Open<OfferStatus>] = []
  /// The day of the next official visit, which may be today; nil without one.
  public var officialVisit: CalendarDay?
  public var hasHeard = false
  public var hasWritten = false

  public init(_ school: Reference, _ status: Open<SchoolStatus>) {
    self.school = school
    self.status = status
  }

  /// The step that asks the athlete to set the status that follows from the logged facts; nil if
  /// none follows.
  public var nextStep: NextStep? {
    let next = FollowingStatus.status(
      from: status, offers: offers, hasOfficialVisitAhead: officialVisit != nil,
      hasHeard: hasHeard, hasWritten: hasWritten)
    guard let next else { return nil }
    let because =
      switch next {
      case .committed: "An offer is accepted"
      case .offerReceived: "An offer is logged"
      case .officialVisitScheduled:
        "An official visit is planned\(officialVisit.map { " for \($0.text(.short))" } ?? "")"
      case .interested: "A coach wrote to you"
      default: "You wrote to them"
      }
    let word = String(next.rawValue.map { $0 == "_" ? "-" : $0 })
    return NextStep(
      .status, school, title: "Set to \(next.words)?",
      reason: "\(because), and the status is \(status.words).",
      opens: "schools show \(school.handle)",
      command: NextStep.Way("Set to \(next.words)", "schools status \(school.handle) \(word)"))
  }
}
