import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Testing

/// Tests of every action of the performance feature: the state after it, the actions that its
/// effect sends, and its outcome.
@Suite("What each action does, and nothing else")
struct ActionTests {
  private typealias View = PerformanceFeature.View

  @Test("`performance` loads the page; the next one keeps it until its own is there")
  func list() async throws {
    let stage = Stage()
    let (first, second) = (
      try await stage.overview(),
      try await stage.overview(.init(type: .sixtyTime), chart: .sixtyTime)
    )
    let store = stage.store()
    try await store.enter("performance") { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(first))) { $0.loaded = .loaded(first) }
    try await store.enter("performance --type sixty-time") {
      $0.view = View(.overview, .init(type: .sixtyTime))
    }
    await store.receive(.pageLoaded(.success(second))) { $0.loaded = .loaded(second) }
    await store.finish()
  }

  @Test("Images/charts load without blocking UI")
  func keepsThePage() async throws {
    let stage = Stage()
    let loaded = try await stage.overview()
    let store = stage.store()
    await store.send(.reloadRequested) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    let gate = stage.backend.hook.hold("metrics.list")
    await store.send(.reloadRequested)
    #expect(stage.page(store.state).handles.count == 9, "the page stays while another is fetched")
    gate.open()
    await store.receive(.pageLoaded(.success(loaded)))
    await store.finish()
  }

  @Test("A newer load supersedes an older one, which comes too late to be seen")
  func supersedes() async throws {
    let stage = Stage()
    let loaded = try await stage.overview(.init(type: .sixtyTime), chart: .sixtyTime)
    let slow = stage.backend.hook.hold("metrics.list")
    let store = stage.store()
    try await store.enter("performance") { $0.loaded = .loading }
    try await store.enter("performance --type sixty-time") {
      $0.view = View(.overview, .init(type: .sixtyTime))
    }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    slow.open()
    await store.finish()
  }

  @Test("Leaving the page ends its load and drops its choices; loaded measurements stay")
  func left() async throws {
    let stage = Stage()
    let loaded = try await stage.overview()
    let slow = stage.backend.hook.hold("metrics.list")
    let store = stage.store()
    try await store.enter("performance --verified") {
      $0.view = View(.overview, .init(verifiedOnly: true))
      $0.loaded = .loading
    }
    await store.send(.fieldNamesRequested) { $0.showsFieldNames = true }
    await store.send(.pageLeft) { $0 = PerformanceFeature.State() }
    slow.open()
    await store.finish()
    await store.send(.reloadRequested) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.send(.pageLeft)
    await store.finish()
  }

  @Test("A failed load is kept in the page's words")
  func failed() async throws {
    let stage = Stage()
    stage.backend.hook.fail(.timedOut)
    let problem = Problem(.timedOut, "Connection timed out", fix: "Try again:  refresh")
    let store = stage.store()
    await store.send(event: .opened) { $0.loaded = .loading }
    let given = Problem(.timedOut)
    await store.receive(.pageLoaded(.failure(given))) { $0.loaded = .failed(problem) }
    await store.finish()
  }

  @Test("Logging writes, says what was logged, and fetches only what is shown")
  func log() async throws {
    let stage = Stage()
    let store = stage.store()
    var changes = PerformanceFeature.MetricChanges()
    changes.unit = "era"
    changes.isVerified = false
    await store.send(.logRequested(.init(.era, 2, changes: changes)))
    let row = try await stage.row("m10")
    await store.receive(.metricLogged(.success(.init(row))))
    await store.expect(
      .done(
        Done(
          "Logged m10 ERA 2.00 on Feb 10, 2026.", details: ["undo takes it back"],
          references: [row.reference])))
    await store.finish()
  }

  @Test("Rapid taps on submit don't create duplicates")
  func rapid() async throws {
    let stage = Stage()
    let gate = stage.backend.hook.hold("metrics.add")
    let store = Store(stage.feature)
    let entry = PerformanceFeature.Entry(.era, 2)
    let sent = (0..<5).map { _ in store.send(.logRequested(entry)) }
    gate.open()
    for one in sent { await one.settled() }
    #expect(stage.backend.hook.count(of: "metrics.add") == 1)
    #expect(try await stage.backend.metrics.list(of: ExampleFamily.sam).total == 10)
  }

  @Test("Rapid repeats of an edit, a mark and a deletion make one request each")
  func rapidOthers() async throws {
    let stage = Stage()
    let metric = try await stage.reference("m1")
    let row = try await stage.row("m1")
    var edit = PerformanceFeature.MetricChanges()
    edit.value = 83
    let requests: [(String, PerformanceFeature.Action)] = [
      ("metrics.edit", .editRequested(metric, edit)),
      ("metrics.edit", .verificationRequested(metric, isVerified: true)),
      ("metrics.delete", .deletionConfirmed(row)),
    ]
    for (endpoint, action) in requests {
      let before = stage.backend.hook.count(of: endpoint)
      let gate = stage.backend.hook.hold(endpoint)
      let store = Store(stage.feature)
      let sent = (0..<3).map { _ in store.send(action) }
      gate.open()
      for one in sent { await one.settled() }
      #expect(stage.backend.hook.count(of: endpoint) == before + 1)
    }
  }

  @Test("Deleting asks first, and yes deletes")
  func delete() async throws {
    let stage = Stage()
    let (metric, row) = (try await stage.reference("m6"), try await stage.row("m6"))
    let store = stage.store()
    await store.send(.deletionRequested(metric))
    await store.receive(.deletionPrepared(.success(row)))
    await store.expect(
      .question(
        Question(
          "Delete m6 Batting Average .345 of Nov 30, 2025?",
          details: ["Charts and trends are worked out again without it."],
          agree: .takingAway("Delete"), yes: .deletionConfirmed(row))))
    await store.answerYes()
    await store.receive(.metricDeleted(.success(row)))
    await store.expect(
      .done(
        Done(
          "Deleted m6 Batting Average .345 of Nov 30, 2025.", details: ["undo takes it back"],
          references: [row.reference])))
    await store.finish()
  }

  @Test("A file is one outcome and no change")
  func file() async throws {
    let stage = Stage()
    let store = stage.store()
    await store.send(.exportRequested(.csv, .init(type: .velocity)))
    let artifact = await store.expectArtifact("performance-velocity-2026-02-10.csv")
    #expect(try await artifact?.collectedText().hasPrefix("\"Date\"") == true)
    await store.finish()
  }

  @Test("Another person or athlete starts from nothing; a signed-out page holds nothing")
  func viewers() async throws {
    let stage = Stage()
    let loaded = try await stage.overview()
    let store = stage.store()
    try await store.enter("performance filter --type velocity") {
      $0.view = View(.overview, .init(type: .velocity))
      $0.loaded = .loading
    }
    let narrowed = try await stage.overview(.init(type: .velocity))
    await store.receive(.pageLoaded(.success(narrowed))) { $0.loaded = .loaded(narrowed) }
    await store.send(event: .viewerChanged) {
      $0 = PerformanceFeature.State()
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.send(event: .signedOut) { $0 = PerformanceFeature.State() }
    await store.finish()
  }

  @Test("No memory leaks when navigating away")
  func noLeak() async throws {
    let stage = Stage()
    weak var left: Store<PerformanceFeature>?
    do {
      let store = Store(stage.feature)
      left = store
      await store.send(.reloadRequested).settled()
      #expect(store.state.loaded.value != nil)
    }
    #expect(await isReleased { left })
  }

  @Test(
    "Web paths and commands lead to each other",
    arguments: [
      ("/performance", "performance"), ("/performance/timeline", "performance timeline"),
      ("/performance/m9", "performance show m9"),
    ])
  func routes(path: String, command: String) {
    let patterns = PerformanceFeature.manifest.routes
    #expect(patterns.lazy.compactMap { $0.command(for: Route(path)) }.first == command)
    #expect(patterns.lazy.compactMap { $0.route(for: command) }.first == Route(path))
  }
}
