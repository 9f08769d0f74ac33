import Domain

/// How far the recruiting of the demo's athlete by one school has come.
///
/// From this value the school's statuses, contacts and coaches are generated.
enum SchoolEnding: CaseIterable, Sendable {
  case researching, contacted, interested, lapsedOffer, campInvite, recruited
  case visitInvited, visitScheduled, offered, committed, declined, dropped

  /// The statuses that the school gets one after the other, beginning after `researching`, the
  /// status of every new school.
  ///
  /// The last one is its current status.
  var path: [SchoolStatus] {
    switch self {
    case .researching: []
    case .contacted: [.contacted]
    case .interested: [.contacted, .interested]
    // The offer expired, but the school and the athlete still write to each other, so the school's
    // status is `interested` again.
    case .lapsedOffer: [.contacted, .offerReceived, .interested]
    case .campInvite: [.contacted, .interested, .campInvite]
    case .recruited: [.contacted, .interested, .recruited]
    case .visitInvited: [.contacted, .interested, .recruited, .officialVisitInvited]
    case .visitScheduled:
      [.contacted, .interested, .recruited, .officialVisitInvited, .officialVisitScheduled]
    case .offered: [.contacted, .interested, .recruited, .offerReceived]
    case .committed: [.contacted, .interested, .recruited, .offerReceived, .committed]
    case .declined: [.contacted, .interested, .offerReceived, .declined]
    case .dropped: [.contacted, .notPursuing]
    }
  }

  var tier: PriorityTier? {
    switch self {
    case .recruited, .visitInvited, .visitScheduled, .offered: .a
    case .interested, .lapsedOffer, .campInvite, .committed: .b
    case .contacted: .c
    case .researching, .declined, .dropped: nil
    }
  }

  /// How many messages, calls and meetings there are between the athlete and the school, without
  /// talks at events. A random number of this range is used.
  var contacts: ClosedRange<Int> {
    switch self {
    case .researching: 0...1
    case .contacted: 2...4
    case .interested, .lapsedOffer: 5...7
    case .campInvite: 5...8
    case .recruited, .visitInvited: 9...11
    case .visitScheduled: 9...12
    case .offered: 11...13
    case .committed: 8...10
    case .declined: 4...6
    case .dropped: 2...2
    }
  }

  /// How many days before today the first message was written. A random number of this range is
  /// used.
  var firstContact: ClosedRange<Int> {
    switch self {
    case .researching: 40...200
    case .contacted: 90...240
    case .interested, .lapsedOffer, .visitScheduled, .committed: 200...320
    case .recruited, .visitInvited, .offered: 220...320
    case .campInvite: 275...330
    case .declined, .dropped: 240...330
    }
  }

  /// How many days before today the last message was written. A random number of this range is
  /// used. For `visitInvited` it is more than a month, so that the demo has an invitation without
  /// an answer.
  var lastContact: ClosedRange<Int> {
    switch self {
    case .researching: 30...39
    case .contacted: 15...80
    case .interested: 9...28
    case .lapsedOffer, .campInvite: 5...25
    case .recruited, .offered, .visitScheduled: 1...9
    case .visitInvited: 31...36
    case .committed: 6...20
    case .declined: 60...120
    case .dropped: 90...200
    }
  }

  /// How many days before today the status last changed, if it changed more than once. A random
  /// number of this range is used.
  var lastChange: ClosedRange<Int> {
    switch self {
    case .declined, .dropped: 55...88
    case .interested, .campInvite: 30...120
    default: 10...28
    }
  }

  var coaches: Int {
    switch self {
    case .researching, .contacted, .dropped, .declined, .committed: 1
    case .interested, .lapsedOffer, .campInvite, .recruited, .visitInvited, .visitScheduled,
      .offered:
      2
    }
  }
}
