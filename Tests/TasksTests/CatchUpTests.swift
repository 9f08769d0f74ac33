import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("Catching up on earlier grades")
struct CatchUpTests {
  private static let levels = RecordID.numbered(8)
  private static let list = RecordID.numbered(9)
  private static let templates =
    Sample.templates + [
      Sample.task(
        levels, "Learn the levels", grade: 9, month: 11, needs: [Sample.requirements]),
      Sample.task(list, "Choose a level", needs: [levels]),
    ]

  /// Returns a prompt of Sam, who is in grade 10 and created the profile today.
  ///
  /// Tasks t1 and t8 are of grade 9. Task t9 is of grade 10 and is locked until t8 is complete.
  private func prompt(as person: RecordID = ExampleFamily.sam) -> Prompt {
    Prompt(as: person, templates: Self.templates) {
      $0.setGraduationYear(2028, began: ExampleFamily.now)
    }
  }

  @Test("What lay before somebody came is from before, not overdue")
  func fromBefore() async throws {
    let page = try await prompt().show("tasks --grade 9")
    #expect(
      page.rows.map(\.trailing) == [
        Badge("From before", tone: .muted), Badge("From before", tone: .muted),
      ])
    #expect(
      page.row("t1")?.spoken
        == "Task t1. Understand the requirements, Not started, Unlocked, Required. From before.")
    #expect(try await prompt().show("tasks --grade 9 --urgency critical").rows.isEmpty)
    // Task t2 is of the athlete's own grade, so it is overdue, although its due date was before the
    // day on which the athlete began.
    #expect(try await prompt().show("tasks").row("t2")?.trailing?.text == "Overdue")
  }

  @Test("The page says how many tasks wait for earlier grades, and where to say what is done")
  func waiting() async throws {
    let prompt = prompt()
    let message = try #require(try await prompt.show("tasks").messages.first)
    #expect(message.text == "1 task waits for steps of earlier grades.")
    #expect(message.links.map(\.command) == ["tasks catch-up", "tasks plan"])
    try await prompt.enter("tasks catch-up all")
    #expect(prompt.page().messages.isEmpty)
  }

  @Test("Who was here all along is told nothing of it")
  func hereAllAlong() async throws {
    let page = try await Prompt(templates: Self.templates) { _ in }.show("tasks")
    #expect(page.messages.isEmpty)
  }

  @Test("Asked without a word, it lists what is open by grade and asks which are done")
  func question() async throws {
    let outcomes = try await prompt().enter("tasks catch-up")
    let need = try #require(
      outcomes.lazy.compactMap { if case .needs(let need) = $0 { need } else { nil } }.first)
    #expect(need.parameter == "steps")
    #expect(need.problem.title == "2 tasks of earlier grades are not complete.")
    #expect(
      need.problem.details == [
        "Grade 9", "  t1  Understand the requirements", "  t8  Learn the levels",
        "Which of these are done? Answer like `grade 9`, `t8`, `grade 9 t8`, `all` or `none`.",
      ])
    #expect(need.problem.exitCode == .usage)
  }

  @Test(
    "A grade, everything, or single ones are complete from before, in one step",
    arguments: ["grade 9", "all", "t8 t1", "all of grade 9", "9 t1"])
  func several(words: String) async throws {
    let prompt = prompt()
    let done = try await prompt.enter("tasks catch-up \(words)").done
    #expect(done.map(\.sentence) == ["2 tasks are complete from before."])
    #expect(
      Set(done[0].details.prefix(2)) == ["t1 Understand the requirements", "t8 Learn the levels"])
    #expect(
      done[0].details.last == "unlocked: 1 task · what is open now:  tasks · undo takes it back")
    // The short form for a page names none of the tasks, because the list of the page shows them.
    #expect(
      done[0].brief
        == Done.Brief("2 tasks are complete from before. 1 task is unlocked."))
    let saved = try #require(try await prompt.stage.progress(Self.levels))
    #expect(saved.status == .known(.completed))
    #expect(saved.completedAt == nil)
    #expect(try await prompt.show("tasks").row("t9")?.marker == .unchecked)
    let undone = try await prompt.stage.backend.undo.undo()
    #expect(undone.summary == "Caught up on 2 tasks")
    #expect(try await prompt.stage.progress(Self.levels) == nil)
    #expect(try await prompt.stage.progress(Sample.requirements) == nil)
  }

  @Test("Answered with none, it is not asked again, and the plan of what is left stays offered")
  func noneIsRemembered() async throws {
    let prompt = prompt()
    #expect(try await prompt.show("tasks").messages.count == 1)
    try await prompt.enter("tasks catch-up none")
    let message = try #require(try await prompt.show("tasks").messages.first)
    #expect(message.details.isEmpty)
    #expect(message.links.map(\.command) == ["tasks plan"])
    let again = try await prompt.enter("tasks catch-up")
    #expect(
      again.contains { if case .needs = $0 { true } else { false } },
      "a person may change their mind")
  }

  @Test("A skipped step of an earlier grade unlocks what waits for it (rule 10.9)")
  func skippedUnlocks() async throws {
    let prompt = prompt()
    #expect(try await prompt.show("tasks").row("t9")?.marker == .locked)
    let done = try await prompt.enter("tasks skip t8").done
    #expect(done.first?.details.contains { $0.contains("unlocked: t9") } == true)
    #expect(try await prompt.show("tasks").row("t9")?.marker == .unchecked)
    #expect(try await prompt.enter("tasks complete t9").problems.isEmpty)
  }

  @Test("A skipped step of the own grade keeps what waits for it locked")
  func skippedNow() async throws {
    let prompt = Prompt(templates: Self.templates) { _ in }
    try await prompt.enter("tasks skip t8")
    #expect(try await prompt.show("tasks").row("t9")?.marker == .locked)
  }

  @Test("A task that was caught up on says that nobody noted the day")
  func details() async throws {
    let prompt = prompt()
    try await prompt.enter("tasks catch-up t1")
    let facts = try await prompt.show("tasks show t1").row("t1")?.facts ?? []
    #expect(facts.contains(Fact("Completed", "before it was noted here")))
    try await prompt.enter("tasks complete t2")
    let later = try await prompt.show("tasks show t2").row("t2")?.facts ?? []
    #expect(later.contains(Fact("Completed", "Feb 10, 2026")))
  }

  @Test("All or nothing: what they wait for is named, with what to say instead")
  func locked() async throws {
    let prompt = prompt()
    let problem = try #require(try await prompt.enter("tasks catch-up t8").problems.first)
    #expect(problem.title == "t8 Learn the levels waits for another step.")
    #expect(
      problem.details == [
        "To be done first: t1 Understand the requirements", "Nothing was marked.",
      ])
    #expect(problem.fix == "If it is done too, choose it with the rest.")
    #expect(problem.exitCode == .refused)
    #expect(problem.parameters == ["steps"] && problem.choices == ["t1"])
    #expect(try await prompt.stage.progress(Self.levels) == nil)
    #expect(try await prompt.stage.backend.undo.history(limit: 5).isEmpty)
  }

  @Test("None, a task of one's own grade, a grade to come: each is answered and nothing is written")
  func nothing() async throws {
    let prompt = prompt()
    #expect(
      try await prompt.enter("tasks catch-up none").done.map(\.sentence) == ["Nothing was marked."])
    for (words, title) in [
      ("t2", "t2 is no open step of an earlier grade."),
      ("t99", "t99 is no open step of an earlier grade."),
      ("10", "Grade 10 is not over: it is grade 10 now."),
      ("grade 12", "Grade 12 is not over: it is grade 10 now."),
    ] {
      let need = try await prompt.enter("tasks catch-up \(words)").needs.first
      #expect(need?.parameter == "steps")
      #expect(need?.problem.title == title)
    }
    #expect(try await prompt.stage.backend.undo.history(limit: 5).isEmpty)
    try await prompt.enter("tasks catch-up all")
    for line in ["tasks catch-up", "tasks catch-up all"] {
      #expect(
        try await prompt.enter(line).done.map(\.sentence) == [
          "There is nothing to catch up on: every earlier step is complete."
        ])
    }
  }

  @Test("The gateway itself takes no task of the athlete's grade, whatever a feature lets through")
  func gateway() async throws {
    let stage = prompt().stage
    let problem = await #expect(throws: Problem.self) {
      try await stage.backend.timeline.catchUp(
        on: [Sample.requirements, Sample.target], of: ExampleFamily.sam,
        today: stage.backend.calendar.today())
    }
    #expect(
      problem?.title == "t2 Build a target list is a task of grade 10, not of an earlier one.")
    #expect(try await stage.progress(Sample.requirements) == nil)
  }

  @Test("A skipped task stays so when its grade is done, and can be named")
  func skipped() async throws {
    let prompt = prompt()
    try await prompt.enter("tasks skip t8")
    #expect(
      try await prompt.enter("tasks catch-up grade 9").done.map(\.sentence)
        == ["t1 Understand the requirements is complete from before."])
    #expect(try await prompt.stage.progress(Self.levels)?.status == .known(.skipped))
    #expect(
      try await prompt.enter("tasks catch-up t8").done.map(\.sentence)
        == ["t8 Learn the levels is complete from before."])
  }

  @Test("Without a graduation year it is said to set it")
  func noYear() async throws {
    let prompt = Prompt(templates: Self.templates) { $0.setGraduationYear(nil) }
    let problem = try await prompt.enter("tasks catch-up grade 9").problems.first
    #expect(problem?.fix == "Set it:  profile edit --graduation-year YEAR")
  }

  @Test("A parent is refused, and told on the page that the athlete can say so")
  func parent() async throws {
    let prompt = prompt(as: ExampleFamily.dana)
    try await prompt.stage.switchTo(ExampleFamily.sam)
    #expect(try await prompt.enter("tasks catch-up all").problems.map(\.exitCode) == [.refused])
    let message = try #require(try await prompt.show("tasks").messages.first)
    #expect(message.details == ["If Sam Lee did those before, Sam can say so."])
    #expect(message.links.map(\.command) == ["tasks plan"])
  }
}

