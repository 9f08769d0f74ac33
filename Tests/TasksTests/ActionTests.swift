import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

/// Tests of every action of the tasks feature: the state after it, the actions that its effect
/// sends, and its outcome.
@Suite("What each action does, and nothing else")
struct ActionTests {
  private let sam = ExampleFamily.sam

  @Test("`tasks` loads the grade, and asks for it once")
  func list() async throws {
    let stage = Stage()
    let loaded = try await stage.loaded()
    let asked = stage.backend.hook.count(of: "timeline.tasks")
    let store = stage.store()
    try await store.enter("tasks") { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.finish()
    #expect(stage.backend.hook.count(of: "timeline.tasks") == asked + 1)
  }

  @Test(
    "The next `tasks` keeps the page until its own is there, and forgets what the last one asked")
  func listAgain() async throws {
    let stage = Stage()
    let (first, second) = (try await stage.loaded(grade: 9), try await stage.loaded())
    let store = stage.store()
    let listing = TasksFeature.Listing(grade: 9, status: .completed, urgency: .all, showsAll: true)
    try await store.enter("tasks --grade 9 --status completed --urgency all --all") {
      $0.listing = listing
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(first))) { $0.loaded = .loaded(first) }
    try await store.enter("tasks") { $0.listing = .init() }
    await store.receive(.pageLoaded(.success(second))) { $0.loaded = .loaded(second) }
    await store.finish()
  }

