import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Reports
import Testing

/// Tests of every action of the reports feature: the state after it, the actions that its effect
/// sends, and its outcome.
@Suite("What each action does, and nothing else")
struct ActionTests {
  private typealias RangeRequest = ReportsFeature.RangeRequest
  private typealias Generated = ReportsFeature.Generated

  private let generating = Progress("Generating...", done: 0)

  @Test("`reports` finds out who looks, and counts nothing")
  func view() async throws {
    let stage = Stage()
    let visit = try await stage.visit()
    let store = stage.store()
    try await store.enter("reports", now: ExampleFamily.now) { $0.visit = .loading }
    await store.receive(.visitLoaded(.success(visit))) { $0.visit = .loaded(visit) }
    try await store.enter("reports last-7-days", now: ExampleFamily.now) {
      $0.span = .preset(.last7Days)
    }
    await store.receive(.visitLoaded(.success(visit)))
    await store.finish()
  }

  @Test("Generating counts the chosen range and keeps the report")
  func generate() async throws {
    let stage = Stage()
    let (visit, report) = (
      try await stage.visit(), try await stage.report("2026-01-11", "2026-02-10")
    )
    let store = stage.store()
    await store.send(.generationRequested(RangeRequest())) {
      $0.visit = .loading
      $0.report = .loading
    }
    await store.expect(.progress(generating))
    await store.receive(
      .reportGenerated(.success(Generated(visit: visit, report: .success(report))))
    ) {
      $0.visit = .loaded(visit)
      $0.report = .loaded(report)
    }
    await store.finish()
  }

  @Test("A newer report supersedes an older one, which comes too late to be seen")
  func supersedes() async throws {
    let stage = Stage()
    let visit = try await stage.visit()
    let report = try await stage.report("2026-02-03", "2026-02-10")
    let slow = stage.backend.hook.hold("reports.aggregate")
    let store = stage.store()
    await store.send(.generationRequested(RangeRequest())) {
      $0.visit = .loading
      $0.report = .loading
    }
    await store.expect(.progress(generating))
    await store.send(.generationRequested(RangeRequest(.preset(.last7Days)))) {
      $0.span = .preset(.last7Days)
    }
    await store.expect(.progress(generating))
    await store.receive(
      .reportGenerated(.success(Generated(visit: visit, report: .success(report))))
    ) {
      $0.visit = .loaded(visit)
      $0.report = .loaded(report)
    }
    slow.open()
    await store.finish()
  }

  @Test("An export with a range generates, then hands the file over")
  func export() async throws {
    let stage = Stage()
    let (visit, report) = (
      try await stage.visit(), try await stage.report("2026-02-03", "2026-02-10")
    )
    let store = stage.store()
    await store.send(.exportRequested(.csv, RangeRequest(.preset(.last7Days)))) {
      $0.span = .preset(.last7Days)
      $0.visit = .loading
      $0.report = .loading
    }
    await store.expect(.progress(generating))
    await store.receive(
      .exportGenerated(.csv, .success(Generated(visit: visit, report: .success(report))))
    ) {
      $0.visit = .loaded(visit)
      $0.report = .loaded(report)
    }
    await store.expect(.progress(Progress("Exporting...", done: 0)))
    await store.expect(
      .artifact(Artifact(name: "recruiting-report-2026-02-10.csv", mediaType: "text/csv", text: ""))
    )
    await store.finish()
  }

  @Test("While a report is generated the button says so and cannot be pressed")
  func button() async throws {
    let stage = Stage()
    let gate = stage.backend.hook.hold("reports.aggregate")
    let store = Store(stage.feature)
    await store.send(.viewRequested(RangeRequest())).settled()
    let sent = store.send(.generationRequested(RangeRequest()))
    let page = stage.page(store.state)
    #expect(page.forms.first?.submit.label == "Generating...")
    #expect(page.forms.first?.submit.isEnabled == false)
    #expect(page.paragraphs.contains("Generating..."))
    gate.open()
    await sent.settled()
    #expect(stage.page(store.state).forms.first?.submit.label == "Generate Report")
  }

  @Test("Stats cards animate smoothly")
  func cardsAtOnce() async throws {
    let prompt = Prompt()
    #expect(prompt.page().cards.isEmpty)
    let page = try await prompt.show("reports generate")
    #expect(page.cards.count == 6, "all come in one step, whole: nothing moves")
  }

  @Test("A refresh, an undo or another program's change counts again only what was generated")
  func reloading() async throws {
    let prompt = Prompt()
    let hook = prompt.stage.backend.hook
    for event in [HostEvent.opened, .refreshed, .dataChanged] { await prompt.hear(event) }
    #expect(hook.count(of: "reports.aggregate") == 0)
    try await prompt.enter("reports generate")
    try prompt.stage.backend.change("DELETE FROM schools")
    await prompt.hear(.dataChanged)
    #expect(prompt.page().cards.first?.value == "0")
    try await prompt.enter("reports compare 2026-01 2026-02")
    let before = hook.count(of: "reports.aggregate")
    await prompt.hear(.refreshed)
    #expect(hook.count(of: "reports.aggregate") == before + 2)
  }

  @Test("Signing out forgets the report and the range")
  func signOut() async throws {
    let prompt = Prompt()
    try await prompt.enter("reports generate last-7-days")
    await prompt.hear(.signedOut)
    #expect(prompt.state == ReportsFeature.State())
  }

  @Test("No memory leaks when navigating away")
  func noLeak() async throws {
    let stage = Stage()
    weak var left: Store<ReportsFeature>?
    do {
      let store = Store(stage.feature)
      left = store
      await store.send(.generationRequested(.init())).settled()
      #expect(store.state.report.value != nil)
    }
    #expect(await isReleased { left })
  }

  @Test("The web path leads to the page")
  func routes() {
    let patterns = ReportsFeature.manifest.routes
    #expect(patterns.lazy.compactMap { $0.command(for: Route("/reports")) }.first == "reports")
  }
}
