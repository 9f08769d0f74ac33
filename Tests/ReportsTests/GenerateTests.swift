import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Reports
import Testing

@Suite("The form, and the report it generates")
struct GenerateTests {
  @Test("Page loads and displays generate report form")
  func form() async throws {
    let page = try await Prompt().show("reports")
    #expect(page.title == "Reports & Analytics")
    #expect(page.subtitle == "Generate comprehensive reports and export recruiting data")
    #expect(page.problem == nil)
    #expect(
      page.section("Generate Report")?.paragraphs.first
        == "Last 30 days: Jan 11, 2026 - Feb 10, 2026")
    let form = try #require(page.section("Generate Report")?.forms.first)
    #expect(form.fields.map(\.label) == ["From", "To"])
    #expect(form.fields.map(\.value) == ["2026-01-11", "2026-02-10"], "the last 30 days")
    #expect(form.submit.label == "Generate Report")
    #expect(form.submit.command == "reports generate")
    #expect(
      page.section("Generate Report")?.everyLink.prefix(6).map(\.label) == [
        "Last 7 days", "Last 30 days", "Last 90 days", "Last 6 months", "Year to date",
        "Last year",
      ])
    #expect(page.section("Report Summary") == nil, "nothing is generated that nobody asked for")
    #expect(page.section("Report Includes") != nil && page.section("Export Options") != nil)
  }

  @Test(
    "User can tap preset button to apply date range",
    arguments: [
      ("last-7-days", "2026-02-03"), ("last-30-days", "2026-01-11"),
      ("last-90-days", "2025-11-12"), ("last-6-months", "2025-08-14"),
      ("last-year", "2025-02-10"), ("year-to-date", "2026-01-01"),
    ])
  func presets(preset: String, from: String) async throws {
    let prompt = Prompt()
    let link = try #require(
      try await prompt.show("reports").everyLink.first { $0.command == "reports show \(preset)" })
    let page = try await prompt.show(link.command)
    #expect(page.forms.first?.fields.map(\.value) == [from, "2026-02-10"])
    let chosen = try #require(page.link(link.label))
    #expect(!chosen.isEnabled, "the one that is chosen")
    #expect(chosen.spoken == "\(link.label) preset, chosen")
    #expect(page.section("Report Summary") == nil)
    #expect(prompt.stage.backend.hook.count(of: "reports.aggregate") == 0)
  }

  @Test("User can select custom From/To dates")
  func custom() async throws {
    let prompt = Prompt()
    let page = try await prompt.show("reports show --from 2025-12-01 --to 2026-01")
    #expect(page.forms.first?.fields.map(\.value) == ["2025-12-01", "2026-01-31"])
    #expect(page.everyLink.prefix(6).allSatisfy { $0.isEnabled }, "no preset is chosen")
    let report = try await prompt.show("reports generate")
    #expect(
      report.section("Report Summary")?.paragraphs.first
        == "Dec 1, 2025 - Jan 31, 2026 (UTC), generated Feb 10, 2026")
    #expect(report.cards.map(\.value) == ["5", "3", "4", "3", "33.33%", "--"])
  }

  @Test(
    "A range is named in one word too: a month, a day, or two days",
    arguments: [
      ("2026-01", "2026-01-01", "2026-01-31"), ("2026-02-03", "2026-02-03", "2026-02-03"),
      ("2025-12-01..2026-01-31", "2025-12-01", "2026-01-31"),
      ("2025-12..2026-01", "2025-12-01", "2026-01-31"), ("-3d..today", "2026-02-07", "2026-02-10"),
      ("LAST_90_DAYS", "2025-11-12", "2026-02-10"),
      ("\"last 90 days\"", "2025-11-12", "2026-02-10"),
    ])
  func words(word: String, from: String, to: String) async throws {
    let page = try await Prompt().show("reports show -- \(word)")
    #expect(page.forms.first?.fields.map(\.value) == [from, to])
  }

  @Test(
    "The line back to a report that was left names its days",
    arguments: [
      (["reports"], "reports show last-30-days"),
      (["reports generate"], "reports generate last-30-days"),
      (["reports show last-90-days", "reports generate"], "reports generate last-90-days"),
      (
        ["reports show 2026-01-02..2026-02-03", "reports generate"],
        "reports generate 2026-01-02..2026-02-03"
      ),
      (["reports show last-year", "reports contacts"], "reports contacts last-year"),
      (["reports contacts 2026-01 --all"], "reports contacts 2026-01-01..2026-01-31 --all"),
    ])
  func lineBack(lines: [String], back: String) async throws {
    let prompt = Prompt()
    for line in lines { try await prompt.enter(line) }
    #expect(prompt.stage.feature.lineBack(to: prompt.state) == back)
  }

  @Test("Generate button is disabled until dates are valid")
  func disabled() async throws {
    let prompt = Prompt()
    for line in ["reports show --from 2026-02-10 --to 2026-02-09", "reports show --to 2026-02-01"] {
      let page = try await prompt.show(line)
      #expect(page.forms.first?.submit.isEnabled == false)
      #expect(!page.links.contains { $0.command == "reports generate" }, "nothing to follow")
      #expect(page.problem?.exitCode == .usage)
    }
    #expect(prompt.page().forms.first?.fields.map(\.value) == ["", "2026-02-01"])
    let equal = try await prompt.show("reports show --from 2026-02-10 --to 2026-02-10")
    #expect(equal.forms.first?.submit.isEnabled == true, "one day is a range")
    #expect(equal.problem == nil)
  }

  @Test("Report generates and displays statistics correctly")
  func report() async throws {
    let page = try await Prompt().show("reports generate")
    #expect(page.problem == nil)
    #expect(
      page.sections.map(\.title) == [
        "Generate Report", "Report Summary", "Metric Averages",
      ])
    #expect(
      page.charts.map(\.title) == [
        "Schools by Status", "Schools by Division", "Interactions by Type",
        "Interactions by Sentiment", "Metrics by Type",
      ], "as in the PDF")
    #expect(
      page.rows(of: "Schools by Division")
        == [["D1", "2"], ["D2", "1"], ["D3", "1"], ["No division", "1"]])
    #expect(
      page.rows(of: "Interactions by Type")
        == [["Email", "3"], ["Phone call", "1"], ["Text", "1"]])
    #expect(
      page.rows(of: "Interactions by Sentiment")
        == [["Neutral", "3"], ["Positive", "1"], ["Very positive", "1"]],
      "no sentiment counts as neutral")
    #expect(
      page.rows(of: "Metrics by Type") == [["60-Yard Dash", "1"], ["Fastball Velocity", "1"]])
    #expect(
      page.rows(of: "Metric Averages") == [
        ["60-Yard Dash", "6.90", "6.90", "6.90"],
        ["Fastball Velocity", "85.50", "85.50", "85.50"],
      ])
  }

  @Test(
    "All stat cards show accurate counts",
    arguments: [
      ("last-7-days", ["5", "3", "3", "0", "66.67%", "--"]),
      ("last-30-days", ["5", "3", "5", "2", "66.67%", "--"]),
      ("2026-01-10", ["5", "3", "1", "0", "33.33%", "--"]),
      ("2026-01-11", ["5", "3", "1", "0", "0%", "--"]),
      ("last-year", ["5", "3", "8", "9", "133.33%", "--"]),
    ])
  func cards(range: String, values: [String]) async throws {
    let page = try await Prompt().show("reports generate \(range)")
    #expect(
      page.cards.map(\.title) == [
        "Schools", "Coaches", "Interactions", "Metrics", "Response Rate", "Reply Rate",
      ])
    #expect(page.cards.map(\.value) == values)
    #expect(page.cards.map(\.tone) == [.first, .second, .third, .fourth, .sixth, .positive])
    #expect(page.cards[1].note == "at 2 schools")
  }

  @Test("Schools by Status breakdown displays correctly")
  func statuses() async throws {
    let page = try await Prompt().show("reports generate")
    #expect(
      page.rows(of: "Schools by Status") == [
        ["Contacted", "2"], ["Interested", "1"], ["Offer received", "1"], ["Researching", "1"],
      ], "no status counts as researching; a status nobody has is not shown")
  }

  @Test("Any change of the range clears the report, the same one keeps it")
  func clearing() async throws {
    let prompt = Prompt()
    try await prompt.enter("reports generate")
    #expect(try await prompt.show("reports").section("Report Summary") != nil)
    #expect(try await prompt.show("reports show last-30-days").section("Report Summary") != nil)
    #expect(try await prompt.show("reports show last-7-days").section("Report Summary") == nil)
    #expect(try await prompt.enter("reports csv").problems.count == 1)
  }

  @Test("A preset moves on with the calendar, which turns at midnight UTC")
  func midnight() async throws {
    let prompt = Prompt()
    try await prompt.enter("reports show last-7-days")
    let late = try #require(Instant("2026-02-10T23:59:59.999Z"))
    #expect(prompt.page(at: late).forms.first?.fields[1].value == "2026-02-10")
    let next = try #require(Instant("2026-02-11T00:00:00.000Z"))
    #expect(
      prompt.page(at: next).forms.first?.fields.map(\.value) == ["2026-02-04", "2026-02-11"])
  }

  @Test("`--to` left out is today, `--from` left out leaves nothing to generate")
  func oneEnd() async throws {
    let prompt = Prompt()
    let page = try await prompt.show("reports generate --from 2026-02-09")
    #expect(page.forms.first?.fields.map(\.value) == ["2026-02-09", "2026-02-10"])
    #expect(page.cards[2].value == "1")
    let told = try await prompt.enter("reports generate --to 2026-02-09")
    #expect(told.problems.map(\.title) == ["Choose both dates, From and To."])
  }

  @Test(
    "Very large date range (10+ years) handles correctly",
    arguments: [
      ("2016-02-11", false), ("2016-02-10", true), ("1990-01-01", true), ("0001-01-01", true),
    ])
  func large(from: String, warns: Bool) async throws {
    let words = "Large date range may take longer to generate"
    let prompt = Prompt()
    let before = try await prompt.show("reports show --from \(from)")
    #expect(before.messages.map(\.text) == (warns ? [words] : []))
    #expect(before.messages.allSatisfy { $0.tone == .warning })
    let told = try await prompt.enter("reports generate --from \(from)")
    #expect(told.notices == (warns ? [words] : []))
    #expect(prompt.page().cards[2].value == "8", "it is generated all the same")
    #expect(prompt.page().problem == nil)
  }

  @Test("The last day there is belongs to a range like any other")
  func lastDay() async throws {
    let page = try await Prompt().show("reports generate --from 2026-02-09 --to 9999-12-31")
    #expect(page.cards[2].value == "1")
  }

  @Test("Zero results shows appropriate message")
  func zero() async throws {
    let page = try await Prompt(MadeUpFamily.empty).show("reports generate")
    #expect(page.empty?.text == "No data found for selected date range")
    #expect(page.empty?.detail == "Try a different range.")
    #expect(page.cards.isEmpty, "instead of the summary")
    #expect(page.problem == nil, "empty is success")
  }

  @Test("Division by zero is handled (no crashes)")
  func division() async throws {
    let prompt = Prompt { rows in
      rows.coaches = []
      rows.interactions = []
      rows.add(
        Interaction(
          id: .version4(high: 9, low: 9), schoolID: rows.schools[0].id,
          familyID: ExampleFamily.samsFamily, type: .email, direction: .inbound,
          occurredAt: ExampleFamily.now, loggedBy: ExampleFamily.sam))
    }
    let page = try await prompt.show("reports generate last-30-days")
    #expect(page.card("Response Rate")?.value == "--", "no coaches")
    #expect(page.card("Response Rate")?.spoken == "Response Rate: there are no coaches yet.")
    #expect(try await prompt.file("reports csv").text.contains("\"Average Response Rate\",0"))
  }

  @Test("A report of days that are over says of which day its schools and coaches are")
  func countedToday() async throws {
    let words =
      "Schools, their statuses and coaches are those of Feb 10, 2026. Interactions and metrics are those of the days of this report."
    func paragraphs(_ line: String) async throws -> [String] {
      try await Prompt().show(line).section("Report Summary")?.paragraphs ?? []
    }
    #expect(try await paragraphs("reports generate 2026-01").contains(words))
    #expect(try await !paragraphs("reports generate last-30-days").contains(words))
  }

  @Test("Report generates in <2 seconds (for 100 records)")
  func hundred() async throws {
    let prompt = Prompt { $0.recruit(100) }
    let page = try await prompt.show("reports generate")
    #expect(page.cards.prefix(3).map(\.value) == ["100", "100", "100"])
    #expect(
      prompt.stage.backend.hook.count(of: "reports.aggregate") == 1,
      "counted where the rows are, in one request")
  }

  @Test(
    "Large datasets (1000+ records) handle efficiently", arguments: [0, 1, 2, 3, 1000])
  func sizes(count: Int) async throws {
    let prompt = Prompt { $0.recruit(count) }
    let page = try await prompt.show("reports generate --from 1990-01-01")
    if count == 0 {
      #expect(page.empty != nil)
    } else {
      #expect(page.cards[0].value == (count == 1000 ? "1,000" : "\(count)"))
      #expect(page.cards[1].note == "at \(count) \(count == 1 ? "school" : "schools")")
    }
    #expect((page.tables.map(\.rows.count).max() ?? 0) <= SchoolStatus.allCases.count)
    #expect(prompt.stage.backend.hook.count(of: "reports.aggregate") == 1)
  }
}
