import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("Completing, starting, skipping, starting over")
struct ChangeTests {
  private let sam = ExampleFamily.sam

  @Test("Can mark task complete (if unlocked)")
  func complete() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("tasks").row("t3")?.marker == .unchecked)
    let outcomes = try await prompt.enter("tasks complete strength")
    #expect(
      outcomes.done.map(\.sentence) == ["t3 Start a strength routine is complete. Great job! 🎉"])
    let page = prompt.page()
    #expect(page.row("t3")?.marker == .checked)
    #expect(page.row("t3")?.badges.map(\.text) == ["Completed"])
    #expect(page.progress?.text == "You've completed 2 of 5 tasks (40%)")
    let saved = try await prompt.stage.progress(Sample.strength)
    #expect(saved?.completedAt == ExampleFamily.now)
  }

  @Test("Dependent tasks unlock after prerequisites complete")
  func unlock() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("tasks").row("t4")?.marker == .locked)
    let outcomes = try await prompt.enter("tasks complete 2")
    #expect(
      outcomes.done.map(\.details) == [
        ["2 of 5 (40%) · unlocked: t4 E-mail ten coaches · undo takes it back"]
      ])
    #expect(prompt.page().row("t4")?.marker == .unchecked)
    #expect(prompt.page().row("t4")?.badges.map(\.text) == ["Not started"])
    // Another task waits for task 1 and for a second task, which is still open. Completing task 1
    // must therefore unlock nothing.
    #expect(
      try await prompt.enter("tasks complete 1").done.map(\.details) == [
        ["grade 9: 1 of 1 (100%) · undo takes it back"]
      ])
    #expect(
      try await prompt.enter("tasks complete 4").done.map(\.details) == [
        ["3 of 5 (60%) · unlocked: t7 Visit a campus · undo takes it back"]
      ])
  }

  @Test("Taking a prerequisite back locks what waits for it, and leaves how far that is")
  func lockAgain() async throws {
    let prompt = Prompt()
    for line in ["tasks complete 2", "tasks start 4", "tasks reset 2"] {
      try await prompt.enter(line)
    }
    let row = try #require(try await prompt.show("tasks").row("t4"))
    #expect(row.marker == .locked)
    #expect(row.spoken.hasPrefix("Task t4. E-mail ten coaches, In progress, Locked, Required."))
  }

  @Test("Success message appears and fades")
  func success() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks")
    let outcomes = try await prompt.enter("tasks complete 3")
    #expect(outcomes.done.count == 1 && outcomes.problems.isEmpty && outcomes.notices.isEmpty)
    #expect(outcomes.done[0].sentence.hasSuffix("Great job! 🎉"))
    // The outcome of a command is shown once. It must not be on the page, and the next command must
    // not report it again.
    let texts = prompt.page().messages.map(\.text) + prompt.page().paragraphs
    #expect(!texts.contains { $0.contains("Great job") })
    #expect(try await prompt.enter("tasks").isEmpty)
  }

  @Test(
    "Great job is said of completing and of nothing else",
    arguments: ["start 3", "skip 3", "reset 5", "due 3 tomorrow", "filter --clear"])
  func otherSuccess(line: String) async throws {
    let done = try await Prompt().enter("tasks \(line)").done
    #expect(done.count == 1)
    #expect(!done[0].sentence.contains("Great job"))
  }

  @Test("Cannot complete locked task (alert shows)", arguments: ["complete", "start"])
  func locked(verb: String) async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks")
    let before = prompt.state
    let outcomes = try await prompt.enter("tasks \(verb) 7")
    let problem = try #require(outcomes.problems.first)
    #expect(outcomes.count == 1)
    #expect(problem.title == "t7 Visit a campus is locked.")
    #expect(
      problem.details == [
        "First complete: t1 Understand the requirements", "First complete: t4 E-mail ten coaches",
      ])
    #expect(problem.fix == "See why:  tasks show t7")
    #expect(problem.exitCode == .refused)
    #expect(prompt.state == before)
    #expect(try await prompt.stage.progress(Sample.visit) == nil)
  }

  @Test("A lock that came to be behind the page's back is found at the gateway")
  func lockedBehindTheBack() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks complete 2")
    #expect(try await prompt.show("tasks").row("t4")?.marker == .unchecked)
    _ = try await prompt.stage.backend.timeline.resetTask(
      Sample.target, of: ExampleFamily.sam)
    let problem = try await prompt.enter("tasks complete 4").problems.first
    #expect(problem?.cause == .locked)
    #expect(problem?.details == ["First complete: t2 Build a target list"])
  }

  @Test("Several are completed in one step, whichever waits for which, with a line each")
  func several() async throws {
    let prompt = Prompt()
    // Task t4 is locked until t2 is complete. One command completes both, so it must succeed
    // although it names t4 first.
    let outcomes = try await prompt.enter("tasks complete t4 t2 t3")
    #expect(
      outcomes.done.map(\.sentence) == ["3 tasks are complete. Great job! 🎉"])
    #expect(
      outcomes.done.first?.details == [
        "t4 E-mail ten coaches", "t2 Build a target list", "t3 Start a strength routine",
        "4 of 5 (80%) · undo takes it back",
      ])
    #expect(
      outcomes.done.first?.brief
        == Done.Brief("3 tasks are complete. Great job! 🎉", warnings: ["4 of 5 (80%)"]))
    #expect(outcomes.done.first?.references.map(\.handle) == ["t4", "t2", "t3"])
    let undone = try await prompt.stage.backend.undo.undo()
    #expect(undone.summary == "Completed 3 tasks")
    #expect(try await prompt.show("tasks").progress?.text.hasSuffix("1 of 5 tasks (20%)") == true)
  }

  @Test("Of several, all are changed or none, and the reason is said")
  func allOrNothing() async throws {
    let prompt = Prompt()
    let outcomes = try await prompt.enter("tasks complete t3 t7")
    let problem = try #require(outcomes.problems.first)
    #expect(outcomes.done.isEmpty)
    #expect(problem.title == "t7 Visit a campus is locked.")
    #expect(problem.details.last == "None of them was changed.")
    #expect(problem.exitCode == .refused)
    #expect(try await prompt.show("tasks").row("t3")?.marker == .unchecked)
    #expect(try await prompt.stage.backend.undo.history(limit: 5).isEmpty)
  }

  @Test("Several that are so already are said to be, and no step is made of it")
  func severalAsBefore() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks skip 3 6")
    let again = try await prompt.enter("tasks skip 6 3")
    #expect(
      again.done == [
        Done(
          "These 2 tasks were already skipped.",
          references: [
            try await prompt.stage.reference("t6"), try await prompt.stage.reference("t3"),
          ])
      ])
    let mixed = try await prompt.enter("tasks skip 3 2")
    #expect(mixed.done.map(\.sentence) == ["1 task is skipped."])
    #expect(mixed.done.first?.details.first == "t3 Start a strength routine, as before")
    #expect(try await prompt.stage.backend.undo.history(limit: 5).count == 2)
  }

  @Test("Skipping says what stays locked because of it")
  func staysLocked() async throws {
    let prompt = Prompt()
    #expect(
      try await prompt.enter("tasks skip 2").done.map(\.details) == [
        ["1 of 5 (20%) · stays locked: t4 E-mail ten coaches · undo takes it back"]
      ])
  }

  @Test("A locked task may be skipped and put back")
  func skipLocked() async throws {
    let prompt = Prompt()
    #expect(
      try await prompt.enter("tasks skip 4").done.map(\.sentence) == [
        "t4 E-mail ten coaches is skipped."
      ])
    #expect(try await prompt.show("tasks").row("t4")?.marker == .locked)
    #expect(
      try await prompt.enter("tasks reset 4").done.map(\.sentence)
        == ["t4 E-mail ten coaches is back to not started."])
  }

  @Test("A skipped task counts as not completed and is marked so")
  func skipped() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks skip 6")
    let page = try await prompt.show("tasks")
    #expect(page.row("t6")?.marker == .skipped)
    #expect(page.row("t6")?.badges == [Badge("Skipped", tone: .muted)])
    #expect(page.row("t6")?.trailing == nil)
    #expect(page.progress?.text == "You've completed 1 of 5 tasks (20%)")
  }

  @Test(
    "Doing what is done already says so and changes nothing",
    arguments: [
      ("complete 5", "t5 Take the PSAT was already complete."),
      ("start 2", "t2 Build a target list was already in progress."),
      ("reset 3", "t3 Start a strength routine was already not started."),
    ])
  func already(line: String, words: String) async throws {
    let prompt = Prompt()
    let done = try await prompt.enter("tasks \(line)").done
    #expect(done.map(\.sentence) == [words])
    #expect(done.map(\.details) == [[]])
    #expect(try await prompt.stage.backend.undo.history(limit: 10).isEmpty)
  }

  @Test("Undo takes a completion back, and the page hears of it")
  func undo() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks")
    try await prompt.enter("tasks complete 3")
    _ = try await prompt.stage.backend.undo.undo()
    await prompt.hear(.dataChanged)
    #expect(prompt.page().row("t3")?.marker == .unchecked)
    #expect(prompt.page().row("t3")?.trailing?.text == "Feb 14")
  }
}

