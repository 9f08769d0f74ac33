import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Reports
import Testing

@Suite("Two ranges side by side")
struct CompareTests {
  @Test("What changed is shown with its direction, from the range named first to the second")
  func changes() async throws {
    let page = try await Prompt().show("reports compare 2026-01 2026-02")
    #expect(page.title == "Compare Reports")
    #expect(page.problem == nil)
    #expect(
      page.facts.map(\.value) == [
        "Jan 1, 2026 - Jan 31, 2026", "Feb 1, 2026 - Feb 28, 2026", "UTC",
      ])
    #expect(page.paragraphs.first == "Interactions stayed at 3.")
    #expect(
      page.rows(of: "What Changed") == [
        ["Interactions", "3", "3", "none"], ["From coaches", "1", "2", "up 1, better"],
        ["Response rate", "33.33%", "66.67%", "up 33.33%, better"],
        ["Reply rate", "--", "--", "--"], ["Metrics", "2", "0", "down 2"],
      ])
    #expect(
      page.rows(of: "Interactions by Type") == [
        ["Email", "1", "2", "up 1"], ["Phone call", "0", "1", "up 1"],
        ["Camp", "1", "0", "down 1"],
        ["Text", "1", "0", "down 1"],
      ])
    #expect(page.section("Interactions by Sentiment") != nil)
    #expect(page.section("Schools by Status") == nil, "schools do not depend on a range")
  }

  @Test("Averages of metrics are compared where both ranges have one")
  func averages() async throws {
    let page = try await Prompt().show("reports compare 2025-08-01..2025-10-31 2025-11..2026-01")
    #expect(page.paragraphs.first == "Interactions rose from 0 to 4.")
    #expect(
      page.rows(of: "Average of Each Metric") == [
        ["Batting Average", "--", ".345", "--"],
        ["60-Yard Dash", "7.20", "7.00", "down 0.20, better"],
        ["Fastball Velocity", "81.83", "84.75", "up 2.92, better"],
      ])
    let back = try await Prompt().show("reports compare 2025-11..2026-01 2025-08-01..2025-10-31")
    #expect(back.paragraphs.first == "Interactions fell from 4 to 0.")
  }

  @Test("Two ranges without anything in the family are said to be empty")
  func empty() async throws {
    let page = try await Prompt(MadeUpFamily.empty).show("reports compare last-7-days last-30-days")
    #expect(page.empty?.text == "No data found for selected date range")
    #expect(page.tables.isEmpty)
  }

  @Test("`reports` leads back to the report, which is still there")
  func back() async throws {
    let prompt = Prompt()
    try await prompt.enter("reports generate")
    let page = try await prompt.show("reports compare 2026-01 2026-02")
    #expect(page.link("Reports")?.command == "reports")
    #expect(try await prompt.show("reports").section("Report Summary") != nil)
  }

  @Test("A range that ends before it starts, or is ten years long, is treated as everywhere")
  func ranges() async throws {
    let prompt = Prompt()
    let told = try await prompt.enter("reports compare 2026-01 2026-02-10..2026-02-01")
    #expect(told.problems.map(\.title) == ["End date must be after start date"])
    #expect(prompt.state.place == .report)
    let long = try await prompt.enter("reports compare 1990-01..2026-01 2026-01")
    #expect(long.problems.isEmpty)
    #expect(long.notices == ["Large date range may take longer to generate"])
  }
}
