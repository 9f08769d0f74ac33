import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("The details of a task")
struct DetailsTests {
  @Test("Expand/collapse details works")
  func expandAndCollapse() async throws {
    let prompt = Prompt()
    let folded = try #require(try await prompt.show("tasks").row("t3"))
    #expect(folded.expanded.isEmpty)
    let page = try await prompt.show(try #require(folded.opens).command)
    let row = try #require(page.row("t3"))
    #expect(row.section("What to Do")?.text == "How to: Start a strength routine.")
    #expect(row.section("Why It Matters")?.text == "Why: Start a strength routine.")
    #expect(row.section("What Can Go Wrong")?.text == "Risk: Start a strength routine.")
    #expect(page.progress?.text == "You've completed 1 of 5 tasks (20%)")
    #expect(row.opens?.label == "Hide details")
    let again = try await prompt.show(try #require(row.opens).command)
    #expect(again.rows.count == 5 && again.rows.allSatisfy { $0.expanded.isEmpty })
  }

  @Test("The task is shown alone, with the way back to the others")
  func alone() async throws {
    let page = try await Prompt().show("tasks show 3")
    #expect(page.sections.map(\.title) == ["Required"])
    #expect(page.rows.map(\.handle) == ["t3"])
    #expect(page.sections[0].more == CommandLink("… 4 more", "tasks"))
  }

  @Test("In a browser the page of a task is named after it, and its last link says where it leads")
  func ownPage() async throws {
    let stage = Stage().withButtons
    let page = try await stage.show("tasks show t3")
    #expect(page.title == "Start a strength routine")
    #expect(page.sections[0].more == CommandLink("4 more tasks of grade 10", "tasks"))
    _ = try await stage.say("tasks filter --status completed")
    let last = try await stage.show("tasks show t5")
    #expect(last.sections[0].more == CommandLink("Back to the list", "tasks"))
    #expect(try await stage.show("tasks").title == "My Tasks")
  }

  @Test("Of a filtered list only those it shows count as more")
  func aloneAmongFiltered() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks --status not-started")
    let page = try await prompt.show("tasks show 3")
    #expect(page.sections[0].more == CommandLink("… 2 more", "tasks --status not-started"))
    try await prompt.enter("tasks filter --status completed")
    let last = try await prompt.show("tasks show 5")
    #expect(last.sections[0].more == CommandLink("… back to the list", "tasks"))
  }

  @Test("No row limit hides the unfolded task", arguments: [0, 1, 3])
  func neverHidden(limit: Int) async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks show 6")
    #expect(prompt.page(rowLimit: limit).row("t6")?.expanded.isEmpty == false)
  }