  @Test("`tasks show` unfolds a task, and `tasks` folds it again")
  func show() async throws {
    let stage = Stage()
    let email = try await stage.reference("t4")
    let (unfolded, folded) = (
      try await stage.loaded(showing: Sample.email), try await stage.loaded()
    )
    let store = stage.store()
    try await store.enter("tasks show 4", knowing: [email]) {
      $0.shown = .details(Sample.email)
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(unfolded))) { $0.loaded = .loaded(unfolded) }
    try await store.enter("tasks") { $0.shown = .list }
    await store.receive(.pageLoaded(.success(folded))) { $0.loaded = .loaded(folded) }
    await store.finish()
  }

  @Test("A page that is opened, refreshed or hears of another writer is fetched anew")
  func events() async throws {
    let stage = Stage()
    let loaded = try await stage.loaded()
    let store = stage.store()
    await store.send(event: .opened) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    _ = try await stage.backend.timeline.skipTask(Sample.clip, of: ExampleFamily.sam)
    let changed = try await stage.loaded()
    await store.send(event: .dataChanged)
    await store.receive(.pageLoaded(.success(changed))) { $0.loaded = .loaded(changed) }
    await store.send(event: .refreshed)
    await store.receive(.pageLoaded(.success(changed)))
    await store.finish()
  }

  @Test("Nothing is fetched for a page that nobody opened", arguments: [HostEvent.dataChanged])
  func unopened(event: HostEvent) async {
    let store = Stage().store()
    await store.send(event: event)
    await store.finish()
  }

  @Test(
    "A change of status is told once, and the page is fetched when there is one",
    arguments: [
      ("complete 3", TaskStatus.completed, "t3 Start a strength routine is complete. Great job! 🎉"),
      ("start 3", .inProgress, "t3 Start a strength routine is in progress."),
      ("skip 3", .skipped, "t3 Start a strength routine is skipped."),
    ])
  func status(line: String, status: TaskStatus, words: String) async throws {
    let stage = Stage()
    let strength = try await stage.reference("t3")
    let expected = try await Stage().backend.timeline.setStatus(Sample.strength, status, sam)
    let share = status == .completed ? "2 of 5 (40%)" : "1 of 5 (20%)"
    let done = Done(words, details: ["\(share) · undo takes it back"], references: [strength])
    let before = try await stage.loaded()
    let store = stage.store()
    try await store.enter("tasks \(line)", knowing: [strength])
    await store.receive(.statusSaved(.success([expected])))
    await store.expect(.done(done))

    await store.send(event: .opened) { $0.loaded = .loading }
    var after = before
    after.timeline?.tasks[1] = expected.task
    await store.receive(.pageLoaded(.success(after))) { $0.loaded = .loaded(after) }
    try await store.enter("tasks reset 3", knowing: [strength])
    let reset = try await stage.backend.timeline.task(Sample.strength, of: sam).task
    await store.receive(
      .statusSaved(
        .success([
          ChangedTask(
            task: reset, previousStatus: status, progressBefore: expected.progress,
            progress: expected.progressBefore, graduationYear: expected.graduationYear)
        ]))
    )
    await store.expect(
      .done(
        Done(
          "t3 Start a strength routine is back to not started.",
          details: ["1 of 5 (20%) · undo takes it back"], references: [strength])))
    after.timeline?.tasks[1] = reset
    await store.receive(.pageLoaded(.success(after))) { $0.loaded = .loaded(after) }
    await store.finish()
  }

  @Test("A due date is saved, told as it was understood, and shown")
  func due() async throws {
    let stage = Stage()
    let clip = try await stage.reference("t6")
    let day = try #require(CalendarDay("2026-02-20"))
    let expected = try await Stage().backend.timeline.setDueDate(Sample.clip, to: day, of: sam)
    let before = try await stage.loaded()
    let store = stage.store()
    await store.send(event: .opened) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(before))) { $0.loaded = .loaded(before) }
    try await store.enter("tasks due 6 2026-02-20", knowing: [clip], now: ExampleFamily.now) { _ in
    }
    await store.receive(.dueDateSaved(.success([expected])))
    await store.expect(
      .done(
        Done(
          "t6 Make a highlight clip is due Feb 20, 2026.", details: ["undo takes it back"],
          references: [clip])))
    var after = before
    after.timeline?.tasks[4] = expected.task
    await store.receive(.pageLoaded(.success(after))) { $0.loaded = .loaded(after) }
    await store.finish()
  }

  @Test("A filter is remembered, told, and wins over what the last listing asked and unfolded")
  func filter() async throws {
    let stage = Stage()
    let clip = try await stage.reference("t6")
    let before = try await stage.loaded(showing: Sample.clip)
    let filters = TaskFilters(status: .completed)
    let after = try await stage.loaded(filters: filters)
    let store = stage.store()
    try await store.enter("tasks show 6", knowing: [clip]) {
      $0.shown = .details(Sample.clip)
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(before))) { $0.loaded = .loaded(before) }
    try await store.enter("tasks filter --status completed")
    await store.receive(.filtersSaved(.success(filters))) { $0.shown = .list }
    await store.expect(.done(Done("Filters: status Completed, urgency All.")))
    await store.receive(.pageLoaded(.success(after))) { $0.loaded = .loaded(after) }
    await store.finish()
  }

  @Test("A change of viewer clears everything at once, and loads what the next may see")
  func viewerChange() async throws {
    let stage = Stage()
    let email = try await stage.reference("t4")
    let (unfolded, folded) = (
      try await stage.loaded(showing: Sample.email), try await stage.loaded()
    )
    let store = stage.store()
    await store.send(.listRequested(.init(grade: 10, status: .all, showsAll: true))) {
      $0.listing = .init(grade: 10, status: .all, showsAll: true)
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(folded))) { $0.loaded = .loaded(folded) }
    try await store.enter("tasks show 4", knowing: [email]) { $0.shown = .details(Sample.email) }
    await store.receive(.pageLoaded(.success(unfolded))) { $0.loaded = .loaded(unfolded) }
    await store.send(event: .viewerChanged) {
      $0 = .init()
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(folded))) { $0.loaded = .loaded(folded) }
    await store.finish()
  }

  @Test("Signing out forgets everything and fetches nothing")
  func signOut() async throws {
    let stage = Stage()
    let loaded = try await stage.loaded()
    let store = stage.store()
    await store.send(event: .opened) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.send(event: .signedOut) { $0 = .init() }
    await store.finish()
  }

  @Test("A fault of the catalogue is told once and locks nothing")
  func faults() async throws {
    var templates = Sample.templates
    templates[2].dependencyIDs = [.numbered(99)]
    templates[5].dependencyIDs = [Sample.clip]
    let stage = Stage(templates: templates)
    let loaded = try await stage.loaded()
    #expect(loaded.timeline?.tasks.first { $0.id == Sample.strength }?.isLocked == false)
    #expect(loaded.timeline?.tasks.first { $0.id == Sample.clip }?.isLocked == false)
    let store = stage.store()
    await store.send(event: .opened) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) {
      $0.loaded = .loaded(loaded)
      $0.toldFaults = [
        .unknown(task: Sample.strength, dependency: .numbered(99)), .waitsForItself(Sample.clip),
      ]
    }
    await store.expect(
      .notice(
        Notice(
          "The task catalogue has a fault, which locks nothing: "
            + "t3 waits for 00000000-0000-4000-8000-000000000063, which is no task. "
            + "t6 waits for itself.", tone: .muted)))
    await store.send(event: .refreshed)
    await store.receive(.pageLoaded(.success(loaded)))
    await store.finish()
  }
}
