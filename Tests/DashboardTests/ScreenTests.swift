import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import TerminalRendering
import Testing
import WebRendering

@Suite("The dashboard on every screen")
struct ScreenTests {
  /// Returns Sam's records, in which every field that a person can type contains this text.
  private static func written(_ text: String) -> MadeUpFamily {
    var family = Sample.sams
    for index in family.schools.indices { family.schools[index].name = text }
    for index in family.coaches.indices {
      family.coaches[index].firstName = text
      family.coaches[index].lastName = text
    }
    for index in family.interactions.indices { family.interactions[index].content = text }
    for index in family.events.indices {
      family.events[index].name = text
      family.events[index].location = text
    }
    for index in family.documents.indices { family.documents[index].title = text }
    for index in family.statusChanges.indices { family.statusChanges[index].notes = text }
    for index in family.suggestions.indices { family.suggestions[index].message = text }
    return family
  }

  private func pages(_ text: String, as person: RecordID = ExampleFamily.sam) async throws -> [Page]
  {
    let prompt = Prompt(as: person, with: Self.written(text)) { rows in
      rows.add(Person(id: ExampleFamily.sam, email: "s@e.org", role: .player, fullName: text))
      rows.setDevicePreference(
        DevicePreferenceKey.quickTasks(user: person), of: person,
        to: JSONValue.array([
          .object(["id": .string("a"), "text": .string(text), "completed": .bool(true)])
        ]).text)
    }
    if person == ExampleFamily.dana {
      _ = try await prompt.stage.family.switchTo(ExampleFamily.sam)
    }
    var pages: [Page] = []
    for line in ["dashboard", "dashboard activity", "suggestions", "suggestions why g2", "quick"] {
      pages.append(try await prompt.show(line))
    }
    return pages
  }

  @Test(
    "Hostile text goes through every renderer, and nothing of it is obeyed",
    arguments: HostileText.samples)
  func hostile(text: String) async throws {
    for page in try await pages(text) { check(page) }
    check(try #require(try await pages(text, as: ExampleFamily.dana).first))
  }

  @Test("A very long text in every field breaks nothing")
  func huge() async throws {
    for page in try await pages(String(HostileText.huge.prefix(10_000))) {
      #expect(!JSONRenderer.render(page).text.isEmpty)
      #expect(!HTMLRenderer.render(page).isEmpty)
    }
  }

  private func check(_ page: Page) {
    for width in [40, 80] {
      for line in TerminalRenderer.render(page, TerminalStyle(width: width)) {
        #expect(CellWidth.of(line) <= width, "\(width): \(line)")
        #expect(!line.unicodeScalars.contains { Self.isObeyed($0) })
      }
    }
    for line in PlainRenderer.render(page) {
      #expect(!line.unicodeScalars.contains { Self.isObeyed($0) })
    }
    let html = HTMLRenderer.render(page)
    #expect(!html.contains("<script") && !html.contains("<img"))
    #expect(!JSONRenderer.render(page).text.unicodeScalars.contains { $0.value < 0x20 })
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  @Test("Very long text doesn't break card layouts")
  func longText() async throws {
    let long = String(repeating: "Wolverhampton ", count: 40)
    for page in try await pages(long) { check(page) }
  }

  @Test("Quick tasks with very long text wrap properly")
  func longQuickTask() async throws {
    let prompt = Prompt()
    let text = "Ask " + String(repeating: "everybody ", count: 19) + "now"
    try await prompt.enter("quick add \(text)")
    let page = try await prompt.show("quick")
    for width in [40, 80] {
      let lines = TerminalRenderer.render(page, TerminalStyle(width: width))
      #expect(lines.allSatisfy { CellWidth.of($0) <= width })
      #expect((2...3).contains(lines.count { $0.contains("everybody") }))
    }
    // A terminal cuts the text after a few lines; the other renderers show all of it.
    let said = PlainRenderer.render(page).joined(separator: " ").split(separator: " ")
    #expect(said.count { $0 == "everybody" } == 19 && said.contains("now,"))
  }

  @Test(
    "Dashboard adapts to different device sizes (SE, 15, iPad)", arguments: [40, 60, 80, 120, 200])
  func widths(width: Int) async throws {
    let page = try await Prompt().show()
    let lines = TerminalRenderer.render(page, TerminalStyle(width: width))
    #expect(lines.allSatisfy { CellWidth.of($0) <= width })
    for title in ["Coaches", "A-Tier", "ACTION ITEMS", "AT A GLANCE"] {
      #expect(lines.contains { $0.contains(title) })
    }
    #expect(HTMLRenderer.render(page).contains("width=device-width"))
  }

  @Test("VoiceOver works on all stat cards and widgets")
  func spoken() async throws {
    let page = try await Prompt().show()
    let said = PlainRenderer.render(page)
    for words in [
      "Coaches: 3.", "Schools: 4.", "Interactions: 6.", "Offers: 3.",
      "Accepted: 1, 33% acceptance rate.", "A-Tier: 2.",
    ] {
      #expect(said.contains(words), "\(words)")
    }
    for section in page.sectionTitles { #expect(said.contains { $0.hasPrefix(section) }) }
    for row in page.rows { #expect(!row.spoken.isEmpty && !row.spoken.contains("📧")) }
    for link in page.links { #expect(!(link.spoken ?? link.label).isEmpty) }
    let html = HTMLRenderer.render(page)
    #expect(html.contains("aria-label=\"Show accepted offers\"") || html.contains("Accepted: 1"))
  }

  @Test("Dashboard loads in <2 seconds on 4G")
  func rounds() async throws {
    // The dashboard reads each source once and all of them at the same time, so the number of
    // records does not change the number of requests.
    let prompt = Prompt()
    let hook = prompt.stage.backend.hook
    await prompt.send(.viewRequested(.home))
    for endpoint in [
      "dashboard.schools", "dashboard.coaches", "dashboard.interactions", "dashboard.offers",
      "suggestions.visible", "events.list", "metrics.list", "activity.recent", "quickTasks.list",
    ] {
      #expect(hook.count(of: endpoint) == 1, "\(endpoint)")
    }
  }

  @Test("Scroll performance is smooth (60 fps)", arguments: [0, 1, 2, 3, 2_000])
  func rows(count: Int) async throws {
    // The page must not become longer with the number of records, so that it needs no scrolling.
    var family = MadeUpFamily()
    for number in 0..<UInt64(count) {
      family.schools.append(Sample.school(10_000 + number, "School \(number)", .contacted))
      family.coaches.append(
        Sample.coach(
          20_000 + number, school: 10_000 + number, "A", "B\(number)", lastContactDaysAgo: nil))
      family.interactions.append(
        Sample.interaction(
          30_000 + number, school: 10_000 + number, coach: nil, .email, daysAgo: Int(number % 29),
          "Hi"))
    }
    let page = try await Prompt(with: family).show()
    #expect(page.card("Schools")?.value == "\(count)")
    #expect(page.card("Interactions")?.value == "\(count)")
    #expect(page.section("Coach Follow-up")?.rows.count == min(count, 5))
    #expect((page.section("Recent Activity")?.rows.count ?? 0) == min(count, 5))
    #expect(page.problem == nil)
  }

  @Test("Charts render without blocking UI")
  func charts() async throws {
    // If a source fails, the charts of the other sources are drawn nevertheless.
    let prompt = Prompt()
    prompt.stage.backend.hook.fail("dashboard.interactions", .timedOut)
    let page = try await prompt.show()
    #expect(page.charts.map(\.title) == ["Schools by status"])
    #expect(page.cards.count > 6)
  }
}
