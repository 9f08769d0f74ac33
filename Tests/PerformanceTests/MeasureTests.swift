import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Performance
import Testing

@Suite("What can be measured")
struct MeasureTests {
  @Test("The page lists the measures of the sport and one's own")
  func page() async throws {
    let page = try await Prompt().show("measures")
    #expect(page.section("Baseball")?.rows.map(\.title).first == "Fastball Velocity")
    #expect(page.section("Your own")?.rows.isEmpty == true)
  }

  @Test("A measure of one's own is added, logged, drawn, and removed")
  func own() async throws {
    let prompt = Prompt()
    let told = try await prompt.enter(#"performance measures add "30 m shuttle" s lower"#)
    #expect(
      told.done.map(\.sentence) == ["Added the measure 30 m shuttle in sec, lower is better."])
    let row = try #require(try await prompt.show("measures").section("Your own")?.rows.first)
    #expect(row.title == "30 m shuttle")
    #expect(row.detail == "in sec, lower is better")
    #expect(row.links.map(\.command) == [#"measures remove "30 m shuttle""#])
    try await prompt.enter("performance log own:lower:sec:30_m_shuttle 4.9 --on yesterday")
    let logged = try await prompt.enter("performance log own:lower:sec:30_m_shuttle 4.6")
    #expect(logged.done.first?.sentence.contains("30 m shuttle 4.60 sec") == true)
    let chart = try await prompt.show("performance chart own:lower:sec:30_m_shuttle")
    #expect(chart.context == "30 m shuttle")
    try await prompt.enter("performance goal own:lower:sec:30_m_shuttle 4.5")
    #expect(
      try await prompt.show("performance").section("Goals")?.rows.map(\.title) == ["30 m shuttle"])
    let removed = try await prompt.enter(#"measures remove "30 M Shuttle""#)
    #expect(
      removed.done.map(\.sentence) == ["Removed the measure 30 m shuttle. What was measured stays."]
    )
    #expect(try await prompt.show("measures").section("Your own")?.rows.isEmpty == true)
  }

  @Test("The measures follow the sport; one without data has only one's own")
  func sports() async throws {
    let swimmer = Prompt {
      $0.setPreference(.player, of: ExampleFamily.sam, to: ["primary_sport": "Swimming"])
    }
    let page = try await swimmer.show("measures")
    #expect(page.section("Swimming")?.rows.map(\.title).first == "50 Freestyle")
    let told = try await swimmer.enter("performance log 200-free 1:52.3")
    #expect(told.done.first?.sentence.contains("200 Freestyle 1:52.30") == true)
    let fencer = Prompt {
      $0.setPreference(.player, of: ExampleFamily.sam, to: ["primary_sport": "fencing"])
    }
    #expect(try await fencer.show("measures").section("fencing")?.rows.isEmpty == true)
  }

  @Test(
    "What is no measure of one's own cannot be removed, and a measure of the program not be added")
  func refused() async throws {
    let prompt = Prompt()
    let removed = try await prompt.enter("measures remove velocity")
    #expect(removed.problems.map(\.title) == ["velocity is no measure of your own."])
    let added = try await prompt.enter(#"measures add "Exit Velocity""#)
    #expect(added.problems.map(\.title) == ["Exit Velocity is a measure already."])
  }

  @Test("A parent reads them and is offered nothing to change")
  func parent() async throws {
    let page = try await Prompt(as: ExampleFamily.dana).show("measures")
    let rows = try #require(page.section("Baseball")?.rows)
    #expect(rows.count == 7 && rows.allSatisfy { $0.opens == nil && $0.links.isEmpty })
    #expect(page.section("Your own")?.links.isEmpty == true)
  }
}
