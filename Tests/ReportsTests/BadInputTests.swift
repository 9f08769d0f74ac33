import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Reports
import Testing

@Suite("What cannot be meant")
struct BadInputTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    var line: String
    var words: String
    var details: [String]
    var fix: String?

    init(_ line: String, _ words: String, details: [String] = [], fix: String? = nil) {
      self.line = line
      self.words = words
      self.details = details
      self.fix = fix
    }

    var testDescription: String { line }
  }

  private static let ranges =
    "Use last-7-days, last-30-days, last-90-days, last-6-months, year-to-date, last-year, a month like 2026-01, a year, a school year like 2025-26, or two days like 2026-01-01..2026-02-10."
  private static let days = "Examples: today, Friday, 30 days ago, Feb 10, 2026-02-10"

  @Test(
    "Each is refused with a sentence, and nothing is asked of any gateway",
    arguments: [
      Wrong("reports generate soon", "`soon` is not a range.", fix: ranges),
      Wrong(
        "reports generate last-30-day", "`last-30-day` is not a range.",
        details: ["Did you mean `last-30-days`?"], fix: ranges),
      Wrong("reports generate 2026-13", "`2026-13` is not a range.", fix: ranges),
      Wrong("reports generate 2026-02-01..", "`2026-02-01..` is not a range.", fix: ranges),
      Wrong("reports generate ..", "`..` is not a range.", fix: ranges),
      Wrong(
        "reports generate 2026-02-01..2026-02-30", "`2026-02-01..2026-02-30` is not a range.",
        fix: ranges),
      Wrong("reports generate \"\"", "`` is not a range.", fix: ranges),
      Wrong("reports csv --from soon", "`soon` is not a date.", fix: days),
      Wrong(
        "reports pdf --to 2026-02-30", "There is no day `2026-02-30` in the calendar.", fix: days),
      Wrong(
        "reports show --form 2026", "`reports show` has no option --form.",
        details: ["Did you mean --from?"]),
      Wrong(
        "reports csv --email 'a@example.org\nBcc: b@example.org'",
        "`a@example.org\nBcc: b@example.org` is not an e-mail address, like sam@example.org.",
        fix: "Name me, family, or an address."),
      Wrong(
        "reports pdf --email añe@example.org",
        "`añe@example.org` is not an e-mail address.",
        fix: "Write it like sam@example.org."),
      Wrong("reports compare", "`first` is missing."),
      Wrong("reports compare 2026-01", "`second` is missing."),
      Wrong(
        "reports compare 2026-01 2026-02 2026-03",
        "`2026-03` is one word too many for `reports compare`."),
    ])
  func refused(wrong: Wrong) async throws {
    let stage = Stage()
    do {
      let action = try await stage.feature.action(for: wrong.line, now: ExampleFamily.now)
      Issue.record("\(wrong.line) became \(action)")
    } catch {
      #expect(error.title == wrong.words)
      #expect(error.cause == .usage)
      if !wrong.details.isEmpty { #expect(error.details == wrong.details) }
      if let fix = wrong.fix { #expect(error.fix == fix) }
    }
    #expect(stage.backend.hook.calls.isEmpty)
  }

  @Test(
    "A name and ends at once are refused, and the page stays as it was",
    arguments: ["show", "generate", "csv", "pdf"])
  func both(verb: String) async throws {
    let prompt = Prompt()
    try await prompt.enter("reports generate last-7-days")
    let before = prompt.state
    let told = try await prompt.enter("reports \(verb) last-30-days --from 2026-01-01")
    #expect(
      told.problems.map(\.title) == ["A named range and --from or --to cannot both be used."])
    #expect(told.count == 1)
    #expect(prompt.state == before)
  }
}
