import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("The plan of an athlete who began late")
struct PlanTests {
  /// Returns a prompt of Sam, who is in grade 11 and created the profile today. Task t1 of grade 9
  /// and the tasks of grade 10 are therefore from the time before.
  private func prompt(as person: RecordID = ExampleFamily.sam) -> Prompt {
    Prompt(as: person) { $0.setGraduationYear(2027, began: ExampleFamily.now) }
  }

  @Test("It says how many months and tasks are left, and what stands in each month")
  func months() async throws {
    let page = try await prompt().show("tasks plan")
    #expect(page.title == "My Plan")
    #expect(page.context == "Grade 11 · Class of 2027")
    #expect(
      page.paragraphs.first
        == "15 months are left until graduation. 5 tasks are to be done, 5 of earlier grades.")
    #expect(page.sections.map(\.title) == ["February 2026", "March 2026"])
    #expect(page.sections.map { $0.rows.map(\.handle) } == [["t1", "t2", "t3"], ["t4", "t5"]])
    let row = try #require(page.row("t4"))
    #expect(row.badges.map(\.text) == ["Grade 10"])
    #expect(row.detail == "after Build a target list")
    #expect(row.trailing == Badge("From before", tone: .muted))
  }

  @Test(
    "The months that are left are whole ones, and after the last day that is said",
    arguments: [
      ("2026-11-29", "6 months are left until graduation. "),
      ("2027-04-30", "1 month is left until graduation. "),
      ("2027-05-01", "Less than a month is left until graduation. "),
      ("2027-05-31", "Less than a month is left until graduation. "),
      ("2027-06-01", "The day of graduation has passed. "),
    ])
  func wholeMonths(today: String, words: String) async throws {
    let now = try #require(Instant(today + "T12:00:00.000Z"))
    let stage = Stage(now: now) { $0.setGraduationYear(2027, began: ExampleFamily.now) }
    let page = try await StagedPrompt(stage).show("tasks plan")
    let said = try #require(page.paragraphs.first)
    #expect(said.hasPrefix(words), "\(said)")
  }

  @Test("What belongs to a season or a grade that does not come again is named and not planned")
  func leftOut() async throws {
    let camp = Sample.task(CatalogueTask.id(forKey: "10-14"), "Attend a camp", isRequired: true)
    let grades = Sample.task(CatalogueTask.id(forKey: "10-01"), "Keep the GPA", isRequired: true)
    let prompt = Prompt(templates: Sample.templates + [camp, grades]) {
      $0.setGraduationYear(2026, began: ExampleFamily.now)
    }
    let page = try await prompt.show("tasks plan")
    #expect(page.row("t8") == nil && page.row("t4") != nil)
    #expect(
      page.paragraphs.last
        == "Not planned, because the time for it is over: Attend a camp, Keep the GPA."
    )
  }

  @Test("It is the same whichever grade was listed before")
  func otherGradeListed() async throws {
    let prompt = prompt()
    let plan = try await prompt.show("tasks plan")
    try await prompt.enter("tasks --grade 9")
    let again = try await prompt.show("tasks plan")
    #expect(again.context == plan.context && again.paragraphs == plan.paragraphs)
  }

  @Test("Each task is one press from done and from skipped")
  func presses() async throws {
    let prompt = prompt()
    let page = try await prompt.show("tasks plan")
    #expect(page.row("t1")?.links.map(\.command) == ["tasks complete t1", "tasks skip t1"])
    #expect(
      page.row("t4")?.links.map(\.command)
        == ["tasks complete t4", "tasks catch-up t2 t4", "tasks skip t4"])
    #expect(page.row("t4")?.links.map(\.isEnabled) == [false, true, true])
    #expect(
      page.row("t4")?.links[1].accessibleName
        == "Both done: Build a target list and E-mail ten coaches")
    try await prompt.enter("tasks skip t1")
    #expect(prompt.page().row("t1") == nil)
    try await prompt.enter("tasks complete t2")
    // Task t2 is complete, so t4, which waited for it, can be done a month earlier. The three tasks
    // that are left are therefore planned for one month.
    #expect(prompt.page().sections.map { $0.rows.map(\.handle) } == [["t3", "t4", "t5"]])
    try await prompt.enter("tasks complete t3 t4 t5")
    #expect(prompt.page().messages.map(\.text) == ["Every required task is done or skipped."])
    #expect(prompt.page().sections.isEmpty)
  }

  @Test("A locked task of an earlier grade is one press from done, with all that it waits for")
  func together() async throws {
    var templates = Sample.templates
    templates[1].dependencyIDs = [templates[0].id]
    let prompt = Prompt(templates: templates) {
      $0.setGraduationYear(2027, began: ExampleFamily.now)
    }
    let press = try #require(try await prompt.show("tasks plan").row("t4")?.links.dropFirst().first)
    #expect((press.label, press.command) == ("All 3 done", "tasks catch-up t1 t2 t4"))
    #expect(prompt.page().row("t4")?.showsLinks == true)
    try await prompt.enter(press.command)
    #expect(prompt.page().sections.flatMap(\.rows).map(\.handle) == ["t3", "t5"])
  }

  @Test("The list leads there, and the plan leads to saying what is done already, and back")
  func links() async throws {
    let list = try await prompt().show("tasks")
    #expect(list.messages.flatMap(\.links).map(\.command).contains("tasks plan"))
    let plan = try await prompt().show("tasks plan")
    #expect(plan.links.map(\.command) == ["tasks catch-up", "tasks"])
    let prompt = prompt()
    _ = try await prompt.show("tasks plan")
    #expect(try await prompt.show("tasks").title == "My Tasks")
  }

  @Test("A parent reads it and changes nothing")
  func parent() async throws {
    let prompt = prompt(as: ExampleFamily.dana)
    try await prompt.stage.switchTo(ExampleFamily.sam)
    let page = try await prompt.show("tasks plan")
    #expect(page.title == "Sam Lee's Plan")
    #expect(page.rows.count == 5 && page.rows.allSatisfy(\.links.isEmpty))
    #expect(page.everyLink.map(\.command) == ["tasks"])
  }

  @Test("Without a graduation year there is no last month, and the page says what is missing")
  func noYear() async throws {
    let page = try await Prompt { $0.setGraduationYear(nil) }.show("tasks plan")
    #expect(page.sections.isEmpty)
    #expect(page.messages.flatMap(\.links).map(\.command) == ["profile edit --graduation-year"])
  }
}
