import CivilTime
import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import TerminalRendering
import Testing
import WebRendering

@Suite("What is new on the dashboard")
struct NewsTests {
  private static let key = DevicePreferenceKey.dashboardVisit(athlete: ExampleFamily.sam)

  /// Returns the dashboard of the athlete Sam for a viewer (`person`) who opened it a day ago.
  /// Since then the parent Dana has added schools with these names.
  ///
  /// - Parameter isTold: whether the viewer has the notifications of the example family.
  private func prompt(
    as person: RecordID = ExampleFamily.sam, _ names: [String], isTold: Bool = false
  ) async throws -> Prompt {
    let prompt = Prompt(as: person) { rows in
      if !isTold { rows.removeNotifications() }
      rows.setDevicePreference(
        Self.key, of: person, to: ExampleFamily.now.adding(days: -1).description)
    }
    let backend = prompt.stage.backend
    backend.signIn(ExampleFamily.sam)
    _ = try await backend.families.setHelp(
      of: ExampleFamily.dana, inFamily: ExampleFamily.samsFamily, to: [.records])
    backend.signIn(ExampleFamily.dana)
    for name in names {
      _ = try await backend.schools.add(
        RecordChange<School> { $0.name = name }, for: ExampleFamily.sam)
    }
    backend.signIn(person)
    return prompt
  }

  @Test(
    "What another person changed since the last visit stands between what is next and the cards")
  func since() async throws {
    let prompt = try await prompt(["Elm"])
    let page = try await prompt.show()
    let section = try #require(page.section("New since your last visit"))
    #expect(page.sectionTitles.prefix(2) == ["Next", section.title])
    #expect(page.blocks.prefix(2).last == section.block)
    #expect(section.rows.map(\.title) == ["Added Elm"])
    #expect(section.rows.map(\.handle) == ["s6"] && section.rows.first?.opens?.command == "s6")
    #expect(section.rows.first?.badges.map(\.text) == ["Dana Lee"])
    #expect(section.rows.first?.spoken == "Added Elm, by Dana Lee, just now")
    for line in TerminalRenderer.render(page, TerminalStyle(width: 40)) {
      #expect(CellWidth.of(line) <= 40)
    }
    #expect(HTMLRenderer.render(page).contains("New since your last visit"))
    // The section "New since your last visit" stays until the visit ends, also if the page is
    // opened again. Showing it makes no step in the history.
    #expect(try await prompt.show().section("New since your last visit") != nil)
    let backend = prompt.stage.backend
    #expect(
      try await backend.undo.history(limit: 9).map(\.summary).filter { !$0.contains("Dana") }
        == ["Added s6 Elm"])
    #expect(
      try await backend.devicePreferences.value(of: Self.key)
        == DashboardVisit.opened(
          after: DashboardVisit(ExampleFamily.now.adding(days: -1).description),
          at: ExampleFamily.now
        ).text)
  }

  @Test("Five are listed, the rest is behind them")
  func many() async throws {
    let page = try await prompt((1...7).map { "School \($0)" }).show()
    let section = try #require(page.section("New since your last visit"))
    #expect(section.rows.count == 5 && section.rows.first?.title == "Added School 7")
    #expect(section.everyLink.last == CommandLink("All changes (7)", "history"))
  }

  @Test("Unread notifications since the last visit are new, after what other people changed")
  func notifications() async throws {
    let page = try await prompt(["Elm"], isTold: true).show()
    let rows = try #require(page.section("New since your last visit")?.rows)
    #expect(rows.map(\.title) == ["Added Elm", "Offer from Cedar Valley"])
    #expect(rows.last?.opens?.command == "n7" && rows.last?.badges == [])
    #expect(rows.last?.spoken == "Offer from Cedar Valley, just now")
    let many = try await prompt((1...5).map { "School \($0)" }, isTold: true).show()
    #expect(
      many.section("New since your last visit")?.everyLink.suffix(2).map(\.command) == [
        "history", "notifications",
      ])
  }

  @Test("One's own changes are not new, another's are, and a first visit has nothing that is")
  func nothing() async throws {
    let own = try await prompt(as: ExampleFamily.dana, ["Elm"])
    _ = try await own.stage.family.switchTo(ExampleFamily.sam)
    let news = try await own.show().section("New since your last visit")?.rows ?? []
    #expect(news.count == 1 && news.first?.badges.map(\.text) == ["Sam Lee"])
    let first = Prompt()
    #expect(try await first.show().section("New since your last visit") == nil)
    #expect(first.stage.backend.hook.count(of: "activity.news") == 0)
  }

  @Test("That a visit cannot be remembered is no failure of the page")
  func unremembered() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail("devicePreferences.set", .offline)
    prompt.stage.backend.hook.fail("devicePreferences.value", .offline)
    let page = try await prompt.show()
    #expect(page.problem == nil && page.card("Schools")?.value == "4")
  }

  @Test("What is new can fail alone, and the page says so")
  func failing() async throws {
    let prompt = try await prompt(["Elm"])
    prompt.stage.backend.hook.fail("activity.news", .timedOut)
    let page = try await prompt.show()
    #expect(page.card("Schools")?.value == "5" && page.section("New since your last visit") == nil)
    #expect(page.problem != nil && page.messages.count == 1)
  }

  @Test("A family without any records sees its first step and no counters of zero")
  func emptyFamily() async throws {
    let prompt = Prompt(with: MadeUpFamily()) { $0.removeMetrics() }
    let page = try await prompt.show()
    #expect(page.cards.isEmpty && page.charts.isEmpty)
    #expect(page.sectionTitles == ["Start here", "Quick Tasks"])
    #expect(page.section("Start here")?.rows.map(\.title) == ["Add three schools"])
    #expect(page.section("Start here")?.rows.flatMap(\.links).map(\.command) == ["schools add"])
    #expect(
      page.paragraphs.contains("After that: Add a coach, Log your first contact."))
    // As soon as one record of any kind exists, the page shows the cards with counts instead of the
    // first steps.
    try prompt.stage.backend.put { $0.schools = [Sample.sams.schools[0]] }
    let begun = try await prompt.show()
    #expect(begun.card("Schools")?.value == "1")
  }

  @Test("What could not be loaded is not taken for nothing", arguments: ["dashboard.offers"])
  func unknown(endpoint: String) async throws {
    let prompt = Prompt(with: MadeUpFamily()) { $0.removeMetrics() }
    prompt.stage.backend.hook.fail(endpoint, .timedOut)
    let page = try await prompt.show()
    #expect(page.section("Start here") == nil && page.card("Schools")?.value == "0")
  }
}
