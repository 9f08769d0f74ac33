import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Testing

@Suite("Filters")
struct FilterTests {
  @Test(
    "By type, event, dates and verification, alone and together",
    arguments: [
      ("--type sixty-time", ["m8", "m5", "m3"], "Showing 60-Yard Dash"),
      ("--event e1", ["m9", "m8"], "Showing at Winter Showcase"),
      ("--from 2025-12-01", ["m9", "m8", "m7"], "Showing from Dec 1, 2025"),
      ("--to 2025-09-14", ["m3", "m2", "m1"], "Showing to Sep 14, 2025"),
      (
        "--from 2025-11 --to 2025-11", ["m6", "m5"], "Showing from Nov 1, 2025 · to Nov 30, 2025"
      ),
      ("--verified", ["m9", "m8"], "Showing verified only"),
      ("--type velocity --verified", ["m9"], "Showing Fastball Velocity · verified only"),
    ])
  func narrowed(options: String, handles: [String], words: String) async throws {
    for line in ["performance \(options)", "performance filter \(options)"] {
      let page = try await Prompt().show(line)
      #expect(page.handles == handles)
      #expect(page.paragraphs.contains(words))
      #expect(page.links.contains(CommandLink("Show all metrics", "performance")))
    }
  }

  @Test("A filter stays for the next, and `performance` shows everything again")
  func lasting() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("metrics filter --type velocity").handles.count == 5)
    #expect(try await prompt.show("metrics filter --verified").handles == ["m9"])
    await prompt.hear(.refreshed)
    #expect(prompt.page().handles == ["m9"])
    #expect(try await prompt.show("metrics filter --clear").handles.count == 9)
    #expect(try await prompt.show("metrics filter --verified").handles.count == 2)
    #expect(try await prompt.show("performance").handles.count == 9)
  }

  @Test("Filters are dropped on leaving the page")
  func left() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("metrics filter --type velocity").handles.count == 5)
    await prompt.send(try #require(prompt.stage.feature.leaving))
    #expect(try await prompt.show("metrics filter --verified").handles.count == 2)
  }

  @Test("A filter that leaves nothing says so and how to clear it; that is no failure")
  func none() async throws {
    let page = try await Prompt().show("metrics --type era")
    #expect(page.empty?.text == "No metrics match.")
    #expect(page.empty?.links.map(\.command) == ["performance"])
    #expect(page.problem == nil)
    let timeline = try await Prompt().show("metrics timeline --from 2026-02-01")
    #expect(timeline.empty?.text == "No metrics match.")
  }

  @Test(
    "Days the wrong way round are refused, and what was shown stays",
    arguments: [
      "metrics --from 2026-02-01 --to 2026-01-01",
      "metrics filter --from 2026-02-01 --to 2026-01-01",
      "metrics timeline --from 2026-02-01 --to 2026-01-01",
      "metrics chart velocity --from 2026-02-01 --to 2026-01-01",
      "metrics chart velocity --from 2026-02-01 --to 2026-01-01 --out a.svg",
      "metrics export csv --from 2026-02-01 --to 2026-01-01",
    ])
  func wrongWayRound(line: String) async throws {
    let prompt = Prompt()
    try await prompt.enter("performance --verified")
    let before = prompt.state
    let told = try await prompt.enter(line)
    #expect(
      told.problems == [
        Problem(
          .usage, "Feb 1, 2026, the first day, comes after Jan 1, 2026, the last.",
          fix: "Change one of the two days."
        ).about(["to", "from"])
      ])
    #expect(told.count == 1)
    #expect(prompt.state == before)
  }
}
