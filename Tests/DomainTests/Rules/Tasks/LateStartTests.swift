import Basics
import CivilTime
import Domain
import Testing

@Suite("Tasks from before somebody came (rule 10.9)")
struct LateStartTests {
  private func start(_ year: Int?, _ joined: String?) -> LateStart {
    LateStart(graduationYear: year, joined: joined.flatMap { CalendarDay($0) })
  }

  @Test(
    "The grade of the beginning is that of the day the profile was made",
    arguments: [
      (2027, "2026-02-10", 11), (2027, "2025-08-31", 10), (2027, "2025-09-01", 11),
      (2030, "2025-10-01", 9), (2020, "2025-10-01", 12),
    ])
  func grade(year: Int, joined: String, grade: Int) {
    #expect(start(year, joined).grade == grade)
  }

  @Test("Without a class or a day nobody came late")
  func unknown() {
    for start in [start(nil, "2026-02-10"), start(2027, nil)] {
      #expect(start.grade == nil)
      #expect(!start.leavesBehind(grade: 9, progress: nil))
    }
  }

  @Test(
    "An untouched task of an earlier grade is from before, one of the first grade or later is not")
  func grades() {
    let start = start(2027, "2026-02-10")
    #expect(Grade.levels.filter { start.leavesBehind(grade: $0, progress: nil) } == [9, 10])
  }

  @Test("What was touched is not: begun, done, set aside, or given a day")
  func touched() {
    let start = start(2027, "2026-02-10")
    func progress(_ status: TaskStatus, due: String? = nil) -> AthleteTask {
      var progress = AthleteTask(
        id: Sample.id(1), athleteID: Sample.id(2), taskID: Sample.id(3), status: status)
      progress.deadline = due.flatMap { CalendarDay($0) }
      return progress
    }
    for status in [TaskStatus.inProgress, .completed, .skipped] {
      #expect(!start.leavesBehind(grade: 9, progress: progress(status)))
    }
    #expect(!start.leavesBehind(grade: 9, progress: progress(.notStarted, due: "2026-03-01")))
    // A task of an earlier grade has the mark "From before" if the athlete has not started it. A
    // task that was reset counts as not started.
    #expect(start.leavesBehind(grade: 9, progress: progress(.notStarted)))
    var unknown = progress(.notStarted)
    unknown.status = .unknown("waiting_for_coach")
    #expect(!start.leavesBehind(grade: 9, progress: unknown))
  }

  @Test("From before presses nobody, however long its day is past")
  func urgency() throws {
    let today = try #require(CalendarDay("2026-02-10"))
    var task = TaskWithStatus(
      reference: Reference(kind: .task, id: Sample.id(1), handle: "t1", title: "Start"),
      task: TimelineTask(id: Sample.id(1), title: "Start", gradeLevel: 9, category: .mindset),
      deadline: CalendarDay("2024-10-31"))
    #expect(task.urgency(on: today) == .critical)
    #expect(task.dueText(on: today) == "Overdue")
    task.isFromBefore = true
    #expect(task.urgency(on: today) == .none)
    #expect(task.dueText(on: today) == "From before")
  }
}

@Suite("Which earlier steps are done, as people say it")
struct EarlierStepsTests {
  @Test(
    "Grades, handles, everything and nothing are understood",
    arguments: [
      ("grade 9", EarlierSteps(grades: [9])), ("all of grade 9", EarlierSteps(grades: [9])),
      ("9, 10", EarlierSteps(grades: [9, 10])), ("grades 9 and 10", EarlierSteps(grades: [9, 10])),
      ("Grade9", EarlierSteps(grades: [9])), ("t3 T7", EarlierSteps(numbers: [3, 7])),
      ("grade 9, t23", EarlierSteps(grades: [9], numbers: [23])),
      ("t3 t3", EarlierSteps(numbers: [3])), ("all", EarlierSteps(isEverything: true)),
      ("yes, everything", EarlierSteps(isEverything: true)), ("none", EarlierSteps()),
      ("No", EarlierSteps()),
    ])
  func understood(text: String, steps: EarlierSteps) throws {
    #expect(try EarlierSteps(written: text) == steps)
  }

  @Test(
    "What could mean two things, or nothing, is refused with the word",
    arguments: [
      ("3", "`3` is no grade and no task."), ("grade 8", "`8` is no grade and no task."),
      ("strength", "`strength` is no grade and no task."), ("t0", "`t0` is no grade and no task."),
      ("none t3", "This names steps, and says `none` too."),
      ("and", "Say which steps are done, or `none`."),
      ("99999999999999999999", "`99999999999999999999` is no grade and no task."),
    ])
  func refused(text: String, title: String) {
    let problem = #expect(throws: Problem.self) { try EarlierSteps(written: text) }
    #expect(problem?.title == title)
    #expect(problem?.exitCode == .usage)
  }

  @Test("A number that is no grade is answered with the handle it may have meant")
  func hint() {
    let problem = #expect(throws: Problem.self) { try EarlierSteps(written: "14") }
    #expect(problem?.details == ["A task is named by its handle: t14."])
  }
}