  @Test("No filter hides the unfolded task")
  func filtersDoNotHide() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status completed")
    #expect(try await prompt.show("tasks show 6").row("t6")?.expanded.isEmpty == false)
  }

  @Test("A task of another grade is shown on that grade's page, and leads back to it")
  func otherGrade() async throws {
    let prompt = Prompt()
    let page = try await prompt.show("tasks show 7")
    #expect(page.context == "Grade 11 · Class of 2028")
    #expect(page.row("t7")?.expanded.isEmpty == false)
    #expect(page.row("t7")?.opens?.command == "tasks")
    let catalogue = Prompt(templates: TaskCatalogue.templates) { _ in }
    let nine = try await catalogue.show("tasks show t1")
    #expect(nine.sections[0].more == CommandLink("… 17 more", "tasks --grade 9"))
    try await catalogue.enter("tasks --grade 9 --status completed")
    let kept = try await catalogue.show("tasks show t1")
    #expect(kept.sections[0].more?.command == "tasks --grade 9 --status completed")
  }

  @Test("A locked task shows what to complete first, in red, and only that")
  func locked() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --clear")
    let row = try #require(try await prompt.show("tasks show 7").row("t7"))
    #expect(row.marker == .locked && row.tone == .muted)
    #expect(row.badges.map(\.text) == ["Not started", "Locked"])
    let first = try #require(row.section("🔒 Complete These First"))
    #expect(first.tone == .danger)
    #expect(first.rows.map(\.handle) == ["t1", "t4"])
    #expect(
      first.rows.map(\.badges) == [
        [Badge("Grade 9", tone: .muted)], [Badge("Grade 10", tone: .muted)],
      ])
    #expect(first.rows.map(\.opens?.command) == ["tasks show t1", "tasks show t4"])
    try await prompt.enter("tasks complete 1")
    #expect(
      prompt.page().row("t7")?.section("🔒 Complete These First")?.rows.map(\.handle) == ["t4"])
  }

  @Test("Met prerequisites are shown as met, and what waits for the task is named")
  func prerequisites() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks complete 2")
    let row = try #require(try await prompt.show("tasks show 4").row("t4"))
    #expect(row.section("🔒 Complete These First") == nil)
    #expect(row.section("Prerequisites")?.rows.map(\.marker) == [.checked])
    #expect(row.section("Waiting for This")?.rows.map(\.handle) == ["t7"])
    #expect(row.badges.map(\.text) == ["Not started", "Required"])
  }

  @Test("A completed task whose prerequisite was taken back shows no lock, and keeps what it needs")
  func completedAndUnmet() async throws {
    let prompt = Prompt()
    for line in ["tasks complete 2", "tasks complete 4", "tasks reset 2"] {
      try await prompt.enter(line)
    }
    let row = try #require(try await prompt.show("tasks show 4").row("t4"))
    #expect(row.marker == .checked)
    #expect(row.badges.map(\.text) == ["Completed", "Required"])
    #expect(row.section("🔒 Complete These First") == nil)
    #expect(row.section("Prerequisites")?.rows.map(\.marker) == [.unchecked])
  }

  @Test("The facts say all that the signs do")
  func facts() async throws {
    var templates = Sample.templates
    templates[2].divisionApplicability = ["DI", "DIII", "JUCO"]
    let prompt = Prompt(templates: templates)
    #expect(
      try await prompt.show("tasks show 3").row("t3")?.facts == [
        Fact("Status", "Not started"), Fact("Counts as", "Required"),
        Fact("Due", "Feb 14, 2026 (own date)"), Fact("Category", "Recruiting"),
        Fact("For", "D1, D3, JUCO"),
      ])
    #expect(
      try await prompt.show("tasks show 5").row("t5")?.facts == [
        Fact("Status", "Completed"), Fact("Counts as", "Required"), Fact("Due", "Oct 31, 2025"),
        Fact("Completed", "Feb 10, 2026"), Fact("Category", "Recruiting"),
        Fact("For", "Every division"),
      ])
  }

  @Test(
    "What can be done with a task depends on how far it is",
    arguments: [
      ("t3", [], ["complete", "start", "skip", "due"]),
      ("t2", [], ["complete", "skip", "reset", "due"]),
      ("t4", [], ["complete", "skip", "due"]), ("t5", [], ["reset"]),
      ("t6", ["tasks skip 6"], ["complete", "start", "reset"]),
    ])
  func offers(handle: String, before: [String], verbs: [String]) async throws {
    let prompt = Prompt()
    for line in before { try await prompt.enter(line) }
    let row = try #require(try await prompt.show("tasks show \(handle)").row(handle))
    #expect(row.links.map(\.command) == verbs.map { "tasks \($0) \(handle)" })
    #expect(row.links.filter { !$0.isEnabled }.map(\.label) == (handle == "t4" ? ["Complete"] : []))
  }

  @Test("Very long task descriptions")
  func longTexts() async throws {
    let long = Array(repeating: "word", count: 20_000).joined(separator: " ")
    var templates = Sample.templates
    templates[2].title = long
    templates[2].description = long + "\n\u{1B}[2J<script>"
    templates[2].whyItMatters = nil
    templates[2].failureRisk = ""
    let prompt = Prompt(templates: templates)
    let row = try #require(try await prompt.show("tasks").row("t3"))
    #expect(row.title == long && row.preview?.hasPrefix(long) == true)
    let shown = try #require(try await prompt.show("tasks show 3").row("t3"))
    // The page contains the whole text unchanged. It is the task of each renderer to shorten the
    // text and to escape control characters.
    #expect(shown.section("What to Do")?.text == long + "\n\u{1B}[2J<script>")
    #expect(shown.section("Why It Matters") == nil)
    #expect(try await prompt.enter("tasks complete 3").done.count == 1)
  }
}
