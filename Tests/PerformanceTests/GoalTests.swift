import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Performance

@Suite("Goals")
struct GoalTests {
  @Test("A goal says what it is and what is left, on the page and in the chart")
  func set() async throws {
    let prompt = Prompt()
    let told = try await prompt.enter("metrics goal velocity 87.8mph by june")
    #expect(
      told.done.map(\.sentence) == [
        "Goal for Fastball Velocity: 87.8 mph by Jun 30, 2026, 2.3 mph to go."
      ])
    let page = try await prompt.show("performance")
    let row = try #require(page.section("Goals")?.rows.first)
    #expect(row.title == "Fastball Velocity")
    #expect(row.badges == [Badge("2.3 mph to go")])
    #expect(row.detail == "87.8 mph by Jun 30, 2026")
    #expect(row.links.map(\.command) == ["performance goal velocity none"])
    #expect(
      row.spoken == "Goal for Fastball Velocity, 87.8 mph by Jun 30, 2026, 2.3 mph to go")
    let chart = try #require(page.charts.first)
    guard case .line(let lines, _) = chart.form else { throw Missing.line }
    #expect(lines.map(\.name) == ["Fastball Velocity", "Goal 87.8 mph by Jun 30, 2026"])
    #expect(lines[1].points.map(\.value) == [87.8, 87.8])
    #expect(lines[1].points.first?.day == lines[0].points.first?.day)
    #expect(lines[1].points.last?.day == CalendarDay("2026-06-30"), "the axis reaches its day")
    #expect(lines[0].tone != lines[1].tone)
    #expect(chart.sentence.hasSuffix("Goal 87.8 mph by Jun 30, 2026: 2.3 mph to go."))
    #expect(!chart.links.contains { $0.command.hasPrefix("performance goal") })
  }

  private enum Missing: Error { case line }

  @Test("A goal without a day, or whose day is over, ends with the last measurement")
  func noDayAhead() async throws {
    for by in [nil, CalendarDay("2025-12-31")] {
      let prompt = Prompt()
      let goal = MetricGoal(.velocity, 88, unit: "mph", by: by)
      _ = try await prompt.stage.backend.metricGoals.set(goal, of: ExampleFamily.sam)
      let chart = try #require(try await prompt.show("performance").charts.first)
      guard case .line(let lines, _) = chart.form else { throw Missing.line }
      #expect(lines[1].points.last?.day == lines[0].points.last?.day)
    }
  }

  @Test("The goal is in the picture and in the report")
  func files() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics goal velocity 88")
    #expect(
      try await prompt.file("performance chart velocity --out v.svg").text.contains("Goal 88 mph"))
    #expect(try await prompt.file("performance export pdf").text.contains("Goal 88 mph"))
    #expect(
      try await !prompt.file("performance export csv").text.contains("Goal"),
      "a table for spreadsheets is measurements and nothing else")
  }

  @Test("Reaching it is said with the measurement that reached it, and stays said")
  func reached() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics goal sixty 6.8")
    let short = try await prompt.enter("metrics log sixty 6.85")
    #expect(short.done.first?.details.first == "Goal 6.8 sec: 0.05 sec to go.")
    let told = try await prompt.enter("metrics log sixty 6.75")
    #expect(
      told.done.first?.details == [
        "Goal 6.8 sec: reached with 6.75 sec on Feb 10, 2026.", "undo takes it back",
      ])
    try await prompt.enter("metrics log sixty 7.2")
    let row = try #require(try await prompt.show("performance").section("Goals")?.rows.first)
    #expect(row.badges == [Badge("reached with 6.75 sec on Feb 10, 2026", tone: .positive)])
  }

  @Test("Of a season's rate the newest counts, however good it was before")
  func rate() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics goal era 3")
    try await prompt.enter("metrics log era 2.5 --on yesterday")
    let told = try await prompt.enter("metrics log era 3.41")
    #expect(told.done.first?.details.first == "Goal 3 ERA: 0.41 ERA to go.")
  }

  @Test("A goal is replaced, taken back and brought back by undo")
  func remove() async throws {
    let prompt = Prompt()
    try await prompt.enter("metrics goal velocity 88")
    try await prompt.enter("metrics goal fastball 90 by 2026-12")
    #expect(
      try await prompt.show("performance").section("Goals")?.rows.map(\.detail) == [
        "90 mph by Dec 31, 2026"
      ])
    let told = try await prompt.enter("metrics goal velocity none")
    #expect(
      told.done.map(\.sentence) == [
        "Removed the goal for Fastball Velocity, 90 mph by Dec 31, 2026."
      ])
    #expect(try await prompt.show("performance").section("Goals") == nil)
    #expect(
      try await prompt.enter("metrics goal velocity none").problems.map(\.title) == [
        "There is no goal for Fastball Velocity."
      ])
    _ = try await prompt.stage.backend.undo.undo()
    #expect(try await prompt.show("performance").section("Goals")?.rows.count == 1)
  }

  @Test("The day of a goal is a field of its own, stays with a new number, and can be taken away")
  func day() async throws {
    let prompt = Prompt()
    for (line, detail) in [
      ("metrics goal velocity 88 --by june", "88 mph by Jun 30, 2026"),
      ("metrics goal velocity 89", "89 mph by Jun 30, 2026"),
      ("metrics goal velocity 89 by may --by july", "89 mph by Jul 31, 2026"),
      ("metrics goal velocity 89 --by none", "89 mph"),
      ("metrics goal velocity none --by june", nil),
    ] as [(String, String?)] {
      try await prompt.enter(line)
      let goals = try await prompt.show("performance").section("Goals")
      #expect(goals?.rows.first?.detail == detail, "\(line)")
    }
  }

  @Test("The form of a goal begins with its number and its day, unless that is over")
  func form() throws {
    let today = try #require(CalendarDay("2026-02-10"))
    let days: [(CalendarDay?, [String])] = [
      (today, ["2026-02-10"]), (today.adding(days: -1), []), (nil, []),
    ]
    for (day, by) in days {
      let goal = MetricGoal(.velocity, 88, unit: "mph", by: day)
      #expect(goal.typed(on: today) == ["goal": ["88"], "by": by])
    }
  }

  @Test("The day of a goal is a day with a calendar, which emptying the field takes away")
  func dayOfForm() throws {
    let goal = Stage().feature.commands.first { $0.description.verb == "goal" }
    let by = try #require(goal?.description.parameters.first { $0.name == "by" })
    #expect(by.isDay && by.completion == .words(["none"]) && by.emptying == .word("none"))
  }

  @Test("A parent sees the goal and cannot change it")
  func parent() async throws {
    let sam = Prompt()
    try await sam.enter("metrics goal velocity 88")
    let goals = try await sam.stage.backend.metricGoals.goals(of: ExampleFamily.sam)
    let dana = Prompt(as: ExampleFamily.dana)
    let refusal = await dana.send(
      .goalRequested(.velocity, .set(MeasuredValue(90), by: nil))
    ).problems
    #expect(refusal.map(\.cause) == [.refused])
    #expect(goals == [MetricGoal(.velocity, 88, unit: "mph")])
  }

  @Test("Goals that cannot be read leave the rest of the page as it is")
  func failing() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail("metricGoals.goals", .timedOut)
    let page = try await prompt.show("performance")
    #expect(page.section("Goals")?.messages.map(\.text) == ["Connection timed out"])
    #expect(page.charts.count == 1)
    #expect(page.problem == nil)
    let told = try await prompt.enter("metrics log velocity 84")
    #expect(told.done.count == 1, "what was written is said to be written")
  }
}
