import CivilTime
import Domain
import FeatureKit
import InMemoryBackend
import Testing

@Suite("The timeline in memory")
struct TimelineTests {
  private let sam = ExampleFamily.sam
  private let first = RecordID.version4(high: 1, low: 1)
  private let second = RecordID.version4(high: 1, low: 2)
  private let third = RecordID.version4(high: 1, low: 3)

  /// A grade 9 task, a grade 10 task that waits for it, and one that waits for that.
  private var backend: InMemoryBackend {
    var templates = [
      TimelineTask(id: first, title: "First", gradeLevel: 9, category: .academic),
      TimelineTask(id: second, title: "Second", gradeLevel: 10, category: .recruiting),
      TimelineTask(id: third, title: "Third", gradeLevel: 10, category: .exposure),
    ]
    templates[1].dependencyIDs = [first]
    templates[1].dueMonth = 11
    templates[2].dependencyIDs = [second]
    templates[2].isRequired = true
    return .example(world: ExampleFamily.world(templates: templates))
      .emptied(of: [first, second, third], sam)
  }

  @Test("The grade is the athlete's unless another is asked for")
  func grades() async throws {
    let backend = backend
    let today = backend.calendar.today()
    let own = try await backend.timeline.tasks(of: sam, today: today)
    #expect(own.grade == Grade(level: 10, graduationYear: 2028, isAssumed: false))
    #expect(own.tasks.map(\.handle) == ["t2", "t3"])
    #expect(own.athlete.title == "Sam Lee" && own.athlete.handle == "p1")
    let asked = try await backend.timeline.tasks(of: sam, grade: 9, today: today)
    #expect(asked.grade == Grade(level: 9, graduationYear: 2028, isAssumed: false))
    #expect(asked.tasks.map(\.task.title) == ["First"])
  }

  @Test("Prerequisites of other grades count")
  func acrossGrades() async throws {
    let data = try await backend.timeline.tasks(of: sam, today: backend.calendar.today())
    #expect(data.tasks[0].isLocked)
    #expect(data.tasks[0].unmetPrerequisites.map(\.reference.handle) == ["t1"])
    #expect(data.tasks[0].unmetPrerequisites.map(\.gradeLevel) == [9])
    #expect(data.tasks[0].deadline == CalendarDay(year: 2025, month: 11, day: 30))
    #expect(data.tasks[1].deadline == nil)
  }

  @Test("Completing says what it unlocked and how far the grade is")
  func completing() async throws {
    let backend = backend
    _ = try await backend.timeline.completeTask(first, of: sam)
    let changed = try await backend.timeline.completeTask(second, of: sam)
    #expect(changed.isChanged && changed.previousStatus == .notStarted)
    #expect(changed.task.status == .completed)
    #expect(changed.task.athleteTask?.completedAt == ExampleFamily.now)
    #expect(changed.unlocked.map(\.handle) == ["t3"])
    #expect(changed.progressBefore.completed == 0 && changed.progress.completed == 1)
    #expect(changed.progress.total == 2 && changed.progress.percent == 50)
  }

  @Test("A locked task is neither started nor completed, and may be skipped and reset")
  func locked() async throws {
    let backend = backend
    for change in [backend.timeline.completeTask, backend.timeline.startTask] {
      let problem = await #expect(throws: Problem.self) { try await change(second, sam) }
      #expect(problem?.cause == .locked)
      #expect(problem?.details == ["First complete: t1 First"])
    }
    #expect(try await backend.timeline.skipTask(second, of: sam).task.status == .skipped)
    #expect(try await backend.timeline.resetTask(second, of: sam).task.status == .notStarted)
  }

  @Test("Doing it twice writes nothing the second time")
  func twice() async throws {
    let backend = backend
    _ = try await backend.timeline.completeTask(first, of: sam)
    let again = try await backend.timeline.completeTask(first, of: sam)
    #expect(!again.isChanged && again.unlocked.isEmpty)
    #expect(try await backend.undo.history(limit: 9).count == 1)
  }

  @Test("Leaving completed forgets when it was, and locks what waits for it again")
  func uncompleting() async throws {
    let backend = backend
    _ = try await backend.timeline.completeTask(first, of: sam)
    _ = try await backend.timeline.startTask(second, of: sam)
    let reset = try await backend.timeline.resetTask(first, of: sam)
    #expect(reset.task.athleteTask?.completedAt == nil)
    let waiting = try await backend.timeline.task(second, of: sam)
    #expect(waiting.task.isLocked && waiting.task.status == .inProgress)
    #expect(waiting.dependants.map(\.handle) == ["t3"])
  }

  @Test("An own date wins, and without it the catalogue's comes back")
  func dueDates() async throws {
    let backend = backend
    let day = try #require(CalendarDay("2026-03-01"))
    let set = try await backend.timeline.setDueDate(second, to: day, of: sam)
    #expect(set.task.deadline == day)
    #expect(set.previousDeadline == CalendarDay(year: 2025, month: 11, day: 30))
    #expect(set.task.status == .notStarted, "a date alone starts nothing")
    let cleared = try await backend.timeline.setDueDate(second, to: nil, of: sam)
    #expect(cleared.task.deadline == CalendarDay(year: 2025, month: 11, day: 30))
  }

  @Test(
    "Only the athlete changes the athlete's tasks",
    arguments: [ExampleFamily.dana, ExampleFamily.mia, ExampleFamily.stranger])
  func readOnly(person: RecordID) async throws {
    let backend = backend
    backend.signIn(person)
    let sam = sam
    let before = backend.snapshot.progress(task: first, athlete: sam)
    await #expect(throws: Problem.readOnly) {
      try await backend.timeline.completeTask(first, of: sam)
    }
    await #expect(throws: Problem.readOnly) {
      try await backend.timeline.setDueDate(first, to: nil, of: sam)
    }
    #expect(backend.snapshot.progress(task: first, athlete: sam) == before)
  }

  @Test(
    "A parent of the family reads the tasks, anybody else finds nobody",
    arguments: [
      (ExampleFamily.dana, true), (ExampleFamily.mia, false), (ExampleFamily.stranger, false),
    ])
  func reading(person: RecordID, isAllowed: Bool) async throws {
    let backend = backend
    backend.signIn(person)
    let data = try? await backend.timeline.tasks(of: sam, today: backend.calendar.today())
    #expect((data != nil) == isAllowed)
    if !isAllowed {
      await #expect(throws: Problem.noSuch(.person)) {
        try await backend.timeline.task(first, of: sam)
      }
    }
  }

  @Test("A task that is none is not found")
  func unknownTask() async throws {
    let backend = backend
    await #expect(throws: Problem.noSuch(.task)) {
      try await backend.timeline.completeTask(ExampleFamily.dana, of: sam)
    }
  }

  @Test("Tasks that wait for each other lock nobody out")
  func circle() async throws {
    let backend = backend
    let (first, second) = (first, second)
    backend.change { world in
      world.templates[0].dependencyIDs = [second, first]
      world.templates[1].dependencyIDs = [first]
    }
    #expect(try await backend.timeline.completeTask(second, of: sam).isChanged)
  }
}

extension InMemoryBackend {
  /// The same without any progress of the athlete with these tasks.
  fileprivate func emptied(of tasks: [RecordID], _ athlete: RecordID) -> InMemoryBackend {
    change { world in
      for task in tasks { world.setProgress(nil, task: task, athlete: athlete) }
    }
    return self
  }
}
