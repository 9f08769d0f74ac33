import Basics
public import CivilTime

/// The status that follows from what was logged with a school. Its page offers it and never sets it by itself.
public enum FollowingStatus {
  /// Nil where nothing follows, or the school is further already; also for a school that was given up, and for a status of a
  /// newer program.
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
    guard let reached, let now = status.known.flatMap({ order.firstIndex(of: $0) }),
      let next = order.firstIndex(of: reached), next > now
    else { return nil }
    return reached
  }

  /// From first look to the end. `declined` and `not_pursuing` are in none: what is given up is not taken up again by a record.
  private static let order: [SchoolStatus] = [
    .researching, .contacted, .interested, .campInvite, .recruited, .officialVisitInvited,
    .officialVisitScheduled, .offerReceived, .committed,
  ]
}

extension NextSteps {
  /// To set the status that follows from what is logged with a school.
  public static func status(of details: SchoolDetails, now: Instant, zone: Zone) -> NextStep? {
    let school = details.row.school
    let contacts = details.interactions.rows.map(\.interaction).filter { $0.occurredAt <= now }
    let today = zone.day(of: now)
    let visit = details.events.rows.first {
      $0.event.type == .officialVisit && $0.event.startDate >= today
    }
    let next = FollowingStatus.status(
      from: school.effectiveStatus,
      offers: details.offers.rows.map(\.offer.status),
      hasOfficialVisitAhead: visit != nil,
      hasHeard: contacts.contains { $0.direction == .inbound },
      hasWritten: contacts.contains { $0.direction == .outbound })
    guard let next else { return nil }
    let because =
      switch next {
      case .committed: "An offer is accepted"
      case .offerReceived: "An offer is logged"
      case .officialVisitScheduled:
        "An official visit is planned\(visit.map { " for \($0.event.startDate.text(.short))" } ?? "")"
      case .interested: "A coach wrote to you"
      default: "You wrote to them"
      }
    let reference = details.row.reference
    let word = String(next.rawValue.map { $0 == "_" ? "-" : $0 })
    return NextStep(
      .status, reference, title: "Set to \(next.words)?",
      reason: "\(because), and the status is \(school.effectiveStatus.words).",
      opens: "schools show \(reference.handle)",
      command: NextStep.Way(
        "Set to \(next.words)", "schools status \(reference.handle) \(word)"))
  }
}
