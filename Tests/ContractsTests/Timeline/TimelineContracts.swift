import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

@Suite struct TimelineContracts {
  @Test(
    "The grade follows the graduation year, on the day asked about",
    arguments: [("2026-02-10", 10), ("2026-08-31", 10), ("2026-09-01", 11), ("2031-01-01", 12)])
  func grade(_ row: (day: String, level: Int)) async throws {
    let (stage, cast) = try await Stage.cast()
    let day = try #require(CalendarDay(row.day))
    let page = try await stage.acting(cast.dana).timeline.tasks(of: cast.sam.id, today: day)
    #expect(page.grade == Grade(level: row.level, graduationYear: 2028, isAssumed: false))
    #expect(page.athlete == cast.sam)
    #expect(page.tasks.map(\.id) == TaskCatalogue.all.filter { $0.grade == row.level }.map(\.id))
  }

  @Test(
    "Without a year grade 10 is assumed, and one in the preferences counts")
  func assumedGrade() async throws {
    let stage = Stage()
    let ana = try await stage.acting(nil as RecordID?).people.createAccount(
      NewAccount(role: .player)
    ).person
    let gateways = try stage.acting(ana)
    let before = try await gateways.timeline.tasks(of: ana.id, today: stage.today)
    #expect(before.grade == Grade(level: 10, graduationYear: nil, isAssumed: true))
    #expect(before.tasks.allSatisfy { $0.deadline == nil })
    try await gateways.preferences.save(as: .player, of: ana.id) { _ in ["graduation_year": 2026] }
    let after = try await gateways.timeline.tasks(of: ana.id, today: stage.today)
    #expect(after.grade == Grade(level: 12, graduationYear: 2026, isAssumed: false))
  }

  @Test("A grade that is asked for is shown, whatever the athlete's")
  func otherGrade() async throws {
    let (stage, cast) = try await Stage.cast()
    let page = try await stage.acting(cast.sam).timeline.tasks(
      of: cast.sam.id, grade: 12, today: stage.today)
    #expect(page.grade.level == 12)
    #expect(!page.tasks.isEmpty)
    #expect(page.tasks.allSatisfy { $0.task.gradeLevel == 12 })
  }

  @Test(
    "Deadlines are the ends of their months in the grade's school year")
  func deadlines() async throws {
    let (stage, cast) = try await Stage.cast()
    for grade in Grade.levels {
      let page = try await stage.acting(cast.sam).timeline.tasks(
        of: cast.sam.id, grade: grade, today: stage.today)
      for task in page.tasks {
        let day = Deadline.day(
          explicit: nil, dueMonth: task.task.dueMonth, grade: grade, graduationYear: 2028)
        #expect(task.deadline == day)
        #expect(day != nil)
      }
    }
  }

