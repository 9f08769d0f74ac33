import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("A parent's page")
struct ParentTests {
  private let sam = ExampleFamily.sam
  private let mia = ExampleFamily.mia
  private let dana = ExampleFamily.dana

  /// Returns the prompt of the parent Dana, who views Sam.
  private func prompt() async throws -> Prompt {
    let prompt = Prompt(as: dana)
    try await prompt.stage.switchTo(sam)
    return prompt
  }

  @Test("Parent mode shows read-only view")
  func readOnly() async throws {
    let prompt = try await prompt()
    let page = try await prompt.show("tasks")
    #expect(page.title == "Sam Lee's Tasks")
    let banner = try #require(page.banner)
    #expect(banner.icon == "👁")
    #expect(
      banner.lines == ["Viewing Sam Lee's Tasks (Read-Only)", "Sam Lee sees your visits."])
    #expect(page.blocks.first == .banner(banner))
    #expect(page.progress?.text == "Sam has completed 1 of 5 tasks (20%)")
    #expect(page.rows.map(\.handle) == ["t2", "t3", "t4", "t5", "t6"])
    #expect(page.rows.allSatisfy { $0.links.isEmpty })
    let shown = try await prompt.show("tasks show 4")
    #expect(shown.row("t4")?.links.isEmpty == true)
    #expect(shown.row("t4")?.section("🔒 Complete These First") != nil)
    #expect(shown.banner != nil)
  }

  @Test("An athlete's own page has no banner")
  func noBanner() async throws {
    let page = try await Prompt().show("tasks")
    #expect(page.banner == nil && page.title == "My Tasks")
  }

  @Test("Parent viewing with multiple athletes")
  func switcher() async throws {
    let prompt = try await prompt()
    let toMia = try #require(try await prompt.show("tasks").banner?.links)
    #expect(toMia.map(\.label) == ["Switch to Mia Lee"])
    #expect(toMia.map(\.command) == ["family switch p3"])
    try await prompt.stage.switchTo(mia)
    await prompt.hear(.viewerChanged)
    let page = prompt.page()
    #expect(page.title == "Mia Lee's Tasks")
    #expect(page.context == "Grade 12 · Class of 2026")
    #expect(page.banner?.links.map(\.label) == ["Switch to Sam Lee"])
  }

  @Test("A parent of one athlete has nobody to switch to")
  func oneAthlete() async throws {
    let prompt = try await prompt()
    _ = try await prompt.stage.backend.families.leave(family: ExampleFamily.miasFamily)
    prompt.stage.family.reset()
    #expect(try await prompt.show("tasks").banner?.links == [])
  }

  @Test(
    "Great job is for athletes: a parent's change is refused before any request",
    arguments: [
      "complete 3", "start 3", "skip 3", "reset 2", "due 3 tomorrow", "due 3 none",
    ])
  func refusedByTheFeature(line: String) async throws {
    let prompt = try await prompt()
    try await prompt.enter("tasks")
    let before = (prompt.state, try prompt.stage.backend.everything())
    let outcomes = try await prompt.enter("tasks \(line)")
    #expect(outcomes.problems.map(\.title) == ["You can view this but not change it."])
    #expect(outcomes.problems.map(\.exitCode) == [.refused])
    #expect(outcomes.done.isEmpty && outcomes.notices.isEmpty)
    #expect(prompt.state == before.0)
    #expect(try prompt.stage.backend.everything() == before.1)
    let hook = prompt.stage.backend.hook
    #expect(hook.count(of: "timeline.setStatus") + hook.count(of: "timeline.setDueDate") == 0)
  }

  @Test("The gateway refuses a parent, too, whatever a feature lets through")
  func refusedByTheGateway() async throws {
    let timeline = Stage(as: dana).backend.timeline
    for status in TaskStatus.allCases {
      let problem = await #expect(throws: Problem.self) {
        try await timeline.setStatus(Sample.strength, status, sam)
      }
      #expect(problem == .readOnly)
    }
    let problem = await #expect(throws: Problem.self) {
      try await timeline.setDueDate(Sample.strength, to: nil, of: sam)
    }
    #expect(problem?.exitCode == .refused)
  }

  @Test("A parent without athletes sees how to link the family, and nothing of an athlete")
  func noAthletes() async throws {
    let prompt = try await prompt()
    for family in [ExampleFamily.samsFamily, ExampleFamily.miasFamily] {
      _ = try await prompt.stage.backend.families.leave(family: family)
    }
    prompt.stage.family.reset()
    let page = try await prompt.show("tasks")
    #expect(page.blocks == [FamilyContextClient.linkYourFamily.block])
    #expect(page.empty?.text == "You are not linked to an athlete.")
    #expect(page.empty?.links.map(\.command) == ["family join"])
    #expect(page.problem == nil && page.title == "Tasks")
    for line in ["complete 3", "filter --clear"] {
      let problem = try await prompt.enter("tasks \(line)").problems.first
      #expect(problem?.title == "You are not linked to an athlete.")
      #expect(problem?.exitCode == .notFound)
    }
  }

  @Test("A visit is noted once for each page a parent asks for, with the task that was read")
  func visits() async throws {
    let prompt = try await prompt()
    try await prompt.enter("tasks")
    try await prompt.enter("tasks show 4")
    // A visit is logged when a parent opens a page. Refreshing the same page must log no further
    // visit.
    await prompt.hear(.refreshed)
    await prompt.hear(.dataChanged)
    try await prompt.enter("tasks filter --status completed")
    let visits = try await prompt.stage.visits()
    #expect(visits.map(\.itemType) == [.known(.timeline), .known(.timeline)])
    #expect(Set(visits.map(\.item?.handle)) == ["t4", nil])
    #expect(visits.allSatisfy { $0.parent.id == dana })
  }

  @Test("An athlete's own visits are not noted")
  func ownVisits() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks")
    #expect(prompt.stage.backend.hook.count(of: "viewLog.record") == 0)
  }

  @Test("A visit that cannot be noted spoils nothing")
  func failingLog() async throws {
    let prompt = try await prompt()
    prompt.stage.backend.hook.fail("viewLog.record", .serverError)
    #expect(try await prompt.enter("tasks").isEmpty)
    #expect(prompt.stage.backend.hook.count(of: "viewLog.record") == 1)
    #expect(prompt.page().rows.count == 5)
  }

  @Test("A page that could not be loaded was not visited")
  func failedVisit() async throws {
    let prompt = try await prompt()
    prompt.stage.backend.hook.fail("timeline.tasks", .offline)
    try await prompt.enter("tasks")
    #expect(prompt.stage.backend.hook.count(of: "viewLog.record") == 0)
  }

  @Test("Nothing of one athlete is left when another is looked at, not even for a moment")
  func clearedAtOnce() async throws {
    let prompt = try await prompt()
    try await prompt.enter("tasks show 4")
    try await prompt.stage.switchTo(mia)
    prompt.stage.backend.hook.fail("timeline.tasks", .offline)
    await prompt.hear(.viewerChanged)
    #expect(prompt.state.shown == .list && prompt.state.loaded.value == nil)
    #expect(prompt.page().rows.isEmpty)
  }
}
