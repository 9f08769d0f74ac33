import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("The list of a grade")
struct ListTests {
  @Test("Tasks load for current grade level")
  func currentGrade() async throws {
    let page = try await Prompt().show("tasks")
    #expect(page.title == "My Tasks")
    #expect(page.context == "Grade 10 · Class of 2028")
    #expect(page.problem == nil)
    #expect(page.rows.map(\.handle) == ["t2", "t3", "t4", "t5", "t6"])
  }

  @Test("In a wide window the tasks have columns, and Due sorts by day; an open task has none")
  func columns() async throws {
    let page = try await Stage().withButtons.show("tasks")
    let required = try #require(page.section("Required"))
    let list = try #require(
      required.blocks.lazy.compactMap { if case .list(let list) = $0 { list } else { nil } }.first)
    #expect(
      list.columns == [
        .init("Task", order: nil), .init("Status", order: nil), .init("Can start", order: nil),
        .init("Due", order: "due"),
      ])
    #expect(
      list.rows.map(\.cells).prefix(3) == [
        [
          .badge(Badge("In progress", tone: .caution)), nil, .text("Overdue", tone: .danger),
        ],
        [
          .badge(Badge("Not started", tone: .muted)), nil, .text("Feb 14", tone: .warning),
        ],
        [
          .badge(Badge("Locked", tone: .muted)), .text("after Build a target list"),
          .text("Feb 28", tone: .muted),
        ],
      ])
    let opened = try await Stage().withButtons.show("tasks show t2")
    #expect(opened.rows.allSatisfy { $0.cells.isEmpty })
  }

  @Test("The primary action in a browser opens the first task that can be completed")
  func primary() async throws {
    let page = try await Stage().withButtons.show("tasks")
    guard case .links(let links)? = page.blocks.last else {
      Issue.record("The page does not end with its action.")
      return
    }
    #expect(links.links.map(\.command) == ["tasks show t2"])
    #expect(links.links.allSatisfy { $0.leads && $0.label.hasPrefix("Next: ") })
    let none = try await Stage().withButtons.show("tasks --status completed")
    if case .links? = none.blocks.last { Issue.record("Nothing is left to complete.") }
    let opened = try await Stage().withButtons.show("tasks show t2")
    #expect(opened.rows.filter(\.leads).map(\.handle) == ["t2"])
    #expect(opened.rows.first?.links.first?.command == "tasks complete t2")
  }

  @Test(
    "That action names the required task that is due first, wherever the list shows it",
    arguments: [
      ("tasks", "t4", "t3"), ("tasks --sort due", "t6", "t3"),
      ("tasks --status not-started", "t3", "t3"), ("tasks --status in-progress", "t4", "t4"),
    ])
  func primaryIsDueFirst(line: String, first: String, named: String) async throws {
    let stage = Stage { rows in
      let days = [Sample.strength: "2026-11-30", Sample.email: "2026-12-31"]
      for (task, day) in days {
        var dated = AthleteTask(
          id: .numbered(task == Sample.email ? 101 : 102), athleteID: ExampleFamily.sam,
          taskID: task)
        dated.deadline = CalendarDay(day)
        rows.setProgress(dated, task: task, athlete: ExampleFamily.sam)
      }
      let statuses: [RecordID: TaskStatus] = [
        Sample.target: .completed, Sample.psat: .completed, Sample.email: .inProgress,
      ]
      for (task, status) in statuses {
        rows.setStatus(status, task: task, athlete: ExampleFamily.sam, at: ExampleFamily.now)
      }
    }
    let page = try await stage.withButtons.show(line)
    #expect(page.rows.first?.handle == first)
    guard case .links(let links)? = page.blocks.last else {
      Issue.record("The page does not end with its action.")
      return
    }
    #expect(links.links.map(\.command) == ["tasks show \(named)"])
  }

  @Test("Rows are as drawn: required first, the nearest first, each with its sign, state and day")
  func look() async throws {
    let page = try await Prompt().show("tasks")
    #expect(page.sections.map(\.title) == ["Required", "Optional"])
    let rows = page.rows
    #expect(rows.map(\.marker) == [.started, .unchecked, .locked, .checked, .unchecked])
    #expect(
      rows.map(\.badges) == [
        [Badge("In progress", tone: .caution)], [Badge("Not started", tone: .muted)],
        [Badge("Locked", tone: .muted)],
        [Badge("Completed", tone: .positive)],
        [Badge("Not started", tone: .muted)],
      ])
    #expect(
      rows.map(\.trailing) == [
        Badge("Overdue", tone: .danger), Badge("Feb 14", tone: .warning),
        Badge("Feb 28", tone: .muted), nil, Badge("Mar 31", tone: .muted),
      ])
    #expect(rows.map(\.tone) == [.neutral, .neutral, .muted, .neutral, .neutral])
    #expect(rows.map(\.detail) == [nil, nil, "after Build a target list", nil, nil])
    #expect(rows.allSatisfy { $0.expanded.isEmpty })
    #expect(rows[0].preview == "How to: Build a target list.")
    #expect(rows[0].opens == CommandLink("Details", "tasks show t2"))
  }

  @Test("`--sort due` goes by day, what is still to be done first, in one list")
  func byDay() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks due t6 2026-02-12")
    let page = try await prompt.show("tasks --sort due")
    #expect(page.sections.map(\.title) == ["By due date"])
    #expect(page.rows.map(\.handle) == ["t2", "t6", "t3", "t4", "t5"])
    let usual = try await prompt.show("tasks")
    #expect(usual.rows.map(\.handle) == ["t2", "t3", "t4", "t5", "t6"])
    let few = try await prompt.show("tasks --sort due --status not-started")
    #expect(few.rows.map(\.handle) == ["t6", "t3", "t4"])
  }

  @Test("Progress counter displays correctly")
  func progress() async throws {
    let page = try await Prompt().show("tasks --status in-progress")
    let bar = try #require(page.progress)
    #expect(bar.text == "You've completed 1 of 5 tasks (20%)")
    #expect(bar.done == 1 && bar.total == 5 && bar.percent == 20)
    #expect(page.rows.count == 1)
  }

  @Test("The required completion rate is a second figure")
  func requiredRate() async throws {
    let page = try await Prompt().show("tasks")
    #expect(page.paragraphs == ["Required 1 of 4 (25%) · Status all · Urgency all"])
    var optional = Sample.templates
    for index in optional.indices { optional[index].isRequired = false }
    let without = try await Prompt(templates: optional).show("tasks")
    #expect(without.paragraphs == ["Status all · Urgency all"])
    #expect(without.sections.map(\.title) == ["Optional"])
  }

  @Test(
    "Grade level edge cases (freshman, senior)",
    arguments: [
      (2035, 9, "Grade 9 · Class of 2035"), (2029, 9, "Grade 9 · Class of 2029"),
      (2028, 10, "Grade 10 · Class of 2028"), (2027, 11, "Grade 11 · Class of 2027"),
      (2026, 12, "Grade 12 · Class of 2026"), (2019, 12, "Grade 12 · Class of 2019"),
    ])
  func gradeEdges(year: Int, grade: Int, words: String) async throws {
    let prompt = Prompt(templates: TaskCatalogue.templates) { world in
      world.setGraduationYear(year)
    }
    let page = try await prompt.show("tasks")
    #expect(page.context == words)
    #expect(page.rows.count == TaskCatalogue.all.count { $0.grade == grade })
    #expect(page.messages.isEmpty)
  }

  @Test("The grade turns with the school year, by the local date")
  func turn() async throws {
    for (now, context) in [
      ("2026-08-31T23:59:00.000Z", "Grade 10 · Class of 2028"),
      ("2026-09-01T00:00:00.000Z", "Grade 11 · Class of 2028"),
    ] {
      let stage = Stage(now: try #require(Instant(now)))
      #expect(try await Prompt(stage).show("tasks").context == context)
    }
  }

  @Test("Without a graduation year grade 10 is assumed, and that is said")
  func assumedGrade() async throws {
    let prompt = Prompt { world in world.setGraduationYear(nil) }
    let page = try await prompt.show("tasks")
    #expect(page.context == "Grade 10")
    let message = try #require(page.messages.first)
    #expect(message.text == "No graduation year is set, so grade 10 is shown.")
    #expect(message.links.map(\.command) == ["profile edit --graduation-year"])
    #expect(page.rows.allSatisfy { $0.trailing == nil || $0.handle == "t3" })
    #expect(try await prompt.show("tasks --grade 9").messages.isEmpty)
  }

  @Test("Another grade is shown with `--grade`, and the next `tasks` is the own one again")
  func otherGrade() async throws {
    let prompt = Prompt()
    let nine = try await prompt.show("tasks --grade 9")
    #expect(nine.context == "Grade 9 · Class of 2028")
    #expect(nine.rows.map(\.handle) == ["t1"])
    #expect(try await prompt.show("tasks").context == "Grade 10 · Class of 2028")
  }

  @Test("No tasks shows empty state")
  func noTasks() async throws {
    let page = try await Prompt().show("tasks --grade 12")
    #expect(page.empty?.text == "No tasks available for this grade level")
    #expect(page.progress == nil && page.rows.isEmpty && page.problem == nil)
  }

  @Test("All tasks completed (100% progress)")
  func allCompleted() async throws {
    let prompt = Prompt(Sample.all(.completed))
    let page = try await prompt.show("tasks")
    #expect(page.progress?.text == "You've completed 5 of 5 tasks (100%)")
    let message = try #require(page.messages.first)
    #expect(message.text == "Every task of grade 10 is complete.")
    #expect(message.tone == .positive)
    #expect(message.links == [CommandLink("Look ahead to grade 11", "tasks --grade 11")])
    #expect(page.rows.allSatisfy { $0.trailing == nil && $0.marker == .checked })
  }

  @Test("After grade 12 there is no further grade to look ahead to")
  func lastGrade() async throws {
    let templates = [Sample.task(Sample.clip, "Choose", grade: 12)]
    let prompt = Prompt(templates: templates) { world in
      world.setStatus(
        .completed, task: Sample.clip, athlete: ExampleFamily.sam, at: ExampleFamily.now)
    }
    let page = try await prompt.show("tasks --grade 12")
    #expect(page.messages.map(\.text) == ["Every task of grade 12 is complete."])
    #expect(page.messages.flatMap(\.links).isEmpty)
  }

  @Test("No unlocked tasks available")
  func noneUnlocked() async throws {
    let page = try await Prompt().show("tasks --grade 11")
    #expect(page.rows.map(\.marker) == [.locked])
    #expect(page.rows[0].badges == [Badge("Locked", tone: .muted)])
    #expect(page.rows[0].detail == "after Understand the requirements and E-mail ten coaches")
    let message = try #require(page.messages.first)
    #expect(message.text == "Every task left in grade 11 waits for another.")
    #expect(
      message.details == [
        "First complete: t1 Understand the requirements (grade 9)",
        "First complete: t2 Build a target list (grade 10)",
      ], "t4 itself waits for t2")
    #expect(message.links.map(\.command) == ["tasks show t1", "tasks show t2"])
  }

  @Test("Where nothing is unlocked, what is locked on the same page is not named as the way out")
  func chainOfLocks() async throws {
    let templates = [
      Sample.task(Sample.requirements, "First", grade: 9),
      Sample.task(Sample.target, "Second", needs: [Sample.requirements]),
      Sample.task(Sample.email, "Third", needs: [Sample.target, Sample.requirements]),
    ]
    let page = try await Prompt(templates: templates) { _ in }.show("tasks")
    #expect(page.messages.first?.details == ["First complete: t1 First (grade 9)"])
  }

  @Test("Tasks with no deadline")
  func noDeadline() async throws {
    let prompt = Prompt { _ in }
    let row = try #require(try await prompt.show("tasks").row("t3"))
    #expect(row.trailing == nil)
    #expect(!row.spoken.contains("Due"))
    let shown = try #require(try await prompt.show("tasks show 3").row("t3"))
    #expect(shown.facts.contains(Fact("Due", "No deadline")))
    for urgency in ["critical", "urgent", "upcoming"] {
      #expect(try await prompt.show("tasks --urgency \(urgency)").row("t3") == nil)
    }
  }

  @Test("A list longer than the host wants ends in the line that shows the rest")
  func rowLimit() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks")
    let page = prompt.page(rowLimit: 2)
    #expect(page.rows.map(\.handle) == ["t2", "t3"])
    #expect(page.sections.map(\.title) == ["Required"])
    #expect(page.sections[0].more == CommandLink("… 3 more", "tasks --all"))
    #expect(page.progress?.total == 5)
    try await prompt.enter("tasks --all")
    let all = prompt.page(rowLimit: 2)
    #expect(all.rows.count == 5)
    #expect(all.sections.allSatisfy { $0.more == nil })
  }

  @Test(
    "No list shows more than a hundred tasks unless all are asked for", arguments: [99, 100, 101])
  func longList(count: Int) async throws {
    let templates = (1...count).map { Sample.task(.numbered(UInt64($0)), "Drill \($0)") }
    let prompt = Prompt(templates: templates) { _ in }
    let page = try await prompt.show("tasks")
    #expect(page.rows.count == min(count, 100))
    #expect(page.sections[0].more == (count > 100 ? CommandLink("… 1 more", "tasks --all") : nil))
    #expect(page.progress?.total == count)
    #expect(try await prompt.show("tasks --all").rows.count == count)
  }

  @Test(
    "The rest of a chosen listing is of the same grade and filters", arguments: [0, 1])
  func rowLimitOfAListing(limit: Int) async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks --grade 10 --status not-started --urgency all")
    let more = try #require(prompt.page(rowLimit: limit).sections.last?.more)
    #expect(more.label == "… 2 more")
    #expect(more.command == "tasks --all --grade 10 --status not-started --urgency all")
    #expect(try await prompt.show(more.command).rows.map(\.handle) == ["t3", "t4", "t6"])
  }

  @Test("A row limit that ends among the optional tasks says so there")
  func rowLimitAmongOptional() async throws {
    var templates = Sample.templates
    templates.append(Sample.task(.numbered(8), "Zip lines"))
    let prompt = Prompt(templates: templates)
    try await prompt.enter("tasks")
    let page = prompt.page(rowLimit: 5)
    #expect(page.sections.map(\.more) == [nil, CommandLink("… 1 more", "tasks --all")])
  }

  @Test("Before anything is loaded the page says that it is loading")
  func loading() {
    let stage = Stage()
    var state = TasksFeature.State()
    #expect(stage.page(state).paragraphs == ["Loading tasks…"])
    state.loaded = .loading
    #expect(stage.page(state).paragraphs == ["Loading tasks…"])
    #expect(stage.page(state).problem == nil)
  }

  @Test("A status nobody here knows is shown in its own words and counts as not started")
  func unknownStatus() async throws {
    let prompt = Prompt { world in
      var row = AthleteTask(
        id: .numbered(50), athleteID: ExampleFamily.sam, taskID: Sample.clip)
      row.status = .unknown("waiting_for_coach")
      world.setProgress(row, task: Sample.clip, athlete: ExampleFamily.sam)
    }
    let row = try #require(try await prompt.show("tasks").row("t6"))
    #expect(row.badges == [Badge("Waiting for coach", tone: .muted)])
    #expect(row.marker == .unchecked)
    #expect(try await prompt.show("tasks --status not-started").row("t6") != nil)
  }
}