@Suite("Due dates of one's own")
struct DueDateTests {
  @Test(
    "A day is said back as it was understood, with what follows from it",
    arguments: [
      ("6 tomorrow", "t6 Make a highlight clip is due Feb 11, 2026.", ["undo takes it back"]),
      ("6 2026-03-31", "t6 Make a highlight clip is due Mar 31, 2026.", []),
      (
        "6 yesterday", "t6 Make a highlight clip is due Feb 9, 2026.",
        ["that day is past, so it is overdue · undo takes it back"]
      ),
      ("6 today", "t6 Make a highlight clip is due Feb 10, 2026.", ["undo takes it back"]),
      ("3 none", "t3 Start a strength routine has no due date.", ["undo takes it back"]),
      ("3 2026-02-14", "t3 Start a strength routine is due Feb 14, 2026.", []),
      ("6 NONE", "t6 Make a highlight clip is due on its usual day, Mar 31, 2026.", []),
      (
        "2 none", "t2 Build a target list is due on its usual day, Jan 31, 2026.",
        ["that day is past, so it is overdue"]
      ),
      (
        "5 2026-05-01", "t5 Take the PSAT is due May 1, 2026.",
        ["it is complete, so nothing is due · undo takes it back"]
      ),
    ])
  func words(line: String, sentence: String, details: [String]) async throws {
    let done = try await Prompt().enter("tasks due \(line)").done
    #expect(done.map(\.sentence) == [sentence])
    #expect(done.map(\.details) == [details])
  }