@Suite("Due dates of several tasks")
struct SeveralDueDatesTests {
  @Test("One day for several, in one step, with a line each")
  func several() async throws {
    let prompt = Prompt()
    let done = try await prompt.enter("tasks due t3 t6 2026-02-20").done
    #expect(done.map(\.sentence) == ["2 tasks are due Feb 20, 2026."])
    #expect(
      done[0].details == [
        "t3 Start a strength routine", "t6 Make a highlight clip", "undo takes it back",
      ])
    let undone = try await prompt.stage.backend.undo.undo()
    #expect(undone.summary == "Set 2 tasks due Feb 20, 2026")
    #expect(try await prompt.stage.progress(Sample.clip) == nil)
  }

  @Test("Back to their usual days, each with its own")
  func usual() async throws {
    let prompt = Prompt()
    let done = try await prompt.enter("tasks due t3 t6 none").done
    #expect(done.map(\.sentence) == ["2 tasks are due on their usual days."])
    #expect(
      done[0].details == [
        "t3 Start a strength routine: no due date",
        "t6 Make a highlight clip: Mar 31, 2026, as before", "undo takes it back",
      ])
    #expect(
      done[0].brief
        == Done.Brief("2 tasks are due on their usual days.", warnings: ["1 task was so before."])
    )
  }

  @Test("A day nobody can mean is refused for all of them")
  func refused() async throws {
    let prompt = Prompt()
    let problem = try await prompt.enter("tasks due t3 t6 2036-01-01").problems.first
    #expect(problem?.exitCode == .usage)
    #expect(try await prompt.stage.progress(Sample.clip) == nil)
  }
}

