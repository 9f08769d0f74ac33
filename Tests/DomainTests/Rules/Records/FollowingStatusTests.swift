import Domain
import Testing

@Suite("The status that follows from what was logged")
struct FollowingStatusTests {
  struct Row: Sendable {
    var from: SchoolStatus
    var offers: [OfferStatus] = []
    var visit = false
    var camp = false
    var heard = false
    var written = false
    var next: SchoolStatus?
  }

  @Test(
    "It is offered where it is further than the one there is",
    arguments: [
      Row(from: .researching, next: nil),
      Row(from: .researching, written: true, next: .contacted),
      Row(from: .researching, heard: true, written: true, next: .interested),
      Row(from: .contacted, written: true, next: nil),
      Row(from: .contacted, heard: true, next: .interested),
      Row(from: .interested, heard: true, next: nil),
      Row(from: .researching, camp: true, heard: true, next: .campInvite),
      Row(from: .interested, camp: true, heard: true, next: .campInvite),
      Row(from: .recruited, camp: true, heard: true, next: nil),
      Row(from: .researching, visit: true, camp: true, next: .officialVisitScheduled),
      Row(from: .campInvite, heard: true, next: nil),
      Row(from: .interested, visit: true, heard: true, next: .officialVisitScheduled),
      Row(from: .officialVisitScheduled, visit: true, next: nil),
      Row(from: .contacted, offers: [.pending], visit: true, heard: true, next: .offerReceived),
      Row(from: .officialVisitScheduled, offers: [.declined, .pending], next: .offerReceived),
      Row(from: .offerReceived, offers: [.pending], next: nil),
      Row(from: .offerReceived, offers: [.pending, .accepted], next: .committed),
      Row(from: .committed, offers: [.accepted], heard: true, next: nil),
      Row(from: .contacted, offers: [.declined, .expired], next: nil),
      Row(from: .declined, offers: [.pending], heard: true, next: nil),
      Row(from: .notPursuing, heard: true, next: nil),
    ])
  func following(row: Row) {
    #expect(
      FollowingStatus.status(
        from: .known(row.from), offers: row.offers.map { .known($0) },
        hasOfficialVisit: row.visit, isInvitedToCamp: row.camp, hasHeard: row.heard,
        hasWritten: row.written) == row.next)
  }

  @Test("Choices go from the first status to the commitment, and from very positive to negative")
  func order() {
    #expect(
      SchoolStatus.allCases.suffix(4) == [.offerReceived, .committed, .declined, .notPursuing])
    #expect(Sentiment.allCases == [.veryPositive, .positive, .neutral, .negative])
  }

  @Test("A status that this program does not know is left alone")
  func unknown() {
    #expect(
      FollowingStatus.status(
        from: .unknown("enrolled"), offers: [.known(.accepted)], hasOfficialVisit: false,
        isInvitedToCamp: false, hasHeard: true, hasWritten: true) == nil)
  }
}
