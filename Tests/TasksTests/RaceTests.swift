import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("Slow answers and quick fingers")
struct RaceTests {
  private let sam = ExampleFamily.sam

  @Test("A newer load supersedes a slow one, whose answer is dropped")
  func newerLoad() async throws {
    let stage = Stage()
    let second = try await stage.loaded()
    let slow = stage.backend.hook.hold("timeline.tasks")
    let store = stage.store()
    try await store.enter("tasks --grade 9") {
      $0.listing.grade = 9
      $0.loaded = .loading
    }
    try await store.enter("tasks") { $0.listing = .init() }
    await store.receive(.pageLoaded(.success(second))) { $0.loaded = .loaded(second) }
    slow.open()
    await store.finish()
  }

  @Test("Switching the athlete in the middle of a load shows the new athlete only")
  func switchMidLoad() async throws {
    let stage = Stage(as: ExampleFamily.dana)
    let slow = stage.backend.hook.hold("timeline.tasks")
    let store = stage.store()
    try await store.enter("tasks") { $0.loaded = .loading }
    _ = try await stage.family.switchTo(sam)
    let sams = try await stage.loaded()
    #expect(sams.viewing.athlete == sam)
    await store.send(event: .viewerChanged)
    await store.receive(.pageLoaded(.success(sams))) { $0.loaded = .loaded(sams) }
    slow.open()
    await store.finish()
    // The load of Mia's page ended only after the page had changed to Sam. It must not log that the
    // parent has viewed Mia.
    #expect(try await stage.visits(to: ExampleFamily.mia).isEmpty)
  }

  @Test("Signing out in the middle of a load shows nothing of the person")
  func signOutMidLoad() async throws {
    let stage = Stage()
    let slow = stage.backend.hook.hold("timeline.tasks")
    let store = stage.store()
    try await store.enter("tasks") { $0.loaded = .loading }
    await store.send(event: .signedOut) { $0 = .init() }
    slow.open()
    await store.finish()
  }

  @Test("Completing a task three times while the first is under way is one request")
  func rapidRepeats() async throws {
    let stage = Stage()
    let strength = try await stage.reference("t3")
    let expected = try await Stage().backend.timeline.completeTask(Sample.strength, of: sam)
    let slow = stage.backend.hook.hold("timeline.setStatus")
    let store = stage.store()
    for _ in 1...3 { try await store.enter("tasks complete 3", knowing: [strength]) }
    slow.open()
    await store.receive(.statusSaved(.success([expected])))
    await store.expect(
      .done(
        Done(
          "t3 Start a strength routine is complete. Great job! 🎉",
          details: ["2 of 5 (40%) · undo takes it back"], references: [strength])))
    await store.finish()
    #expect(stage.backend.hook.count(of: "timeline.setStatus") == 1)
  }

  @Test("Another status, another task and another date are requests of their own")
  func differentRequests() async throws {
    let stage = Stage()
    let prompt = Prompt(stage)
    let strength = try await stage.reference("t3")
    let gates = (1...3).map { _ in stage.backend.hook.hold("timeline.setStatus") }
    let other = try await stage.reference("t6")
    await prompt.send([
      .statusRequested([strength], .inProgress), .statusRequested([strength], .completed),
      .statusRequested([other], .completed),
    ]) {
      for gate in gates { gate.open() }
    }
    #expect(stage.backend.hook.count(of: "timeline.setStatus") == 3)
  }

  @Test("Two filters chosen at once are both remembered")
  func twoFilters() async throws {
    let stage = Stage()
    let slow = stage.backend.hook.hold("devicePreferences.set")
    let store = stage.store()
    try await store.enter("tasks filter --status completed")
    while stage.backend.hook.count(of: "devicePreferences.set") == 0 { await Task.yield() }
    try await store.enter("tasks filter --urgency urgent")
    await store.receive(.filtersSaved(.success(TaskFilters(urgency: .urgent))))
    await store.expect(.done(Done("Filters: status All, urgency Due This Week.")))
    slow.open()
    await store.receive(
      .filtersSaved(.success(TaskFilters(status: .completed, urgency: .urgent))))
    await store.expect(.done(Done("Filters: status Completed, urgency Due This Week.")))
    await store.finish()
  }

  @Test("A task saved while the page is still loading is on the page when it comes")
  func savedMidLoad() async throws {
    let stage = Stage()
    let strength = try await stage.reference("t3")
    let slow = stage.backend.hook.hold("devicePreferences.value")
    let store = stage.store()
    try await store.enter("tasks") { $0.loaded = .loading }
    try await store.enter("tasks complete 3", knowing: [strength])
    let expected = try await Stage().backend.timeline.completeTask(Sample.strength, of: sam)
    await store.receive(.statusSaved(.success([expected])))
    await store.expect(
      .done(
        Done(
          "t3 Start a strength routine is complete. Great job! 🎉",
          details: ["2 of 5 (40%) · undo takes it back"], references: [strength])))
    let loaded = try await stage.loaded()
    #expect(loaded.timeline?.progress.completed == 2)
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    slow.open()
    await store.finish()
  }
}
