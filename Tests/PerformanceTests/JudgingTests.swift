import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Synchronization
import Testing

@Suite("Numbers that are probably slips")
struct JudgingTests {
  private let context = ParseContext(now: ExampleFamily.now, zone: .utc)

  /// Returns what the program says about a command before it writes, such as a question about an
  /// unlikely value.
  private func told(_ line: String, on stage: Stage) async throws -> [HostOutcome] {
    let told = Mutex<[HostOutcome]>([])
    let box = FeatureBox(PerformanceFeature.self, dependencies: stage.dependencies) { outcome in
      told.withLock { $0.append(outcome) }
    }
    let match = try CommandIndex([box]).match(CommandText.words(line))
    let draft = try CommandDraft(match.command, words: match.rest)
    try await box.perform(draft, in: context).settled()
    return told.withLock { $0 }
  }

  private func question(_ outcomes: [HostOutcome]) -> HostQuestion? {
    outcomes.lazy.compactMap { if case .question(let question) = $0 { question } else { nil } }
      .first
  }

  @Test("The form of a change begins with what is there, as its options take it")
  func prefilled() async throws {
    let stage = Stage()
    let box = FeatureBox(PerformanceFeature.self, dependencies: stage.dependencies) { _ in }
    let match = try CommandIndex([box]).match(CommandText.words("metrics edit m9"))
    var draft = try CommandDraft(match.command, words: match.rest)
    let row = try await stage.row("m9")
    for pending in draft.unresolved { draft.resolve(pending, as: row.reference) }
    let values = try await box.values(behind: draft)
    #expect(values["type"] == ["velocity"] && values["value"] == ["85.5"])
    #expect(values["on"] == ["2026-01-17"] && values["unit"] == ["mph"])
    #expect(values["notes"] == ["Laser timed"] && values["verified"] == ["yes"])
    #expect(values["event"] == ["e1"])
  }

  @Test("An unlikely one is asked about, and only the yes writes it")
  func unlikely() async throws {
    let stage = Stage()
    let asked = try #require(question(try await told("metrics log era 25", on: stage)))
    #expect(
      asked.words
        == "25 is unusually high for ERA: most are from 0 to 20. Go on all the same?")
    #expect(asked.details == ["Did you mean `2.5`?"])
    #expect(stage.backend.hook.count(of: "metrics.add") == 0)
    await asked.yes().settled()
    #expect(stage.backend.hook.count(of: "metrics.add") == 1)
  }

  @Test(
    "An impossible one is refused with what was probably meant",
    arguments: [
      ("metrics log batting-avg 345", "345 cannot be right for Batting Average.", ".345"),
      ("metrics log velocity 855", "855 cannot be right for Fastball Velocity.", "85.5"),
      ("metrics log sixty -7", "-7 cannot be right for 60-Yard Dash.", "7"),
      ("metrics log velocity 855mph", "855 mph cannot be right for Fastball Velocity.", "85.5"),
      ("metrics goal velocity 855 by june", "855 cannot be right for Fastball Velocity.", "85.5"),
    ])
  func impossible(line: String, title: String, meant: String) async throws {
    let stage = Stage()
    await #expect {
      _ = try await told(line, on: stage)
    } throws: { error in
      let problem = error as? Problem
      return problem?.title == title && problem?.details == ["Did you mean `\(meant)`?"]
        && problem?.cause == .usage
    }
    #expect(stage.backend.hook.count(of: "metrics.add") == 0)
  }

  @Test(
    "Units are taken into account, and have to be units of such a thing",
    arguments: [
      ("metrics log velocity 142kph", nil), ("metrics log velocity 142 --unit km/h", nil),
      ("metrics log velocity 88mhp", "`mhp` is no unit of Fastball Velocity."),
      ("metrics log velocity 88 sec", "`sec` is no unit of Fastball Velocity."),
      (
        "metrics log velocity 88mph --unit kph", "The value says mph, and --unit says kph."
      ),
      ("metrics log other 38inches", nil), ("metrics log other 3 --unit bananas", nil),
      ("metrics log velocity 88 --unit bananas", "`bananas` is no unit of Fastball Velocity."),
      ("performance goal velocity 88 bananas", "`bananas` is no unit of Fastball Velocity."),
    ] as [(String, String?)])
  func units(line: String, refusal: String?) async throws {
    var found: String?
    do { _ = try await told(line, on: Stage()) } catch let error as Problem { found = error.title }
    #expect(found == refusal)
  }

  @Test("A change is judged beside what the measurement is")
  func edit() async throws {
    let prompt = Prompt()
    let question = try #require(
      try await prompt.enter("metrics edit m9 --value 120").questions.first)
    #expect(
      question.words
        == "120 mph is unusually high for Fastball Velocity: most are from 40 to 105. Change m9 all the same?"
    )
    #expect(try await prompt.stage.row("m9").metric.value == 85.5)
    await prompt.send(question.yes)
    #expect(try await prompt.stage.row("m9").metric.value == 120)
    #expect(
      try await prompt.enter("metrics edit m9 --value 855").problems.map(\.details) == [
        ["Did you mean `85.5`?"]
      ])
    #expect(
      try await prompt.enter("metrics edit m9 --notes \"wind behind\"").questions.isEmpty,
      "what it was is not asked about again")
    #expect(
      try await prompt.enter("metrics edit m9 --type sixty-time").problems.map(\.title) == [
        "120 sec cannot be right for 60-Yard Dash."
      ], "the value does not fit the new type")
  }
}
