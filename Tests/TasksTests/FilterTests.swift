import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("Filters")
struct FilterTests {
  private let sam = ExampleFamily.sam

  @Test(
    "Filters work (status, urgency)",
    arguments: [
      ("--status all", ["t2", "t3", "t4", "t5", "t6"]),
      ("--status not-started", ["t3", "t4", "t6"]),
      ("--status in_progress", ["t2"]), ("--status completed", ["t5"]), ("--status skipped", []),
      ("--urgency critical", ["t2"]), ("--urgency urgent", ["t3"]), ("--urgency upcoming", []),
      ("--status in-progress --urgency critical", ["t2"]),
      ("--status completed --urgency critical", []),
    ])
  func filters(options: String, handles: [String]) async throws {
    let stored = Prompt()
    try await stored.enter("tasks filter \(options)")
    #expect(try await stored.show("tasks").rows.map(\.handle) == handles)
    #expect(try await Prompt().show("tasks \(options)").rows.map(\.handle) == handles)
  }

  @Test("A skipped task is under Skipped, not under Not Started")
  func skipped() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks skip 6")
    #expect(try await prompt.show("tasks --status skipped").rows.map(\.handle) == ["t6"])
    #expect(try await prompt.show("tasks --status not-started").row("t6") == nil)
  }

  @Test("Filters are remembered under the specified keys, with the raw words")
  func keys() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status in-progress --urgency critical")
    let preferences = prompt.stage.backend.devicePreferences
    #expect(try await preferences.value(of: "taskStatusFilter_\(sam)") == "in_progress")
    #expect(try await preferences.value(of: "taskUrgencyFilter_\(sam)") == "critical")
    // After a new start, the program must use the filters that it has stored before.
    let page = try await Prompt(prompt.stage).show("tasks")
    #expect(page.rows.map(\.handle) == ["t2"])
    #expect(
      page.paragraphs == [
        "Required 1 of 4 (25%) · Status in progress · Urgency overdue / due soon"
      ])
  }

  @Test("Choosing one filter leaves the other as it was")
  func oneAtATime() async throws {
    let prompt = Prompt()
    #expect(
      try await prompt.enter("tasks filter --status in-progress").done.map(\.sentence)
        == ["Filters: status In Progress, urgency All."])
    #expect(
      try await prompt.enter("tasks filter --urgency critical").done.map(\.sentence)
        == ["Filters: status In Progress, urgency Overdue / Due Soon."])
    #expect(
      try await prompt.enter("tasks filter --clear --urgency upcoming").done.map(\.sentence)
        == ["Filters: status All, urgency Due In 2 Weeks."])
    #expect(
      try await prompt.enter("tasks filter --clear").done.map(\.sentence)
        == ["Filters: status All, urgency All."])
  }

  @Test("Without an option `tasks filter` says what is set and writes nothing")
  func asked() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status skipped")
    let writes = prompt.stage.backend.hook.count(of: "devicePreferences.set")
    #expect(
      try await prompt.enter("tasks filter").done.map(\.sentence)
        == ["Filters: status Skipped, urgency All."])
    #expect(prompt.stage.backend.hook.count(of: "devicePreferences.set") == writes)
  }

  @Test("At a terminal `tasks filter` asks for the status and the urgency, not whether to clear")
  func guided() throws {
    let command = try #require(
      Stage().feature.commands.map(\.description).first { $0.verb == "filter" })
    #expect(command.isGuided)
    #expect(try CommandDraft(command, words: []).unasked.map(\.name) == ["status", "urgency"])
  }

  @Test("A filter of one listing is not remembered, and wins over the remembered one")
  func passing() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status completed")
    let page = try await prompt.show("tasks --status in-progress")
    #expect(page.rows.map(\.handle) == ["t2"])
    #expect(try await prompt.show("tasks").rows.map(\.handle) == ["t5"])
    let both = try await prompt.show("tasks --urgency critical")
    #expect(both.rows.isEmpty)
    #expect(
      both.paragraphs.first?.hasSuffix("Status completed · Urgency overdue / due soon") == true)
  }

  @Test("Filters that hide everything say so, with the command that clears them")
  func nothingLeft() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status skipped")
    let page = try await prompt.show("tasks")
    #expect(page.empty?.text == "No tasks match these filters.")
    #expect(page.empty?.links == [CommandLink("Show all tasks", "tasks filter --clear")])
    #expect(page.progress?.text == "You've completed 1 of 5 tasks (20%)")
    try await prompt.enter("tasks filter --clear")
    #expect(prompt.page().rows.count == 5)
  }

  @Test("A filter that is stored already is not written again")
  func storedAlready() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status skipped")
    let writes = prompt.stage.backend.hook.count(of: "devicePreferences.set")
    try await prompt.enter("tasks filter --status skipped --urgency all")
    #expect(prompt.stage.backend.hook.count(of: "devicePreferences.set") == writes)
  }

  @Test("Filters of one listing that hide everything lead back to the listing without them")
  func nothingLeftOfAListing() async throws {
    let page = try await Prompt().show("tasks --grade 9 --status skipped")
    #expect(page.empty?.links.map(\.command) == ["tasks --grade 9"])
  }

  @Test("In a browser the way out of filters that hide everything names each filter")
  func nothingLeftInABrowser() async throws {
    let page = try await Stage().withButtons.show("tasks --grade 9 --status skipped")
    #expect(
      page.empty?.links.map(\.command) == ["tasks --grade 9 --status all --urgency all"])
  }

  @Test(
    "A stored value nobody knows means all", arguments: ["done", "", "IN_PROGRESS", "future", "🎉"])
  func unknownValues(value: String) async throws {
    let prompt = Prompt { world in
      Sample.begin(&world)
      world.setDevicePreference(
        "taskStatusFilter_\(ExampleFamily.sam)", of: ExampleFamily.sam, to: value)
      world.setDevicePreference(
        "taskUrgencyFilter_\(ExampleFamily.sam)", of: ExampleFamily.sam, to: value)
    }
    let page = try await prompt.show("tasks")
    #expect(page.rows.count == 5)
    #expect(page.paragraphs == ["Required 1 of 4 (25%) · Status all · Urgency all"])
  }

  @Test("A parent's filters are kept for each athlete, and are not the athlete's")
  func ofEachAthlete() async throws {
    let prompt = Prompt(as: ExampleFamily.dana)
    try await prompt.stage.switchTo(sam)
    try await prompt.enter("tasks filter --status completed")
    #expect(try await prompt.show("tasks").rows.map(\.handle) == ["t5"])
    try await prompt.stage.switchTo(ExampleFamily.mia)
    await prompt.hear(.viewerChanged)
    #expect(try await prompt.show("tasks --grade 10").rows.count == 5)
    try await prompt.stage.switchTo(sam)
    await prompt.hear(.viewerChanged)
    #expect(try await prompt.show("tasks").rows.map(\.handle) == ["t5"])
    prompt.stage.backend.signIn(sam)
    let own = try await prompt.stage.backend.devicePreferences.value(of: "taskStatusFilter_\(sam)")
    #expect(own == nil)
  }
}
