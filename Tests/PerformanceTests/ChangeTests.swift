import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Testing

@Suite("Logging, changing, deleting")
struct ChangeTests {
  @Test("User can log new metric and see it in list immediately")
  func log() async throws {
    let prompt = Prompt()
    try await prompt.enter("performance")
    let told = try await prompt.enter(
      "metrics log velocity 86.25 --on fri --unit mph --notes \"Bullpen\" --event e1 --verified")
    #expect(
      told.done.map(\.sentence) == [
        "Logged m10 Fastball Velocity 86.25 mph on Feb 6, 2026, verified."
      ])
    #expect(told.done.map(\.details) == [["undo takes it back"]])
    #expect(told.done.first?.references.map(\.handle) == ["m10"])
    let page = prompt.page()
    #expect(page.handles.first == "m10")
    #expect(page.cards.first?.value == "86.25 mph")
    #expect(page.charts.first?.values.last == 86.25)
    #expect(page.rows.first { $0.handle == "m10" }?.detail == "Winter Showcase · Bullpen")
  }

  @Test(
    "Left out, the day is today and the unit is the usual one; none is none",
    arguments: [
      ("metrics log velocity 85", "85.00 mph"), ("metrics log era 2.5", "ERA 2.50"),
      ("metrics log batting-avg .345", "Average .345"),
      ("metrics log strikeouts 7", "Strikeouts 7"),
      ("metrics log pop_time 2.01", "2.01 sec"), ("metrics log OTHER 3 --unit none", "3.00"),
      ("metrics log velocity 88mph", "Fastball Velocity 88.00 mph"),
      ("metrics log 'Exit Velo' 142 km/h", "Exit Velocity 142.00 kph"),
      ("metrics log sixty 7.1 s", "60-Yard Dash 7.10 sec"),
      ("metrics log fastball 85", "Fastball Velocity 85.00 mph"),
      ("metrics log '60-Yard Dash' 7", "60-Yard Dash 7.00 sec"),
      ("metrics log sixty 7", "60-Yard Dash 7.00 sec"),
      ("metrics log other 3 --unit \" \"", "3.00"), ("metrics log other -3 --unit kg", "-3.00 kg"),
    ])
  func defaults(line: String, text: String) async throws {
    let prompt = Prompt()
    let done = try await prompt.enter(line).done
    #expect(done.first?.sentence.hasSuffix("\(text) on Feb 10, 2026.") == true)
  }

  @Test("The form to log suggests the measure of the newest measurement, and never Other Metric")
  func suggested() async throws {
    let prompt = Prompt()
    let dependencies = prompt.stage.dependencies
    let box = FeatureBox(PerformanceFeature.self, dependencies: dependencies) { _ in }
    let match = try CommandIndex([box]).match(CommandText.words("performance log"))
    let draft = try CommandDraft(match.command, words: match.rest, leavesOpen: true)
    try await prompt.enter("metrics log era 2.5")
    #expect(try await box.suggestions(for: draft) == ["metric": ["era"]])
    try await prompt.enter("metrics log sixty 7.1")
    #expect(try await box.suggestions(for: draft) == ["metric": ["sixty-time"]])
    try await prompt.enter("metrics log other 3")
    #expect(try await box.suggestions(for: draft) == ["metric": ["sixty-time"]])
  }

  @Test("A value keeps the precision it was typed with")
  func precision() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics log other 0.123456789")
    #expect(try await prompt.stage.row("m10").metric.value == 0.123456789)
  }

  @Test("The same measurement twice is two measurements")
  func duplicates() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics log era 2.5")
    try await prompt.enter("metrics log era 2.5")
    #expect(try await prompt.show("metrics --type era").handles == ["m11", "m10"])
  }

  @Test("User can edit metric and changes persist")
  func edit() async throws {
    let prompt = Prompt()
    try await prompt.enter("performance")
    let told = try await prompt.enter("metrics edit m9 --value 86 --notes none --verified no")
    #expect(
      told.done.map(\.sentence) == ["Changed m9 Fastball Velocity 86.00 mph on Jan 17, 2026."])
    #expect(prompt.page().cards.first?.value == "86.00 mph")
    let metric = try await prompt.stage.row("m9").metric
    #expect(metric.value == 86)
    #expect(metric.notes == nil)
    #expect(!metric.isVerified)
    #expect(metric.eventID == ExampleFamily.showcase.id, "what is not named stays")
    #expect(metric.unit == "mph")
  }

  @Test("Every part of a measurement can be changed, and what may be empty emptied")
  func editAll() async throws {
    let prompt = Prompt()
    try await prompt.enter(
      "metrics edit m9 --type exit-velo --on 2026-01-18 --unit none --no-event --notes \"Off a tee\""
    )
    let metric = try await prompt.stage.row("m9").metric
    #expect(metric.type == .exitVelo)
    #expect(metric.recordedDate.description == "2026-01-18")
    #expect(metric.unit == nil && metric.eventID == nil)
    #expect(metric.notes == "Off a tee")
    try await prompt.enter("metrics edit m9 --event e1 --unit kph --verified yes")
    let again = try await prompt.stage.row("m9").metric
    #expect(again.eventID == ExampleFamily.showcase.id)
    #expect(again.unit == "kph" && again.isVerified)
  }

  @Test("An edit that changes nothing is refused with an example, and nothing is asked of anybody")
  func emptyEdit() async throws {
    let prompt = Prompt()
    #expect(
      try await prompt.enter("metrics edit m9") == [
        .problem(
          Problem(
            .usage, "Nothing to change was given for m9.",
            fix: "Example: performance edit m9 --value 86"))
      ])
    #expect(!prompt.stage.backend.hook.calls.contains("metrics.edit"))
  }

  @Test("User can delete metric with confirmation")
  func delete() async throws {
    let prompt = Prompt()
    try await prompt.enter("performance")
    let question = try #require(try await prompt.enter("metrics delete m9").questions.first)
    #expect(question.words == "Delete m9 Fastball Velocity 85.50 mph of Jan 17, 2026?")
    #expect(
      question.details == [
        "Charts and trends are worked out again without it."
      ])
    #expect(question.agree == .takingAway("Delete"))
    #expect(prompt.page().handles.count == 9, "nothing happens before the answer")
    let told = await prompt.send(question.yes)
    #expect(
      told.done.map(\.sentence) == ["Deleted m9 Fastball Velocity 85.50 mph of Jan 17, 2026."])
    let page = prompt.page()
    #expect(page.handles.count == 8)
    #expect(page.charts.first?.values == [81, 82, 82.5, 84], "the chart is worked out again")
    #expect(page.cards.first?.value == "84.00 mph")
  }

  @Test("After deleting the one on the screen the list is shown")
  func deleteShown() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("metrics show m9").title == "Fastball Velocity")
    let question = try #require(try await prompt.enter("metrics delete m9").questions.first)
    await prompt.send(question.yes)
    #expect(prompt.page().title == "Performance Metrics")
  }

  @Test("Verified is marked and unmarked")
  func verify() async throws {
    let prompt = Prompt()
    #expect(
      try await prompt.enter("metrics verify m1").done.map(\.sentence) == [
        "m1 Fastball Velocity 81.00 mph is marked as verified."
      ])
    #expect(try await prompt.stage.row("m1").metric.isVerified)
    #expect(
      try await prompt.enter("metrics verify m1 --off").done.map(\.sentence) == [
        "m1 Fastball Velocity 81.00 mph is no longer marked as verified."
      ])
    #expect(try await !prompt.stage.row("m1").metric.isVerified)
  }

  @Test("One measurement is shown with everything known of it and what can be done with it")
  func show() async throws {
    let page = try await Prompt().show("metrics show m9")
    #expect(page.title == "Fastball Velocity")
    #expect(page.context == "m9")
    #expect(
      page.facts.map { "\($0.label): \($0.value)" } == [
        "Value: 85.50 mph", "Recorded: Jan 17, 2026", "Verified: Yes",
        "Event: e1 Winter Showcase", "Notes: Laser timed",
      ])
    #expect(
      page.links.map(\.command) == [
        "performance edit m9", "performance verify m9 --off", "performance delete m9",
        "performance chart velocity", "performance",
      ])
  }

  @Test("Nothing is fetched for a page nobody opened")
  func quiet() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics log era 2")
    #expect(prompt.state == .init())
    #expect(!prompt.stage.backend.hook.calls.contains("metrics.list"))
  }

  @Test(
    "Each write is one step that undo takes back",
    arguments: [
      "metrics log era 2", "metrics edit m1 --value 83", "metrics verify m1",
      "metrics goal velocity 88 by june",
    ])
  func undo(line: String) async throws {
    let prompt = Prompt()
    let before = try await prompt.show("performance")
    try await prompt.enter(line)
    #expect(prompt.page() != before)
    _ = try await prompt.stage.backend.undo.undo()
    await prompt.hear(.dataChanged)
    #expect(prompt.page() == before)
  }
}
