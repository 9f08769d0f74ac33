import Basics
import CivilTime
import Domain
import Testing

@Suite("Schools and contacts in the family's packet")
struct PacketSchoolsTests {
  private func tiers(_ schools: [School]) throws -> [RecruitingPacket.Tier] {
    try PacketSample.packet(PacketSample.contents { $0.schools = schools }, as: .forFamily).tiers
  }

  @Test(
    "A status puts a school into its tier and gives its badge",
    arguments: [
      ("official_visit_scheduled", "A", "Visit Scheduled"), ("recruited", "A", "Recruited"),
      ("offer_received", "A", "Offer"), ("committed", "A", "Committed"),
      ("official_visit_invited", "B", "Visit Invited"), ("camp_invite", "B", "Camp Invite"),
      ("researching", "C", "Researching"), ("contacted", "C", "Contacted"),
      ("interested", "C", "Interested"), (nil, "C", "Researching"),
      ("wait_listed", "C", "wait_listed"),
    ] as [(String?, String, String)])
  func byStatus(status: String?, tier: String, badge: String) throws {
    let found = try tiers([PacketSample.school(1, "Cedar Valley", status: status)])
    #expect(found.map(\.tier.rawValue) == [tier])
    #expect(found.first?.schools.map(\.badge) == [badge])
  }

  @Test(
    "A tier set by hand wins; one nobody knows leaves it to the status",
    arguments: [
      ("researching", "A", "A"), ("committed", "C", "C"), ("committed", "B", "B"),
      ("committed", "S", "A"), ("camp_invite", "a", "B"),
    ])
  func byHand(status: String, set: String, tier: String) throws {
    let found = try tiers([PacketSample.school(1, "Cedar Valley", status: status, tier: set)])
    #expect(found.map(\.tier.rawValue) == [tier])
  }

  @Test("Schools out of the question are left out, whatever their tier", arguments: [nil, "A"])
  func leftOut(tier: String?) throws {
    #expect(
      try tiers([
        PacketSample.school(1, "Cedar Valley", status: "declined", tier: tier),
        PacketSample.school(2, "Lakeside", status: "not_pursuing", tier: tier),
      ]) == [])
  }

  @Test("Tiers come in order, their schools by name; an empty tier is not there")
  func order() throws {
    let found = try tiers([
      PacketSample.school(1, "lakeside", tier: "C"), PacketSample.school(2, "Cedar", tier: "C"),
      PacketSample.school(3, "Ash", tier: "A"), PacketSample.school(5, "Cedar", tier: "C"),
      PacketSample.school(4, "Birch", tier: "C"),
    ])
    #expect(found.map(\.title) == ["Priority A Schools (1)", "Priority C Schools (4)"])
    #expect(found.last?.schools.map(\.name) == ["Birch", "Cedar", "Cedar", "lakeside"])
    #expect(try tiers([]) == [])
  }

  @Test("A row has what is known of a school")
  func row() throws {
    var school = PacketSample.school(1, "Cedar Valley")
    school.city = "Cedar"
    school.state = "OH"
    school.division = .known(.d3)
    school.conference = " "
    school.fitScore = 71
    let row = try #require(try tiers([school]).first?.schools.first)
    #expect(row.location == "Cedar, OH")
    #expect(row.division == "D3")
    #expect(row.conference == nil)
    #expect(row.fitScore == 71)
  }

  @Test(
    "Every type has its part of the breakdown",
    arguments: [
      ("email", [1, 0, 0, 0, 0]), ("phone_call", [0, 1, 0, 0, 0]), ("camp", [0, 0, 1, 0, 0]),
      ("showcase", [0, 0, 1, 0, 0]), ("in_person_visit", [0, 0, 0, 1, 0]),
      ("virtual_meeting", [0, 0, 0, 1, 0]), ("unofficial_visit", [0, 0, 0, 1, 0]),
      ("official_visit", [0, 0, 0, 1, 0]), ("home_visit", [0, 0, 0, 1, 0]),
      ("text", [0, 0, 0, 0, 1]), ("tweet", [0, 0, 0, 0, 1]), ("dm", [0, 0, 0, 0, 1]),
      ("game", [0, 0, 0, 0, 1]), ("fax", [0, 0, 0, 0, 1]),
    ])
  func breakdown(type: String, counts: [Int]) {
    #expect(PacketBreakdown(counting: [Tally(type, 1)]).parts.map(\.count) == counts)
  }

  @Test("The five parts sum to the total, for any types")
  func sum() throws {
    var random = SeededRandom(state: 7)
    let types = InteractionType.allCases.map(\.rawValue) + ["fax", "campus_visit", ""]
    for _ in 0..<50 {
      let tallies = types.map { Tally($0, Int.random(in: 0...20, using: &random)) }
      let activity = try #require(
        try PacketSample.packet(
          PacketSample.contents { $0.interactionsByType = tallies }, as: .forFamily
        ).activity)
      #expect(activity.interactionCount == tallies.map(\.count).reduce(0, +))
      #expect(activity.breakdown.parts.map(\.count).reduce(0, +) == activity.interactionCount)
    }
  }

  @Test(
    "The most recent contact is a local day, none when there is none",
    arguments: [
      ("2026-02-04T04:30:00Z", "February 3, 2026"), ("2026-02-04T05:30:00Z", "February 4, 2026"),
      (nil, nil),
    ] as [(String?, String?)])
  func lastContact(at: String?, text: String?) throws {
    let moment = try at.map(Sample.instant)
    let packet = try PacketSample.packet(
      PacketSample.contents { $0.lastContact = moment }, as: .forFamily,
      zone: try Zone.named("America/New_York"))
    #expect(packet.activity?.lastContact == text)
  }
}