  @Test(
    "A task waits for another of an earlier grade, and opens with it")
  func locksAcrossGrades() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let (first, second) = (task("9-02"), task("10-02"))
    let locked = try await sam.timeline.task(second, of: cast.sam.id)
    #expect(locked.task.isLocked)
    #expect(locked.task.prerequisites.map(\.reference.id) == [first])
    #expect(locked.task.prerequisites.map(\.gradeLevel) == [9])
    do {
      _ = try await sam.timeline.completeTask(second, of: cast.sam.id)
      Issue.record("a locked task was completed")
    } catch {
      #expect(error == .locked(locked.task))
    }
    #expect(
      await cause { _ = try await sam.timeline.startTask(second, of: cast.sam.id) } == .locked)

    let changed = try await sam.timeline.completeTask(first, of: cast.sam.id)
    #expect(changed.unlocked.map(\.id).contains(second))
    #expect(changed.task.athleteTask?.completedAt == stage.now)
    #expect(changed.progress.completed == changed.progressBefore.completed + 1)
    #expect(try await sam.timeline.completeTask(second, of: cast.sam.id).task.status == .completed)
    #expect(
      try await sam.timeline.task(first, of: cast.sam.id).dependants.map(\.id).contains(second))
  }

  @Test(
    "A skipped prerequisite of an earlier grade opens what waits for it, and skipping is always allowed"
  )
  func skipping() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    #expect(
      await cause { _ = try await sam.timeline.startTask(task("10-02"), of: cast.sam.id) }
        == .locked)
    let skipped = try await sam.timeline.skipTask(task("9-02"), of: cast.sam.id)
    #expect(skipped.unlocked.map(\.id).contains(task("10-02")))
    _ = try await sam.timeline.startTask(task("10-02"), of: cast.sam.id)
    #expect(try await sam.timeline.skipTask(task("10-02"), of: cast.sam.id).task.status == .skipped)
  }

  @Test(
    "Reopening forgets when it was completed and locks what waited, whose status stays")
  func reopening() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.timeline.completeTask(task("9-02"), of: cast.sam.id)
    stage.wait()
    _ = try await sam.timeline.completeTask(task("10-02"), of: cast.sam.id)
    let reset = try await sam.timeline.resetTask(task("9-02"), of: cast.sam.id)
    #expect(reset.task.athleteTask?.completedAt == nil)
    #expect(reset.task.athleteTask?.updatedAt == stage.now)
    let waiting = try await sam.timeline.task(task("10-02"), of: cast.sam.id).task
    #expect(waiting.status == .completed)
    #expect(waiting.hasIncompletePrerequisites)
    #expect(!waiting.isLocked)
  }

  @Test("Doing it again changes nothing and leaves nothing to undo")
  func sameAgain() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let first = try await sam.timeline.completeTask(task("9-01"), of: cast.sam.id)
    let steps = try await sam.undo.history(limit: 100).count
    stage.wait()
    let again = try await sam.timeline.completeTask(task("9-01"), of: cast.sam.id)
    #expect(!again.isChanged)
    #expect(again.task == first.task)
    #expect(try await sam.undo.history(limit: 100).count == steps)
  }

  @Test("The athlete's own date wins until it is taken back")
  func ownDates() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let usual = try await sam.timeline.task(task("10-02"), of: cast.sam.id).task.deadline
    let day = try #require(CalendarDay("2026-03-03"))
    let set = try await sam.timeline.setDueDate(task("10-02"), to: day, of: cast.sam.id)
    #expect(set.task.deadline == day)
    #expect(set.previousDeadline == usual)
    #expect(set.task.status == .notStarted)
    let back = try await sam.timeline.setDueDate(task("10-02"), to: nil, of: cast.sam.id)
    #expect(back.task.deadline == usual)
    #expect(back.previousDeadline == day)
  }

  @Test(
    "A date nobody can mean is refused and nothing is written",
    arguments: ["1026-02-28", "2025-02-09", "2032-02-11", "9999-12-31"])
  func impossibleDates(_ day: String) async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let problem = await #expect(throws: Problem.self) {
      try await sam.timeline.setDueDate(task("10-02"), to: CalendarDay(day), of: cast.sam.id)
    }
    #expect(problem?.cause == .usage)
    #expect(problem?.fix == "Choose a day from Feb 10, 2025 to Feb 10, 2032.")
    #expect(try await sam.timeline.task(task("10-02"), of: cast.sam.id).task.athleteTask == nil)
  }

  @Test(
    "Steps of earlier grades are caught up on in one step, without a day, and unlock what waits")
  func catchingUp() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let unfinished = try await sam.timeline.unfinishedTasks(of: cast.sam.id, today: stage.today)
    #expect(unfinished.grade.level == 10)
    #expect(unfinished.earlier.map(\.id) == TaskCatalogue.all.filter { $0.grade == 9 }.map(\.id))
    let ids = unfinished.earlier.map(\.id)
    let changes = try await sam.timeline.catchUp(on: ids, of: cast.sam.id, today: stage.today)
    #expect(changes.map(\.task.id) == ids)
    #expect(changes.allSatisfy { $0.task.status == .completed })
    #expect(changes.allSatisfy { $0.task.athleteTask?.completedAt == nil })
    #expect(try await !sam.timeline.task(task("10-02"), of: cast.sam.id).task.isLocked)
    #expect(try await sam.undo.undo().summary == "Caught up on 18 tasks")
    #expect(
      try await sam.timeline.unfinishedTasks(of: cast.sam.id, today: stage.today) == unfinished)
  }

  @Test("Of what is caught up on, all is marked or none, and all that is missing is named")
  func catchingUpAllOrNothing() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let problem = await #expect(throws: Problem.self) {
      _ = try await sam.timeline.catchUp(
        on: [task("9-10"), task("9-02")], of: cast.sam.id, today: stage.today)
    }
    #expect(problem?.exitCode == .refused)
    #expect(problem?.fix == "If they are done too, choose them with the rest.")
    // The two steps that are missing, and that nothing was marked.
    #expect(problem?.details.count == 3)
    #expect(try await sam.timeline.task(task("9-02"), of: cast.sam.id).task.athleteTask == nil)
    let own = await #expect(throws: Problem.self) {
      _ = try await sam.timeline.catchUp(
        on: [task("10-01")], of: cast.sam.id, today: stage.today)
    }
    #expect(own?.exitCode == .usage)
  }

  @Test("One day for several tasks is one step")
  func severalDates() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let day = try #require(CalendarDay("2026-03-03"))
    let ids = [task("10-02"), task("10-01")]
    let set = try await sam.timeline.setDueDate((ids, day, cast.sam.id))
    #expect(set.map(\.task.id) == ids)
    #expect(set.allSatisfy { $0.task.deadline == day && $0.isChanged })
    let again = try await sam.timeline.setDueDate((ids, day, cast.sam.id))
    #expect(again.allSatisfy { !$0.isChanged })
    #expect(try await sam.undo.undo().summary == "Set 2 tasks due Mar 3, 2026")
    #expect(try await sam.timeline.task(task("10-01"), of: cast.sam.id).task.athleteTask == nil)
  }

  @Test("The shipped catalogue has no faults to step over")
  func noFaults() async throws {
    let (stage, cast) = try await Stage.cast()
    let page = try await stage.acting(cast.sam).timeline.tasks(of: cast.sam.id, today: stage.today)
    #expect(page.faults == [])
  }

  @Test(
    "A status nobody here knows is kept, shown in plain words, and counts as not started")
  func unknownStatus() async throws {
    let (stage, cast) = try await Stage.cast()
    try stage.plant(status: "waiting_for_coach", of: task("9-02"), athlete: cast.sam.id)
    let sam = try stage.acting(cast.sam)
    let seen = try await sam.timeline.task(task("9-02"), of: cast.sam.id).task
    #expect(seen.athleteTask?.status == .unknown("waiting_for_coach"))
    #expect(seen.statusWords == "Waiting for coach")
    #expect(seen.status == .notStarted)
    #expect(try await sam.timeline.task(task("10-02"), of: cast.sam.id).task.isLocked)
    let day = try #require(CalendarDay("2026-03-03"))
    let dated = try await sam.timeline.setDueDate(task("9-02"), to: day, of: cast.sam.id)
    #expect(dated.task.athleteTask?.status == .unknown("waiting_for_coach"))
    #expect(
      try await sam.timeline.completeTask(task("9-02"), of: cast.sam.id).task.status == .completed)
  }

  @Test(
    "Resetting a status nobody here knows leaves it as the server wrote it")
  func resettingUnknown() async throws {
    let (stage, cast) = try await Stage.cast()
    try stage.plant(status: "waiting_for_coach", of: task("9-02"), athlete: cast.sam.id)
    let reset = try await stage.acting(cast.sam).timeline.resetTask(task("9-02"), of: cast.sam.id)
    #expect(!reset.isChanged)
    #expect(reset.task.athleteTask?.status == .unknown("waiting_for_coach"))
  }

  @Test("A task that is none is not found")
  func noSuchTask() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    #expect(
      await cause { _ = try await sam.timeline.task(cast.sam.id, of: cast.sam.id) } == .notFound)
    #expect(
      await cause { _ = try await sam.timeline.completeTask(cast.sam.id, of: cast.sam.id) }
        == .notFound)
  }
}
