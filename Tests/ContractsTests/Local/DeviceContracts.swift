import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

/// Tests of the data that stays on this device: remembered choices, quick tasks, and the log of
/// parents' page views.
@Suite struct DeviceContracts {
  @Test("Each person has remembered choices of their own")
  func choices() async throws {
    let (stage, cast) = try await Stage.cast()
    try await stage.acting(cast.sam).devicePreferences.set("completed", for: "filter")
    #expect(try await stage.acting(cast.dana).devicePreferences.value(of: "filter") == nil)
    #expect(try await stage.acting(cast.sam).devicePreferences.value(of: "filter") == "completed")
    try await stage.acting(cast.sam).devicePreferences.set("", for: "filter")
    #expect(try await stage.acting(cast.sam).devicePreferences.value(of: "filter") == "")
    try await stage.acting(cast.sam).devicePreferences.set(nil, for: "filter")
    #expect(try await stage.acting(cast.sam).devicePreferences.value(of: "filter") == nil)
  }

  @Test(
    "Quick tasks keep their order and their handles, and are one's own")
  func quickTasks() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam).quickTasks
    let first = try await sam.add("  Call Coach Smith ")
    let second = try await sam.add("Pack cleats")
    #expect(first.reference.handle == "q1")
    #expect(first.reference.title == "Call Coach Smith")
    #expect(try await sam.list() == [first, second])
    let done = try await sam.toggle(first.task.id)
    #expect(done.task.isCompleted)
    #expect(done.task.completedAt == stage.now)
    #expect(try await sam.toggle(first.task.id).task.completedAt == nil)
    _ = try await sam.toggle(second.task.id)
    #expect(try await sam.clearCompleted().map(\.reference) == [second.reference])
    #expect(try await sam.delete(first.task.id) == first)
    #expect(try await sam.add("Again").reference.handle == "q3")
    #expect(try await stage.acting(cast.dana).quickTasks.list().isEmpty)
  }

  @Test(
    "A quick task has 1 to 200 characters",
    arguments: [
      ("", Cause?.some(.usage)), ("   ", .usage), (String(repeating: "x", count: 201), .usage),
      (String(repeating: "é", count: 200), nil),
    ])
  func quickTaskLength(_ row: (text: String, cause: Cause?)) async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam).quickTasks
    #expect(await cause { _ = try await sam.add(row.text) } == row.cause)
  }

  @Test("A quick task that is gone, or another's, is not found")
  func foreignQuickTasks() async throws {
    let (stage, cast) = try await Stage.cast()
    let task = try await stage.acting(cast.sam).quickTasks.add("Mine").task.id
    let dana = try stage.acting(cast.dana).quickTasks
    #expect(await cause { _ = try await dana.toggle(task) } == .notFound)
    #expect(await cause { _ = try await dana.delete(task) } == .notFound)
    #expect(try await stage.acting(cast.sam).quickTasks.list().count == 1)
  }

  @Test("What a parent looked at is told to the athlete, newest first")
  func views() async throws {
    let (stage, cast) = try await Stage.cast()
    let dana = try stage.acting(cast.dana).viewLog
    try await dana.record(.dashboard, of: cast.sam.id)
    stage.wait()
    try await dana.record(.timeline, id: task("9-01"), of: cast.sam.id)
    let seen = try await stage.acting(cast.sam).viewLog.views(of: cast.sam.id, limit: 1)
    #expect(seen.total == 2)
    #expect(seen.rows.map(\.parent) == [cast.dana])
    #expect(seen.rows.map(\.itemType) == [.known(.timeline)])
    #expect(seen.rows.first?.item?.id == task("9-01"))
    #expect(seen.rows.first?.viewedAt == stage.now)
    #expect(try await stage.acting(cast.dana).viewLog.views(of: cast.sam.id, limit: 9).total == 2)
  }

  @Test("A visit to a task has the title that the task has in the athlete's sport")
  func viewsInSport() async throws {
    let (stage, cast) = try await Stage.cast()
    _ = try await stage.acting(cast.sam).preferences.save(as: .player, of: cast.sam.id) { _ in
      ["primary_sport": "soccer"]
    }
    try await stage.acting(cast.dana).viewLog.record(.timeline, id: task("11-22"), of: cast.sam.id)
    let seen = try await stage.acting(cast.sam).viewLog.views(of: cast.sam.id, limit: 1)
    #expect(seen.rows.first?.item?.title == "Evaluate School Fit Beyond Soccer")
  }

  @Test("A parent reads their own visits and not another parent's")
  func viewsOfOthers() async throws {
    let (stage, cast) = try await Stage.cast()
    try await stage.acting(cast.dana).viewLog.record(.dashboard, of: cast.sam.id)
    _ = try await stage.acting(cast.lee).families.join(code: cast.family.code ?? "")
    #expect(try await stage.acting(cast.lee).viewLog.views(of: cast.sam.id, limit: 9).isEmpty)
  }

  @Test("Athletes leave no visits, nor do strangers")
  func noVisits() async throws {
    let (stage, cast) = try await Stage.cast()
    for (person, expected) in [
      (cast.sam, Cause.refused), (cast.mia, .notFound), (cast.lee, .notFound),
    ] {
      #expect(
        await cause { try await stage.acting(person).viewLog.record(.dashboard, of: cast.sam.id) }
          == expected, "\(person.title)")
    }
    #expect(try await stage.acting(cast.sam).viewLog.views(of: cast.sam.id, limit: 9).isEmpty)
  }
}
