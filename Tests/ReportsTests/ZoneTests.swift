import CivilTime
import Domain
import FeatureKit
import FeatureTesting
import Reports
import Testing

@Suite("Report days in the zone in use (rule 10.1)")
struct ZoneTests {
  @Test(
    "Today is one day wherever one is, at any hour",
    arguments: [
      // Each case: a time zone, a moment, and the day that this moment has in the zone. The report
      // must use that day and not UTC's, which differs in the first case (21:00 in New York) and
      // the third (05:00 in Tokyo).
      ("America/New_York", "2026-02-11T02:00:00Z", "2026-02-10"),
      ("America/New_York", "2026-02-10T05:00:00Z", "2026-02-10"),
      ("Asia/Tokyo", "2026-02-09T20:00:00Z", "2026-02-10"),
      ("Asia/Tokyo", "2026-02-10T14:59:59Z", "2026-02-10"),
      ("UTC", "2026-02-10T23:59:59Z", "2026-02-10"),
    ])
  func today(zone name: String, moment: String, day text: String) async throws {
    let zone = try Zone.named(name)
    let now = try #require(Instant(moment))
    let stage = Stage(clock: .fixed(now), zone: zone)
    let prompt = Prompt(stage)
    let today = zone.day(of: now)
    #expect(today == (try day(text)))
    await prompt.send(.generationRequested(.init(from: today)))
    let report = try #require(prompt.state.report.value)
    #expect(report.range.from == today && report.range.to == today)
    #expect(report.range.zone == zone && report.zoneName == name)
    #expect(report.range.contains(now))
    let page = stage.feature.page(
      prompt.state, in: PageContext(now: now, zone: zone, viewer: Viewer(name: "Sam")))
    #expect(page.forms.first?.fields.map(\.value) == [text, text])
    await prompt.send(.generationRequested(.init(.preset(.last7Days))))
    #expect(prompt.state.report.value?.range.to == today, "presets count back from the local today")
  }

  @Test("The zone stands on the page and on paper")
  func named() async throws {
    let zone = try Zone.named("America/New_York")
    let prompt = Prompt(Stage(zone: zone))
    await prompt.send(.generationRequested(.init(.preset(.last30Days))))
    let text = try #require(prompt.page().section("Report Summary")).paragraphs.joined()
    #expect(text.contains("Jan 11, 2026 - Feb 10, 2026 (America/New_York)"))
    let paper = try await prompt.file("reports pdf")
    #expect(paper.text.contains("(America/New_York)"))
  }
}
