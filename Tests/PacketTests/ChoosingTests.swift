import CivilTime
import Documents
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Packet
import Testing

/// Tests of `packet choose`, which selects the content of the recruiting packet, the document that
/// presents an athlete to coaches.
@Suite struct ChoosingTests {
  /// Returns the packet feature with a family in memory. The athlete Sam has a complete profile,
  /// two measurements that are chosen for the packet, and a future game.
  static func stage(as person: RecordID = ExampleFamily.sam) -> Stage {
    PreviewTests.full(as: person) { rows in
      rows.setPlayer { player in
        player.primarySport = "baseball"
        player.positions = ["Pitcher", "First base"]
        player.bats = .left
        player.throwing = .right
        player.clubTeam = "Maple Hollow Aces"
        player.actScore = 27
        player.packetChoice.measures = [.velocity, .sixtyTime]
      }
      rows.add(event(80, "Spring Showcase", on: "2026-02-01"))
      rows.measure(.velocity, 85.5, "mph", at: .numbered(80))
      rows.measure(.sixtyTime, 6.9, "sec", at: nil)
      var game = event(70, "Three Rivers", on: "2026-03-22")
      (game.city, game.state) = ("Deer Run", "OH")
      rows.add(game)
    }
  }

  private static func event(
    _ number: UInt64, _ name: String, on day: String
  ) -> RecruitingEvent {
    RecruitingEvent(
      id: .numbered(number), athleteID: ExampleFamily.sam, type: .showcase, name: name,
      startDate: CalendarDay(day) ?? .first)
  }

  private func measures(_ stage: Stage) async throws -> [MetricType]? {
    try await stage.backend.packets.contents(of: ExampleFamily.sam).profile.player?.packetChoice
      .measures
  }

  private func facts(_ stage: Stage) async throws -> [String] {
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
    #expect(try await measures(stage) == [.velocity, .sixtyTime])
    try await #expect(
      stage.say("packet choose --no-measures").done.first?.sentence.hasPrefix(
        "The packet has no measurements") == true)
    #expect(try await measures(stage) == [])
  }

  /// Returns the values in the form of a command when the form opens, by the names of its fields.
  /// For example, the form of `packet choose` contains the stored choice.
  private func begun(_ stage: Stage, _ line: String) async throws -> [String: [String]] {
    let box = FeatureBox(PacketFeature.self, dependencies: stage.dependencies) { _ in }
    let match = try CommandIndex([box]).match(CommandText.words(line))
    return try await box.values(behind: CommandDraft(match.command, words: match.rest))
  }

  @Test("The form begins with the choice, and naming parts replaces it")
  func form() async throws {
    let stage = Self.stage()
    _ = try await stage.say("packet choose --measure velocity --hide tests --show dates")
    let all = ["sport", "hands", "body", "club", "gpa", "courses", "videos", "dates"]
    #expect(try await begun(stage, "packet choose") == ["measure": ["velocity"], "part": all])
    _ = try await stage.say("packet choose --part gpa --part dates")
    #expect(
      try await begun(stage, "packet choose")
        == ["measure": ["velocity"], "part": ["gpa", "dates"]])
    _ = try await stage.say("packet choose --no-parts")
    #expect(try await begun(stage, "packet choose")["part"] == [])
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
    let stage = Self.stage(as: ExampleFamily.dana)
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
      "Contact", "Write to Sam Lee at sam.lee@example.org. Phone number: Available upon request.",
    ] {
      let found = try #require(rest.firstRange(of: words), "\(words)")
      rest = rest[found.upperBound...]
    }
  }
}

extension MadeUpFamily {
  fileprivate mutating func measure(
    _ type: MetricType, _ value: Double, _ unit: String, at event: RecordID?
  ) {
    var metric = PerformanceMetric(
      id: .numbered(UInt64(61 + metrics.count)), athleteID: ExampleFamily.sam,
      familyID: ExampleFamily.samsFamily, recordedDate: CalendarDay("2026-02-01") ?? .first,
      type: type, value: value, unit: unit)
    (metric.eventID, metric.isVerified) = (event, event != nil)
    add(metric)
  }
}
