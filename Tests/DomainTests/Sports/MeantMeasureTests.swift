import Basics
import Domain
import Testing

@Suite("Measures that an athlete means")
struct MeantMeasureTests {
  private static let soccer = OfferedMeasures(
    sport: Sport(written: "Soccer"),
    own: MetricType(rawValue: "own:lower:sec:yard_relay").map { [$0] } ?? [])

  @Test(
    "Words mean a measure of the athlete's own sport, and of another one only as its whole name",
    arguments: [
      ("Baseball", "60 yard", "sixty_time"), ("Baseball", "exit", "exit_velo"),
      ("Baseball", "k", "strikeouts"), ("Soccer", "10 yard", "ten_yard_sprint"),
      ("Soccer", "vert", "vertical_jump"), ("Soccer", "60-Yard Dash", "sixty_time"),
      ("Soccer", "sixty-time", "sixty_time"), ("Swimming", "200 free", "free_200"),
      ("Swimming", "400 im", "medley_400"), ("Swimming", "200 back", "back_200"),
      ("XC", "mile", "mile_run"), ("XC", "hammer", "hammer"), ("XC", "400m", "run_400"),
    ])
  func meant(sport: String, text: String, key: String) throws {
    let offered = OfferedMeasures(sport: Sport(written: sport))
    #expect(try offered.meant(by: text).rawValue == key)
  }

  @Test(
    "A measure of a former sport is meant by fewer words too, if it was measured",
    arguments: [
      ("exit", "exit_velo"), ("ev", "exit_velo"), ("60 yard", "sixty_time"),
      ("yard", nil), ("fastball", nil), ("10 yard", "ten_yard_sprint"),
    ])
  func former(text: String, key: String?) {
    var offered = Self.soccer
    offered.measured = ["exit_velo", "sixty_time"].compactMap { MetricType(rawValue: $0) }
    #expect((try? offered.meant(by: text))?.rawValue == key)
  }

  @Test("A measure of the family's own is meant like one of the sport")
  func own() throws {
    #expect(try Self.soccer.meant(by: "relay").words == "yard relay")
  }

  @Test("Words that only fit a measure of another sport say what the sport has")
  func others() {
    let swimming = OfferedMeasures(sport: Sport(written: "Swimming"))
    #expect(
      throws: Problem(
        .usage, "`yard` is no measure of swimming.",
        details: [
          "There are: 50 Freestyle, 100 Freestyle, 200 Freestyle, 500 Freestyle, 1000 Freestyle, 1650 Freestyle, 50 Backstroke, 100 Backstroke, 200 Backstroke, 50 Breaststroke, 100 Breaststroke, 200 Breaststroke, 50 Butterfly, 100 Butterfly, 200 Butterfly, 200 Individual Medley, 400 Individual Medley."
        ], fix: "To add one of your own:  measures add")
    ) {
      try swimming.meant(by: "yard")
    }
    #expect(throws: Problem.self) { try swimming.meant(by: "fastball") }
    #expect(throws: Problem.self) { try OfferedMeasures().meant(by: "") }
  }

  @Test("Words that fit several name them, and a misspelt one its nearest")
  func several() {
    #expect(
      throws: Problem(
        .usage, "`yard` fits 3 types of measurement.",
        fix: "Use one of: ten-yard-sprint, forty-time, yard relay")
    ) {
      try Self.soccer.meant(by: "yard")
    }
    #expect {
      try Self.soccer.meant(by: "vertcal-jump")
    } throws: { error in
      (error as? Problem)?.details.first == "Did you mean `vertical-jump`?"
    }
  }
}
