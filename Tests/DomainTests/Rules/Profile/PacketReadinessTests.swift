import Basics
import Domain
import JSON
import Testing

@Suite("What a profile lacks for a packet")
struct PacketReadinessTests {
  private func gaps(
    _ player: PlayerProfile?, _ edit: (inout Person) -> Void = { _ in }
  ) -> [PacketReadiness.Gap] {
    let id = Sample.id(1)
    var person = Person(
      id: id, email: Person.placeholderEmail(for: id), role: .player, fullName: "Sam Lee")
    edit(&person)
    return PacketReadiness.missing(
      in: ProfilePageData(
        reference: Reference(kind: .person, id: id, handle: "p1", title: "Sam Lee"),
        person: person, player: player))
  }

  @Test(
    "One score is enough, of either test, of the preferences or of the account",
    arguments: [
      (nil, nil, nil, nil, true), (1200, nil, nil, nil, false), (nil, 27, nil, nil, false),
      (nil, nil, 1200, nil, false), (nil, nil, nil, 27, false), (1200, 27, 1200, 27, false),
    ] as [(Int?, Int?, Int?, Int?, Bool)])
  func testScore(sat: Int?, act: Int?, accountSAT: Int?, accountACT: Int?, isMissing: Bool) {
    var player = PlayerProfile()
    player.satScore = sat
    player.actScore = act
    let gaps = gaps(player) {
      $0.satScore = accountSAT
      $0.actScore = accountACT
    }
    #expect(gaps.contains(.testScore) == isMissing)
  }

  @Test(
    "An address of either is enough, and who leaves it out lacks none",
    arguments: [
      (nil, nil, nil, true), (true, nil, nil, true), (false, nil, nil, false),
      (true, "sam@x.org", nil, false), (nil, "sam@x.org", nil, false), (nil, " ", nil, true),
      (true, nil, "sam@y.org", false), (nil, nil, "sam@y.org", false), (true, " ", " ", true),
      (false, "sam@x.org", "sam@y.org", false),
    ] as [(Bool?, String?, String?, Bool)])
  func email(shares: Bool?, own: String?, account: String?, isMissing: Bool) {
    var object: JSONObject = [:]
    object["allow_share_email"] = shares.map(JSONValue.bool)
    object["email"] = own.map(JSONValue.string)
    let gaps = gaps(PlayerProfile(reading: .object(object))) {
      if let account { $0.email = account }
    }
    #expect(gaps.contains(.email) == isMissing)
  }

  @Test("A profile without preferences lacks all but the name")
  func nothing() {
    #expect(gaps(nil) == PacketReadiness.Gap.allCases.filter { $0 != .name })
    #expect(gaps(nil) { $0.fullName = " " } == PacketReadiness.Gap.allCases)
  }
}
