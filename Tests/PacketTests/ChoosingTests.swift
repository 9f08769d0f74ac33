import CivilTime
import Documents
import Domain
import FeatureKit
import FeatureTesting
import Packet
import Testing

/// `packet choose`: what stands in the packet.
@Suite struct ChoosingTests {
  /// An athlete with a whole profile, two measurements that were chosen, and a game to come.
  static func stage() -> PacketStage {
    let stage = PreviewTests.full()
    stage.change { contents in
      var player = contents.packet.profile.player ?? PlayerProfile()
      player.primarySport = "baseball"
      player.positions = ["Pitcher", "First base"]
      player.bats = .left
      player.throwing = .right
      player.clubTeam = "Maple Hollow Aces"
      player.actScore = 27
      contents.packet.profile.player = player
      contents.packet.measurements = [
        row(1, .velocity, 85.5, verified: true, event: "Spring Showcase"),
        row(2, .sixtyTime, 6.9, verified: false, event: nil),
      ]
      var game = RecruitingEvent(
        id: .numbered(70), athleteID: PacketStage.athlete, type: .showcase, name: "Three Rivers",
        startDate: CalendarDay("2026-03-22") ?? .first)
      (game.city, game.state) = ("Deer Run", "OH")
      contents.packet.dates = [game]
    }
    return stage
  }

  private static func row(
    _ number: UInt64, _ type: MetricType, _ value: Double, verified: Bool, event: String?
  ) -> MetricRow {
    var metric = PerformanceMetric(
      id: .numbered(60 + number), athleteID: PacketStage.athlete,
      recordedDate: CalendarDay("2026-02-01") ?? .first, type: type, value: value)
    metric.unit = type == .velocity ? "mph" : "sec"
    metric.isVerified = verified
    return MetricRow(
      reference: Reference(
        kind: .metric, id: metric.id, handle: "m\(number)", title: "\(type.words)"),
      metric: metric,
      event: event.map { Reference(kind: .event, id: .numbered(80), handle: "e1", title: $0) })
  }

  private func facts(_ stage: PacketStage) async throws -> [String] {
    try await stage.say("packet").page.facts.map { "\($0.label): \($0.value)" }
  }

  @Test(
    "Sport, positions, hands and club come from the profile; measurements with day and how verified"
  )
  func whole() async throws {
    let facts = try await facts(Self.stage())
    for line in [
      "Sport: Baseball", "Positions: Pitcher, First base",
      "Bats and throws: Bats left, throws right", "Club team: Maple Hollow Aces",
      "Fastball Velocity: 85.50 mph, Feb 1, 2026, verified at Spring Showcase",
      "60-Yard Dash: 6.90 sec, Feb 1, 2026, self-reported",
    ] {
      #expect(facts.contains(line), "\(line)")
    }
    #expect(
      !facts.contains { $0.hasPrefix("Key date") }, "where one will be only when it is chosen")
  }

  @Test("Parts are left out and put back, one step each, and the whole choice is said")
  func parts() async throws {
    let stage = Self.stage()
    let told = try await stage.say(
      "packet choose --measure \"Fastball Velocity\" --measure sixty-time --hide tests --hide gpa --show dates"
    )
    #expect(
      told.done.map(\.sentence) == [
        "The packet has Fastball Velocity and 60-Yard Dash, key dates, and not GPA and SAT and ACT."
      ])
    var facts = try await facts(stage)
    #expect(!facts.contains { $0.hasPrefix("GPA") || $0.hasPrefix("SAT") || $0.hasPrefix("ACT") })
    #expect(facts.contains("Key date: Mar 22, 2026: Three Rivers, Deer Run, OH"))
    #expect(facts.contains("Core courses: Algebra II, Chemistry"))
    try await #expect(stage.say("packet choose --show gpa").problems.isEmpty)
    facts = try await self.facts(stage)
    #expect(facts.contains("GPA: 3.85") && !facts.contains { $0.hasPrefix("SAT") })
    #expect(stage.state.packet.profile.player?.packetChoice.measures == [.velocity, .sixtyTime])
    try await #expect(
      stage.say("packet choose --no-measures").done.first?.sentence.hasPrefix(
        "The packet has no measurements") == true)
    #expect(stage.state.packet.profile.player?.packetChoice.measures == [])
  }

  @Test("Nothing to choose, and what is no part, is said with what there is")
  func wrong() async throws {
    let stage = Self.stage()
    #expect(try await stage.say("packet choose").problems.map(\.title) == ["Say what to choose."])
    await #expect(throws: Problem.self) { try await stage.say("packet choose --hide gpo") }
    await #expect(throws: Problem.self) { try await stage.say("packet choose --measure speed") }
  }

  @Test("A parent chooses nothing")
  func parent() async throws {
    let stage = Self.stage()
    stage.change { $0.isParent = true }
    #expect(try await stage.say("packet choose --hide gpa").problems.map(\.cause) == [.refused])
    #expect(try await !stage.say("packet").page.links.contains { $0.label.hasPrefix("Choose") })
  }

  @Test("Page and paper have the parts in their order, and contact is a sentence")
  func paper() async throws {
    let html = try await Self.stage().say("packet html").artifacts[0].collectedText()
    var rest = html[...]
    for words in [
      "Baseball · Pitcher", "Athletic", "Positions", "Bats left, throws right", "Measurements",
      "85.50 mph", "Verified at Spring Showcase", "Self-reported", "Academic", "Video Links",
      "Contact", "Write to Sam Lee at sam@example.org. Phone number: Available upon request.",
    ] {
      let found = try #require(rest.firstRange(of: words), "\(words)")
      rest = rest[found.upperBound...]
    }
  }
}
