import CivilTime
import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Testing

@Suite("A parent's dashboard")
struct ParentTests {
  private let sam = ExampleFamily.sam
  private let mia = ExampleFamily.mia
  private let dana = ExampleFamily.dana

  /// Returns the dashboard as the parent Dana sees it for the athlete Sam.
  private func prompt(
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) async throws -> Prompt {
    let prompt = Prompt(as: dana, change)
    _ = try await prompt.stage.family.switchTo(sam)
    return prompt
  }

  @Test("Parent context banner appears when viewing athlete")
  func banner() async throws {
    for line in ["dashboard", "dashboard activity", "suggestions"] {
      let page = try await prompt().show(line)
      let banner = try #require(page.banner)
      #expect(page.blocks.first == banner.block)
      #expect(banner.icon == "👁")
      #expect(
        banner.lines == [
          "You're viewing Sam Lee's recruiting data.",
          "Data is read-only. Your views are visible to them.",
        ])
    }
    #expect(try await Prompt().show().banner == nil)
  }

  @Test("The packet is about the athlete, who is named to a parent")
  func packet() async throws {
    let about = { (name: String) in "One page about \(name) for coaches." }
    #expect(try await prompt().show().paragraphs.contains(about("Sam")))
    #expect(try await Prompt().show().paragraphs.contains(about("you")))
  }

  @Test("A parent is led to all action items that are shown, and told of those that are not")
  func moreActionItems() async throws {
    let prompt = try await prompt()
    let dashboard = try await prompt.show()
    #expect(!dashboard.links.contains { $0.label.hasPrefix("Show more") })
    #expect(dashboard.links.contains(CommandLink("All action items", "suggestions")))
    let list = try await prompt.show("suggestions")
    #expect(list.paragraphs.contains("1 more, which Sam Lee can bring forward."))
  }

  @Test("Athlete name displays correctly in banner")
  func name() async throws {
    let long = String(repeating: "Bartholomew ", count: 12)
    let prompt = Prompt(as: dana) { rows in
      rows.add(Person(id: ExampleFamily.sam, email: "s@e.org", role: .player, fullName: long))
    }
    _ = try await prompt.stage.family.switchTo(sam)
    let line = try #require(try await prompt.show().banner?.lines.first)
    #expect(line.contains("Bartholomew") && line.contains("…"))
    let nameless = Prompt(as: dana) { rows in
      rows.add(Person(id: ExampleFamily.sam, email: "s@e.org", role: .player, fullName: " "))
    }
    _ = try await nameless.stage.family.switchTo(sam)
    let banner = try #require(try await nameless.show().banner)
    #expect(!banner.lines[0].contains("viewing 's"))
  }

  @Test("Switching athletes re-fetches all data")
  func switching() async throws {
    let prompt = try await prompt()
    let first = try await prompt.show()
    #expect(first.card("Schools")?.value == "4")
    #expect(first.banner?.links.map(\.command) == ["family switch p3"])
    let hook = prompt.stage.backend.hook
    let before = hook.count(of: "dashboard.schools")
    _ = try await prompt.stage.family.switchTo(mia)
    await prompt.hear(.viewerChanged)
    #expect(hook.count(of: "dashboard.schools") == before + 1)
    let page = prompt.page()
    #expect(page.banner?.lines.first == "You're viewing Mia Lee's recruiting data.")
    #expect(page.card("Schools")?.value == "1" && page.card("Coaches")?.value == "0")
  }

  @Test("Nothing of one athlete is left when another is looked at, also when the new load fails")
  func clearedAtOnce() async throws {
    let prompt = try await prompt()
    try await prompt.enter("dashboard")
    _ = try await prompt.stage.family.switchTo(mia)
    prompt.stage.backend.hook.fail("dashboard.schools", .offline)
    await prompt.hear(.viewerChanged)
    #expect(prompt.state.parts.schools.value == nil)
    #expect(prompt.page().card("Schools")?.value == "--")
    #expect(!prompt.page().rows.contains { $0.title.contains("Cedar Valley") })
  }

  @Test("A switch that nobody told the page of clears it at the next load")
  func unheardSwitch() async throws {
    let prompt = try await prompt()
    try await prompt.enter("dashboard")
    _ = try await prompt.stage.family.switchTo(mia)
    for endpoint in ["dashboard.schools", "dashboard.interactions", "activity.recent"] {
      prompt.stage.backend.hook.fail(endpoint, .serverError)
    }
    let page = try await prompt.show()
    #expect(page.card("Schools")?.value == "--" && page.card("Interactions")?.value == "--")
    #expect(!page.rows.contains { $0.title.contains("Cedar Valley") })
  }

  @Test("Parent view is logged correctly")
  func viewLog() async throws {
    let prompt = try await prompt()
    try await prompt.enter("dashboard")
    // Only opening the dashboard is logged as a visit. Refreshing the page is not, and neither is
    // opening the parent's own quick tasks, because these are not the athlete's data.
    await prompt.hear(.refreshed)
    await prompt.hear(.dataChanged)
    try await prompt.enter("quick add Pack")
    try await prompt.enter("quick")
    let visits = try await prompt.stage.visits()
    #expect(visits.map(\.itemType) == [.known(.dashboard)])
    #expect(visits.map(\.parent.id) == [dana] && visits.first?.viewedAt == ExampleFamily.now)
    let own = Prompt()
    try await own.enter("dashboard")
    #expect(own.stage.backend.hook.count(of: "viewLog.record") == 0)
    // A failure to log the visit does not prevent the page from being shown.
    prompt.stage.backend.hook.fail("viewLog.record", .serverError)
    #expect(try await prompt.show().problem == nil)
  }

  @Test("Data is read-only in parent mode (no edit actions)")
  func readOnly() async throws {
    let prompt = try await prompt()
    let writes = ["add", "log", "edit", "dismiss", "complete", "more"]
    for line in ["dashboard", "suggestions", "suggestions why g2", "dashboard activity"] {
      let page = try await prompt.show(line)
      let offered = page.links.map(\.command) + page.rows.flatMap(\.links).map(\.command)
      for command in offered where !command.hasPrefix("quick") {
        let verb = command.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        #expect(!writes.contains(verb), "\(line): \(command)")
      }
    }
    for line in ["suggestions dismiss g2", "suggestions complete g2", "suggestions more"] {
      let told = try await prompt.enter(line)
      #expect(told.problems.map(\.title) == ["You can view this but not change it."])
      #expect(told.problems.map(\.exitCode) == [.refused])
    }
    let hook = prompt.stage.backend.hook
    #expect(
      hook.calls.filter { $0.hasPrefix("suggestions.") }.allSatisfy {
        $0 == "suggestions.visible" || $0 == "suggestions.show"
      })
    let empty = Prompt(as: dana, with: MadeUpFamily()) { $0.removeMetrics() }
    _ = try await empty.stage.family.switchTo(sam)
    #expect(
      try await !empty.show().links.map(\.command).contains {
        $0.hasSuffix("add") && $0 != "quick add"
      })
  }

  @Test("A parent reads \"Consider discussing together\" beside the suggestions")
  func discussing() async throws {
    let prompt = try await prompt()
    let section = try #require(try await prompt.show().section("Action Items"))
    #expect(section.paragraphs == ["Consider discussing together"])
    #expect(section.rows.map(\.handle) == ["g2", "g4", "g1"])
    #expect(
      try await prompt.show("suggestions why g2").paragraphs.last == "Consider discussing together")
    #expect(try await Prompt().show().paragraphs.contains("Consider discussing together") == false)
  }

  @Test("An action item names the athlete to a parent, and speaks to the athlete")
  func addressed() async throws {
    let parents = try await prompt()
    let named = "Sam has not contacted Lakeside State in 20 days. It is one of Sam's A schools."
    #expect(try await parents.show("suggestions").row("g2")?.detail == named)
    #expect(try await parents.show("suggestions why g2").paragraphs.contains(named))
    let own = "You have not contacted Lakeside State in 20 days. It is one of your A schools."
    #expect(try await Prompt().show("suggestions").row("g2")?.detail == own)
  }

  @Test("A parent keeps quick tasks of their own")
  func ownQuickTasks() async throws {
    let prompt = try await prompt()
    try await prompt.enter("quick add Book the hotel")
    #expect(try await prompt.show().section("Quick Tasks")?.rows.map(\.title) == ["Book the hotel"])
    _ = try await prompt.stage.family.switchTo(mia)
    await prompt.hear(.viewerChanged)
    #expect(prompt.page().section("Quick Tasks")?.rows.map(\.title) == ["Book the hotel"])
  }

  @Test("A parent sees what the athlete did this week, and no feed twice")
  func athleteActivity() async throws {
    // Today is Tuesday, and the week began on Monday. One of the three tasks was completed on
    // Sunday, so it belongs to the week before.
    let prompt = try await prompt { rows in
      for (index, task) in TaskCatalogue.templates.prefix(3).enumerated() {
        let time = ExampleFamily.now.adding(days: [0, -1, -2][index])
        rows.setStatus(.completed, task: task.id, athlete: ExampleFamily.sam, at: time)
      }
      for index in 0..<4 {
        rows.interactions[index].createdAt = ExampleFamily.now.adding(days: index < 3 ? -1 : -2)
      }
      rows.metrics[0].recordedDate = Sample.today
      rows.metrics[1].recordedDate = Sample.today.adding(days: -2)
    }
    let page = try await prompt.show()
    let section = try #require(page.section("Sam Lee's Activity"))
    #expect(
      section.cards.map(\.title) == ["Tasks completed", "Interactions logged", "Metrics recorded"])
    #expect(section.cards.map(\.value) == ["2", "3", "1"])
    #expect(section.rows.count == 5)
    #expect(page.section("Recent Activity") == nil)
    #expect(try await Prompt().show().section("Recent Activity") != nil)
  }

  @Test("A parent without athletes sees how to link the family, and their own quick tasks")
  func noAthletes() async throws {
    let prompt = try await prompt()
    for family in [ExampleFamily.samsFamily, ExampleFamily.miasFamily] {
      _ = try await prompt.stage.backend.families.leave(family: family)
    }
    prompt.stage.family.reset()
    let page = try await prompt.show()
    #expect(page.blocks.first == FamilyContextClient.linkYourFamily.block)
    #expect(page.cards.isEmpty && page.section("Quick Tasks") != nil)
    #expect(page.problem == nil)
    #expect(prompt.stage.backend.hook.count(of: "dashboard.schools") == 0)
    let refused = try await prompt.enter("suggestions more").problems
    #expect(refused.map(\.exitCode) == [.notFound])
  }
}
