import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import TerminalRendering
import Testing
import WebRendering

@Suite("The pages as they are seen and heard")
struct ScreenTests {
  private static let lines = [
    "performance", "performance show m9", "performance chart velocity",
    "performance chart velocity --table", "performance timeline", "performance --type era",
  ]

  @Test("VoiceOver works on all elements", arguments: lines)
  func spoken(line: String) async throws {
    let page = try await Prompt().show(line)
    #expect(page.rows.allSatisfy { !$0.spoken.isEmpty })
    #expect(page.cards.allSatisfy { !$0.spoken.isEmpty })
    #expect(page.charts.allSatisfy { !$0.spoken.isEmpty && !$0.sentence.isEmpty })
    for said in PlainRenderer.render(page) {
      #expect(
        !said.unicodeScalars.contains { ("▁"..."█").contains($0) || ("⠀"..."⣿").contains($0) })
    }
  }

  @Test("Chart: performance chart for the metric type, showing so many data points")
  func spokenChart() async throws {
    let page = try await Prompt().show("performance")
    #expect(
      PlainRenderer.render(page).contains(
        "Performance chart for Fastball Velocity, showing 5 data points:"))
    #expect(
      HTMLRenderer.render(page).contains(
        "aria-label=\"Performance chart for Fastball Velocity, showing 5 data points\""))
  }

  @Test("Metric card: metric type, value and unit, recorded date")
  func spokenCard() async throws {
    let page = try await Prompt().show("performance")
    #expect(
      page.cards.map(\.spoken) == [
        "Fastball Velocity, 85.50 mph, recorded Jan 17, 2026, verified",
        "60-Yard Dash, 6.90 sec, recorded Jan 17, 2026, verified",
        "Batting Average, .345, recorded Nov 30, 2025",
      ])
    #expect(
      page.rows.first { $0.handle == "m1" }?.announcement
        == "m1. Fastball Velocity, 81.00 mph, recorded Aug 3, 2025.")
  }

  @Test("Trend indicator: metric type is improving, declining or stable")
  func spokenTrend() async throws {
    let rows = try #require(try await Prompt().show("performance").section("Metric Trends")).rows
    #expect(
      rows.map(\.spoken) == ["Fastball Velocity is improving", "60-Yard Dash has too few to tell"])
  }

  @Test("Page adapts to different device sizes (SE, 13, 15 Pro Max)", arguments: [40, 80, 200])
  func widths(width: Int) async throws {
    for line in Self.lines {
      let page = try await Prompt().show(line)
      let style = TerminalStyle(width: width)
      let drawn = TerminalRenderer.render(page, style)
      #expect(drawn.allSatisfy { $0.count <= width }, "\(line) at \(width)")
      #expect(drawn.first?.hasPrefix(page.title) == true)
    }
  }

  @Test("Nothing on the page moves, so there is no motion to reduce")
  func noMotion() async throws {
    let html = HTMLRenderer.render(try await Prompt().show("performance"))
    for word in ["animation", "transition", "<script"] { #expect(!html.contains(word)) }
  }

  @Test("Very long notes don't break layout")
  func longNotes() async throws {
    let notes = String(repeating: "a very long note ", count: 60_000)
    let prompt = Prompt {
      $0.removeMetrics()
      $0.measure(.velocity, [85], notes: notes)
    }
    let page = try await prompt.show("performance")
    let drawn = TerminalRenderer.render(page, TerminalStyle(width: 40))
    #expect(drawn.count < 40, "cut on a screen")
    #expect(drawn.allSatisfy { $0.count <= 40 })
    #expect(page.rows.first?.opens?.label == "Read more")
    let handle = try #require(page.handles.first)
    let shown = try await prompt.show("performance show \(handle)")
    #expect(shown.facts.last == Fact("Notes", notes), "whole on its own page")
    await #expect(throws: Problem.self) {
      try await prompt.enter("metrics log era 2 --notes \"\(notes.prefix(6000))\"")
    }
  }

  @Test(
    "Hostile words in every text stay words, wherever they are shown",
    arguments: HostileText.samples)
  func hostile(text: String) async throws {
    let prompt = Prompt { rows in
      var metric = ExampleFamily.metrics[8]
      (metric.notes, metric.unit, metric.type) = (text, text, .unknown(text))
      rows.add(metric)
      var event = ExampleFamily.showcase
      event.name = text
      rows.add(event)
    }
    for line in ["performance", "performance show m9", "performance timeline"] {
      let page = try await prompt.show(line)
      #expect(page.problem == nil)
      for drawn in TerminalRenderer.render(page, TerminalStyle(width: 60)) {
        #expect(!drawn.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
      }
      #expect(!HTMLRenderer.render(page).contains("<script"))
    }
    let csv = try await prompt.file("performance export csv").text
    #expect(!csv.contains(",\"=") && !csv.contains(",\"@"))
  }
}