@Suite("A parent who helps with tasks")
struct HelpingTests {
  private func prompt(_ areas: Set<HelpArea>) async throws -> Prompt {
    let prompt = Prompt(as: ExampleFamily.sam)
    _ = try await prompt.stage.backend.families.setHelp(
      of: ExampleFamily.dana, inFamily: ExampleFamily.samsFamily, to: areas)
    prompt.stage.backend.signIn(ExampleFamily.dana)
    prompt.stage.family.reset()
    try await prompt.stage.switchTo(ExampleFamily.sam)
    return prompt
  }

  @Test("Reads whom they help and with what, and is offered what they may do")
  func page() async throws {
    let page = try await prompt([.tasks]).show("tasks")
    #expect(page.title == "Sam Lee's Tasks")
    #expect(page.banner?.lines.first == "Helping Sam Lee with tasks")
    #expect(page.row("t3")?.links.map(\.command) == ["tasks complete t3"])
    let other = try await prompt([.records, .metrics]).show("tasks")
    #expect(other.banner?.lines.first == "Viewing Sam Lee's Tasks (Read-Only)")
    #expect(other.rows.allSatisfy { $0.links.isEmpty })
  }

  @Test("Completes a task for the athlete, without cheers for themselves")
  func complete() async throws {
    let prompt = try await prompt([.tasks])
    let done = try await prompt.enter("tasks complete t3").done
    #expect(done.map(\.sentence) == ["t3 Start a strength routine is complete."])
    #expect(try await prompt.stage.progress(Sample.strength)?.updatedBy == ExampleFamily.dana)
    let without = try await self.prompt([.records])
    #expect(
      try await without.enter("tasks complete t3").problems.map(\.title) == [
        "You can view this but not change it."
      ])
  }
}
