import Basics
import Domain
import Testing

@Suite("A task as one athlete sees it")
struct TaskWithStatusTests {
  private func task(
    _ status: Open<TaskStatus>?, prerequisites: [Bool]
  ) -> TaskWithStatus {
    let template = TimelineTask(
      id: Sample.id(27), title: "E-mail ten coaches", gradeLevel: 10, category: .recruiting)
    var progress: AthleteTask?
    if let status {
      progress = AthleteTask(id: Sample.id(1), athleteID: Sample.id(2), taskID: template.id)
      progress?.status = status
    }
    return TaskWithStatus(
      reference: Reference(kind: .task, id: template.id, handle: "t27", title: template.title),
      task: template, athleteTask: progress,
      prerequisites: prerequisites.enumerated().map { index, isCompleted in
        let number = UInt64(index + 20)
        return TaskWithStatus.Prerequisite(
          reference: Reference(
            kind: .task, id: Sample.id(number), handle: "t\(number)", title: "Task \(number)"),
          gradeLevel: 9, isCompleted: isCompleted)
      })
  }

  @Test(
    "It is locked while something has to come first, unless it is done already",
    arguments: [
      (nil, [], false, false), (nil, [true], false, false), (nil, [true, false], true, true),
      (.known(.inProgress), [false], true, true), (.known(.skipped), [false], true, true),
      (.known(.completed), [false], true, false), (.known(.completed), [true], false, false),
    ] as [(Open<TaskStatus>?, [Bool], Bool, Bool)])
  func locking(
    status: Open<TaskStatus>?, prerequisites: [Bool], hasIncomplete: Bool, isLocked: Bool
  ) {
    let task = task(status, prerequisites: prerequisites)
    #expect(task.hasIncompletePrerequisites == hasIncomplete)
    #expect(task.isLocked == isLocked)
  }

  @Test("No row means not started, and so does a status of tomorrow, which keeps its word")
  func effectiveStatus() {
    #expect(task(nil, prerequisites: []).status == .notStarted)
    #expect(task(nil, prerequisites: []).statusWords == "Not started")
    #expect(task(.unknown("on_hold"), prerequisites: []).status == .notStarted)
    #expect(task(.unknown("on_hold"), prerequisites: []).statusWords == "On hold")
  }

  @Test("A locked task says in catalogue order what comes first")
  func lockedWords() {
    let problem = Problem.locked(task(nil, prerequisites: [false, true, false]))
    #expect(problem.cause == .locked)
    #expect(problem.exitCode == .refused)
    #expect(problem.title == "t27 E-mail ten coaches is locked.")
    #expect(problem.details == ["First complete: t20 Task 20", "First complete: t22 Task 22"])
    #expect(problem.fix == "See why:  tasks show t27")
  }
}
