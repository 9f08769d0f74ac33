import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("What a screen reader says")
struct SpokenTests {
  @Test(
    "Task: title, status, locked or unlocked, required or optional",
    arguments: [
      ("t2", "Task t2. Build a target list, In progress, Unlocked, Required. Overdue."),
      ("t3", "Task t3. Start a strength routine, Not started, Unlocked, Required. Due Feb 14."),
      (
        "t4",
        "Task t4. E-mail ten coaches, Not started, Locked, Required. Complete Build a target list to unlock. Due Feb 28."
      ),
      ("t5", "Task t5. Take the PSAT, Completed, Unlocked, Required."),
      ("t6", "Task t6. Make a highlight clip, Not started, Unlocked, Optional. Due Mar 31."),
    ])
  func task(handle: String, words: String) async throws {
    #expect(try await Prompt().show("tasks").row(handle)?.spoken == words)
    #expect(try await Prompt().show("tasks show \(handle)").row(handle)?.spoken == words)
  }

  @Test("What a locked task waits for is in its sentence, so the line below it is not spoken")
  func lockedOnce() async throws {
    let row = try await Prompt().show("tasks").row("t4")
    #expect(row?.detail == "after Build a target list" && row?.isDetailSpoken == true)
  }

  @Test("Checkbox: mark the task complete, or complete its prerequisites to unlock")
  func checkbox() async throws {
    let prompt = Prompt()
    let page = try await prompt.show("tasks")
    func spoken(_ handle: String) -> [String?]? { page.row(handle)?.links.map(\.spoken) }
    #expect(spoken("t3") == ["Mark Start a strength routine complete"])
    #expect(spoken("t4") == ["Complete Build a target list to unlock"])
    #expect(spoken("t5") == ["Reset Take the PSAT to not started"])
    #expect(page.row("t4")?.links.map(\.isEnabled) == [false])
    let visit = try await prompt.show("tasks --grade 11").row("t7")
    #expect(
      visit?.links.map(\.spoken) == [
        "Complete Understand the requirements and E-mail ten coaches to unlock"
      ])
  }

  @Test("Three prerequisites are read as a sentence")
  func threePrerequisites() async throws {
    var templates = Sample.templates
    templates[6].dependencyIDs = [Sample.requirements, Sample.target, Sample.email]
    let row = try await Prompt(templates: templates).show("tasks --grade 11").row("t7")
    #expect(
      row?.links.first?.spoken
        == "Complete Understand the requirements, Build a target list and E-mail ten coaches to unlock"
    )
    #expect(
      row?.detail == "after Understand the requirements, Build a target list and 1 more")
  }

  @Test("A task that waits for one of the same name says of which grade that is")
  func sameName() async throws {
    var templates = Sample.templates
    templates[6].title = Sample.templates[0].title
    let row = try await Prompt(templates: templates).show("tasks --grade 11").row("t7")
    #expect(
      row?.detail == "after Understand the requirements (grade 9) and E-mail ten coaches")
    #expect(
      row?.links.first?.spoken
        == "Complete Understand the requirements (grade 9) and E-mail ten coaches to unlock")
    #expect(
      row?.spoken.hasPrefix("Task t7. Understand the requirements (grade 11), Not started") == true)
    let earlier = try await Prompt(templates: templates).show("tasks show t1").row("t1")
    #expect(earlier?.spoken.hasPrefix("Task t1. Understand the requirements (grade 9), ") == true)
    #expect(
      earlier?.links.map(\.spoken).first == "Mark Understand the requirements (grade 9) complete")
  }

  @Test("A message that names two tasks of one name tells them apart by their grades")
  func sameNameInMessages() async throws {
    var templates = Sample.templates
    templates[6].title = Sample.templates[0].title
    let prompt = Prompt(templates: templates)
    let problem = try await prompt.enter("tasks complete t7").problems.first
    #expect(problem?.title == "t7 Understand the requirements (grade 11) is locked.")
    #expect(
      problem?.details == [
        "First complete: t1 Understand the requirements (grade 9)",
        "First complete: t4 E-mail ten coaches",
      ])
    try await prompt.enter("tasks complete t2 t4")
    let done = try await prompt.enter("tasks complete t1").done
    #expect(
      done.map(\.sentence) == [
        "t1 Understand the requirements (grade 9) is complete. Great job! 🎉"
      ])
    #expect(
      done.first?.details == [
        "grade 9: 1 of 1 (100%) · unlocked: t7 Understand the requirements (grade 11) · undo takes it back"
      ])
    let summary = try await prompt.stage.backend.undo.undo().summary
    #expect(summary == "Completed t1 Understand the requirements (grade 9)")
  }

  @Test("Two tasks of the plan with one name are told apart by their grades")
  func sameNameInPlan() async throws {
    var templates = Sample.templates
    templates[1].title = Sample.templates[0].title
    let prompt = Prompt(templates: templates) {
      $0.setGraduationYear(2027, began: ExampleFamily.now)
    }
    let page = try await prompt.show("tasks plan")
    #expect(
      ["t1", "t2", "t3"].map { page.row($0)?.spoken.contains("(grade ") } == [true, true, false])
    #expect(page.row("t2")?.title == "Understand the requirements")
  }

  @Test(
    "Progress: completed X of Y tasks, Z percent complete",
    arguments: [
      ("tasks", "Completed 1 of 5 tasks, 20 percent complete."),
      ("tasks --grade 9", "Completed 0 of 1 tasks, 0 percent complete."),
    ])
  func progress(line: String, words: String) async throws {
    #expect(try await Prompt().show(line).progress?.spoken == words)
  }

  @Test("The banner is read without its pictogram")
  func banner() async throws {
    let prompt = Prompt(as: ExampleFamily.dana)
    try await prompt.stage.switchTo(ExampleFamily.sam)
    #expect(
      try await prompt.show("tasks").banner?.spoken
        == "Viewing Sam Lee's Tasks (Read-Only). Sam Lee sees your visits.")
  }

  @Test("What is unfolded is said whole: prerequisites with their state, links with their task")
  func details() async throws {
    let prompt = Prompt()
    let row = try #require(try await prompt.show("tasks show 4").row("t4"))
    #expect(
      row.section("🔒 Complete These First")?.rows.map(\.spoken) == [
        "Task t2. Build a target list, Not completed, Grade 10."
      ])
    #expect(
      row.section("Waiting for This")?.rows.map(\.spoken) == ["Task t7. Visit a campus"])
    #expect(
      row.links.map(\.spoken) == [
        "Complete Build a target list to unlock", "Skip E-mail ten coaches",
        "Set a date for E-mail ten coaches",
      ])
  }

  @Test("No row says less than it shows")
  func announcements() async throws {
    for row in try await Prompt().show("tasks").rows {
      for shown in [row.title, row.handle, row.badges.first?.text, row.trailing?.text] {
        guard let shown else { continue }
        #expect(row.announcement.contains(shown))
      }
    }
  }
}
