import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

@Suite struct UndoContracts {
  @Test(
    "The last step is taken back and done again, with its handle and words")
  func backAndForth() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let before = try await sam.timeline.task(task("9-02"), of: cast.sam.id)
    let changed = try await sam.timeline.completeTask(task("9-02"), of: cast.sam.id)
    let undone = try await sam.undo.undo()
    #expect(undone.operation == "completeTask")
    #expect(undone.summary == "Completed \(changed.task.handle) \(changed.task.task.title)")
    #expect(undone.person == cast.sam)
    #expect(undone.athlete == cast.sam)
    #expect(undone.isUndone)
    #expect(try await sam.timeline.task(task("9-02"), of: cast.sam.id) == before)
    #expect(try await sam.undo.redo().isUndone == false)
    #expect(try await sam.timeline.task(task("9-02"), of: cast.sam.id).task == changed.task)
    #expect(await cause { _ = try await sam.undo.redo() } == .notFound)
  }

  @Test("A step writes its day as people do")
  func dayOfStep() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let day = try #require(CalendarDay("2026-02-11"))
    let dated = try await sam.timeline.setDueDate(task("9-02"), to: day, of: cast.sam.id).task
    let step = try await sam.undo.undo()
    #expect(step.summary == "Set \(dated.handle) \(dated.task.title) due Feb 11, 2026")
  }

  @Test("Steps are taken back one by one, newest first")
  func oneByOne() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.timeline.completeTask(task("9-01"), of: cast.sam.id)
    try await sam.preferences.save(as: .player, of: cast.sam.id) { _ in ["gpa": 3] }
    #expect(try await sam.undo.undo().operation == "savePreferences")
    #expect(try await sam.undo.undo().operation == "completeTask")
    #expect(try await sam.preferences.preference(.player, of: cast.sam.id).data == nil)
    #expect(try await sam.preferences.history(of: .player, of: cast.sam.id, limit: 9).isEmpty)
    #expect(try await sam.undo.redo().operation == "completeTask")
  }

  @Test("A new step ends what could be done again")
  func newStepEndsRedo() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.timeline.completeTask(task("9-01"), of: cast.sam.id)
    _ = try await sam.undo.undo()
    _ = try await sam.timeline.skipTask(task("9-02"), of: cast.sam.id)
    #expect(await cause { _ = try await sam.undo.redo() } == .notFound)
  }

  @Test("Everybody takes back their own steps alone")
  func perPerson() async throws {
    let (stage, cast) = try await Stage.cast()
    try await stage.acting(cast.dana).preferences.save(as: .dashboard, of: cast.dana.id) { _ in
      ["a": 1]
    }
    _ = try await stage.acting(cast.sam).timeline.completeTask(task("9-01"), of: cast.sam.id)
    #expect(try await stage.acting(cast.dana).undo.undo().operation == "savePreferences")
    #expect(
      try await stage.acting(cast.sam).timeline.task(task("9-01"), of: cast.sam.id).task.status
        == .completed)
    #expect(await cause { _ = try await stage.acting(cast.lee).undo.redo() } == .notFound)
  }

  @Test(
    "A step over which somebody else wrote is a conflict, and nothing is forced")
  func conflict() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.families.remove(cast.dana.id, fromFamily: cast.family.id)
    _ = try await stage.acting(cast.dana).families.join(code: cast.family.code ?? "")
    #expect(await cause { _ = try await stage.acting(cast.sam).undo.undo() } == .conflict)
    #expect(try await stage.acting(cast.dana).families.families().count == 1)
  }

  @Test(
    "History shows what was done to the athletes one sees, and by oneself")
  func history() async throws {
    let (stage, cast) = try await Stage.cast()
    _ = try await stage.acting(cast.sam).timeline.completeTask(task("9-01"), of: cast.sam.id)
    stage.wait()
    _ = try await stage.acting(cast.mia).timeline.completeTask(task("9-02"), of: cast.mia.id)
    let dana = try await stage.acting(cast.dana).undo.history(limit: 50)
    #expect(dana.first?.operation == "completeTask")
    #expect(dana.first?.person == cast.sam)
    #expect(!dana.contains { $0.person == cast.mia })
    #expect(dana.map(\.operation).contains("joinFamily"))
    #expect(
      try await stage.acting(cast.lee).undo.history(limit: 50).map(\.operation) == ["createAccount"]
    )
    #expect(try await stage.acting(cast.sam).undo.history(limit: 1).count == 1)
  }

  @Test("Remembered choices and visits are no steps")
  func noSteps() async throws {
    let (stage, cast) = try await Stage.cast()
    let dana = try stage.acting(cast.dana)
    let before = try await dana.undo.history(limit: 50)
    try await dana.devicePreferences.set("1", for: "filter")
    try await dana.viewLog.record(.dashboard, of: cast.sam.id)
    #expect(try await dana.undo.history(limit: 50) == before)
  }

  @Test("Every change of quick tasks is a step of one's own")
  func quickTasks() async throws {
    let (stage, cast) = try await Stage.cast()
    let dana = try stage.acting(cast.dana)
    let (tasks, undo) = (dana.quickTasks, dana.undo)
    var lists = [try await tasks.list()]
    var summaries: [String] = []
    func note() async throws {
      lists.append(try await tasks.list())
      summaries.append(try await undo.history(limit: 1).first?.summary ?? "")
      stage.wait()
    }
    let pack = try await tasks.add("Pack").reference
    try await note()
    _ = try await tasks.add("Book the hotel")
    try await note()
    _ = try await tasks.toggle(pack.id)
    try await note()
    _ = try await tasks.clearCompleted()
    try await note()
    _ = try await tasks.delete(lists[2][1].reference.id)
    try await note()
    #expect(
      summaries == [
        "Added q1 Pack", "Added q2 Book the hotel", "Completed q1 Pack", "Cleared 1 quick task",
        "Deleted q2 Book the hotel",
      ])
    for list in lists.dropLast().reversed() {
      _ = try await undo.undo()
      #expect(try await tasks.list() == list)
    }
    for list in lists.dropFirst() {
      _ = try await undo.redo()
      #expect(try await tasks.list() == list)
    }
    // Quick tasks belong to one person, so the history of another person does not contain their
    // steps. Clearing completed tasks while no task is complete adds no step to the history.
    let sam = try stage.acting(cast.sam)
    #expect(try await !sam.undo.history(limit: 50).contains { $0.summary.contains("Pack") })
    let before = try await undo.history(limit: 50)
    #expect(try await tasks.clearCompleted().isEmpty)
    #expect(try await undo.history(limit: 50) == before)
  }

  @Test("Joining and leaving are taken back and done again")
  func membership() async throws {
    let (stage, cast) = try await Stage.cast()
    let dana = try stage.acting(cast.dana)
    #expect(try await dana.undo.undo().operation == "joinFamily")
    #expect(try await dana.families.families().isEmpty)
    #expect(try await dana.undo.redo().athlete == cast.sam)
    _ = try await dana.families.leave(family: cast.family.id)
    #expect(try await dana.undo.undo().operation == "leaveFamily")
    #expect(try await dana.families.families().count == 1)
  }

  @Test(
    "Once the code is renewed, no step of old lets anybody back in")
  func membershipAfterRenewal() async throws {
    for leaves in [true, false] {
      let (stage, cast) = try await Stage.cast()
      let family = cast.family.id
      if leaves {
        _ = try await stage.acting(cast.dana).families.leave(family: family)
      } else {
        _ = try await stage.acting(cast.dana).undo.undo()
      }
      stage.wait()
      _ = try await stage.acting(cast.sam).families.regenerateCode(ofFamily: family)
      let dana = try stage.acting(cast.dana)
      let found = await cause {
        _ = leaves ? try await dana.undo.undo() : try await dana.undo.redo()
      }
      #expect(found == .refused)
      #expect(try await dana.families.families().isEmpty)
    }
  }

  @Test("Without signing in nothing is taken back")
  func nobody() async throws {
    let stage = Stage()
    #expect(
      await cause { _ = try await stage.acting(nil as RecordID?).undo.undo() } == .signInNeeded)
  }
}