  @Test("An own date moves the task in the list, and `none` moves it back")
  func order() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks due 3 yesterday")
    #expect(try await prompt.show("tasks").rows.map(\.handle) == ["t2", "t3", "t4", "t5", "t6"])
    #expect(prompt.page().row("t3")?.trailing == Badge("Overdue", tone: .danger))
    try await prompt.enter("tasks due 3 2026-05-01")
    #expect(prompt.page().rows.map(\.handle) == ["t2", "t4", "t3", "t5", "t6"])
    try await prompt.enter("tasks due 3 2026-02-14")
    #expect(prompt.page().rows.map(\.handle) == ["t2", "t3", "t4", "t5", "t6"])
  }

  @Test("A locked task whose day is past is overdue nowhere")
  func locked() async throws {
    let prompt = Prompt()
    let done = try await prompt.enter("tasks due 4 yesterday").done
    #expect(done.first?.details == ["that day is past, and it is locked · undo takes it back"])
    #expect(try await prompt.show("tasks").row("t4")?.trailing == nil)
    #expect(prompt.page().row("t2")?.trailing == Badge("Overdue", tone: .danger))
    #expect(try await prompt.show("tasks --urgency critical").rows.map(\.handle) == ["t2"])
    let several = try await prompt.enter("tasks due t4 t6 2026-02-08").done
    #expect(
      several.first?.details.last
        == "that day is past, so 1 of them is overdue · undo takes it back")
  }

  @Test(
    "Days round today have their words and tones",
    arguments: [
      ("today", "Today", Tone.warning), ("tomorrow", "Tomorrow", .warning),
      ("+7d", "Feb 17", .warning), ("+8d", "Feb 18", .caution), ("+14d", "Feb 24", .caution),
      ("+15d", "Feb 25", .muted), ("yesterday", "Overdue", .danger),
    ])
  func badges(day: String, text: String, tone: Tone) async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks due 6 \(day)")
    #expect(try await prompt.show("tasks").row("t6")?.trailing == Badge(text, tone: tone))
  }

  @Test(
    "Years that no due date can be in are refused, and nothing is written",
    arguments: [
      ("2010-02-28", "Feb 28, 2010"), ("2025-02-09", "Feb 9, 2025"), ("9999-12-31", "Dec 31, 9999"),
    ])
  func absurd(day: String, said: String) async throws {
    let prompt = Prompt()
    let problem = try #require(try await prompt.enter("tasks due 6 \(day)").problems.first)
    #expect(problem.title == "\(said) cannot be a due date.")
    #expect(problem.details == ["Nothing was changed."])
    #expect(problem.fix == "Choose a day from Feb 10, 2025 to Feb 10, 2032.")
    #expect(problem.exitCode == .usage)
    #expect(try await prompt.stage.progress(Sample.clip) == nil)
  }
}
