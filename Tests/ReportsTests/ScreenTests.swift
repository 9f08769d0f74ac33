import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Reports
import TerminalRendering
import Testing
import WebRendering

@Suite("The pages as they are seen and heard")
struct ScreenTests {
  private static let lines = [
    "reports", "reports generate", "reports show --from 2026-02-10 --to 2026-02-01",
    "reports generate --from 1990-01-01", "reports compare 2026-01 2026-02",
  ]

  @Test("VoiceOver reads all elements correctly")
  func spoken() async throws {
    let form = PlainRenderer.render(try await Prompt().show("reports"))
    #expect(form.contains("Last 7 days preset: reports show last-7-days"))
    #expect(form.contains("From date: 2026-01-11. Option --from."))
    #expect(form.contains("To date: 2026-02-10. Option --to."))
    #expect(form.contains("Generate report for selected date range: reports generate"))
    let page = try await Prompt().show("reports generate")
    #expect(
      page.cards.map(\.spoken) == [
        "Schools: 5. Details below.", "Coaches: 3. Details below.",
        "Interactions: 5. Details below.", "Metrics: 2. Details below.",
        "Response Rate: 66.67%. Details below.", "Reply Rate: no coach was written to.",
      ])
    let report = PlainRenderer.render(page)
    #expect(report.contains("Export report to CSV file: reports csv last-30-days"))
    #expect(report.contains("Contacted: 2."))
    let html = HTMLRenderer.render(try await Prompt().show("reports generate"))
    #expect(html.contains("Schools: 5. Details below."))
  }

  @Test(
    "The preset whose days the range has looks chosen, and no other does",
    arguments: [
      ("reports show last-7-days", "Last 7 days"), ("reports generate", "Last 30 days"),
      ("reports generate --from 2025-11-12 --to 2026-02-10", "Last 90 days"),
      ("reports show --from 2025-11-12 --to 2026-02-09", nil),
      ("reports show --to 2026-02-10", nil),
    ] as [(String, String?)])
  func chosenPreset(line: String, preset: String?) async throws {
    let html = HTMLRenderer.render(try await Prompt().show(line))
    let chosen = html.matches(of: /aria-pressed="true" aria-label="([^"]*) preset, chosen"/)
    #expect(chosen.map { String($0.1) } == [preset].compactMap { $0 })
    #expect(html.ranges(of: "preset, chosen").count == chosen.count)
  }

  @Test("The validation error is heard too")
  func spokenError() async throws {
    let page = try await Prompt().show("reports show --from 2026-02-10 --to 2026-02-01")
    #expect(PlainRenderer.render(page).contains("Error: End date must be after start date."))
  }

  @Test("Dynamic Type scales text appropriately")
  func scaling() async throws {
    let html = HTMLRenderer.render(try await Prompt().show("reports generate"))
    let sizes = html.matches(of: /font-size:([^;}]*)/).map(\.1)
    #expect(!sizes.isEmpty)
    let allowed = sizes.allSatisfy { $0.hasSuffix("em") || $0.hasSuffix("pt") || $0 == "0" }
    #expect(allowed, "none is fixed but on paper")
    #expect(html.contains("width=device-width") && !html.contains("user-scalable"))
  }

  @Test("Page adapts to different device sizes", arguments: [40, 80, 200])
  func widths(width: Int) async throws {
    for line in Self.lines {
      let page = try await Prompt().show(line)
      let drawn = TerminalRenderer.render(page, TerminalStyle(width: width))
      #expect(drawn.allSatisfy { $0.count <= width }, "\(line) at \(width)")
      #expect(drawn.first?.hasPrefix(page.title) == true)
    }
  }

  @Test("Very long school names truncate properly")
  func longNames() async throws {
    let name = String(repeating: "A very long status ", count: 4000)
    let page = try await Prompt { $0.plant(name) }.show("reports generate")
    for width in [40, 80] {
      let drawn = TerminalRenderer.render(page, TerminalStyle(width: width))
      #expect(drawn.count < 100, "cut where the layout forces it")
      #expect(drawn.contains { $0.contains("…") })
      #expect(drawn.allSatisfy { $0.count <= width })
    }
    #expect(PlainRenderer.render(page).contains { $0.utf8.count > 70_000 }, "whole in plain text")
    #expect(JSONRenderer.render(page).text.utf8.count > 300_000)
  }

  @Test(
    "Hostile words in every text stay words, wherever they are shown",
    arguments: HostileText.samples)
  func hostile(text: String) async throws {
    let prompt = Prompt { $0.plant(text) }
    for line in ["reports generate", "reports compare 2026-01 2026-02"] {
      let page = try await prompt.show(line)
      #expect(page.problem == nil)
      for drawn in TerminalRenderer.render(page, TerminalStyle(width: 60))
        + PlainRenderer.render(page)
      {
        #expect(
          !drawn.unicodeScalars.contains {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
          })
      }
      let html = HTMLRenderer.render(page)
      #expect(!html.contains("<script") && !html.contains("<img"))
    }
    _ = try await prompt.file("reports pdf")
  }

  @Test("A megabyte in a field is shown in a screenful")
  func huge() async throws {
    let page = try await Prompt { $0.plant(HostileText.huge) }.show("reports generate")
    #expect(TerminalRenderer.render(page, TerminalStyle(width: 80)).count < 100)
  }
}
