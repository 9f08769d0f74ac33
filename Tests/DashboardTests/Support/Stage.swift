import CivilTime
import Dashboard
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import InMemoryBackend
import Synchronization
import Testing

/// The feature over a family in memory, at noon of 10 February 2026.
struct Stage: Sendable {
  let backend: InMemoryBackend
  let keep: Keep
  let family: FamilyContextClient
  let feature: DashboardFeature
  /// How often a page asked for what is due daily.
  let dailyRuns = Counter()

  init(
    as person: RecordID = ExampleFamily.sam,
    keep families: [RecordID: Keep.Family] = Sample.families,
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    var world = ExampleFamily.world()
    change(&world)
    backend = .example(signedIn: person, world: world)
    keep = Keep(families, backend.traffic, now: ExampleFamily.now)
    family = .live(
      signedIn: { person }, people: backend.people, families: backend.families,
      preferences: backend.devicePreferences, viewLog: backend.viewLog)
    feature = DashboardFeature(
      backend.provided(to: .testing("Dashboard")).providing(family).providing(keep.dashboard)
        .providing(keep.suggestions).providing(keep.activity).providing(keep.events)
        .providing(DailyWork { [dailyRuns] in dailyRuns.add() }))
  }

  final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  func store() -> TestStore<DashboardFeature> { TestStore(feature) }

  func page(
    _ state: DashboardFeature.State, rowLimit: Int? = nil, now: Instant = ExampleFamily.now
  ) -> Page {
    feature.page(
      state,
      in: PageContext(now: now, zone: .utc, viewer: Viewer(name: "Sam"), rowLimit: rowLimit))
  }

  func references() async throws -> [Reference] {
    keep.family(of: ExampleFamily.sam).references
      + (try await backend.quickTasks.list().map(\.reference))
  }

  func visits(to athlete: RecordID = ExampleFamily.sam) async throws -> [ViewRow] {
    try await backend.viewLog.views(of: athlete, limit: 100).rows
  }
}

/// A prompt in a test: lines go in, outcomes are kept, the page is what a host would show.
final class Prompt: Sendable {
  let stage: Stage
  private let store: Store<DashboardFeature>
  private let told = Told()

  init(_ stage: Stage) {
    self.stage = stage
    store = Store(stage.feature)
    store.onOutcome { [told] in told.add($0) }
  }

  convenience init(
    as person: RecordID = ExampleFamily.sam,
    keep families: [RecordID: Keep.Family] = Sample.families,
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, keep: families, change))
  }

  var state: DashboardFeature.State { store.state }

  func page(rowLimit: Int? = nil) -> Page { stage.page(store.state, rowLimit: rowLimit) }

  /// What the line told, after everything it set going has settled.
  @discardableResult
  func enter(_ line: String) async throws -> [Outcome<DashboardFeature.Action>] {
    await send(
      try await stage.feature.action(
        for: line, knowing: try await stage.references(), now: ExampleFamily.now))
  }

  /// The page after the line.
  func show(_ line: String = "dashboard", rowLimit: Int? = nil) async throws -> Page {
    try await enter(line)
    return page(rowLimit: rowLimit)
  }

  @discardableResult
  func send(_ action: DashboardFeature.Action) async -> [Outcome<DashboardFeature.Action>] {
    await store.send(action).settled()
    return told.take()
  }

  @discardableResult
  func hear(_ event: HostEvent) async -> [Outcome<DashboardFeature.Action>] {
    guard let action = stage.feature.action(for: event) else { return [] }
    return await send(action)
  }

  private final class Told: Sendable {
    private let outcomes = Mutex<[Outcome<DashboardFeature.Action>]>([])

    func add(_ outcome: Outcome<DashboardFeature.Action>) {
      outcomes.withLock { $0.append(outcome) }
    }

    func take() -> [Outcome<DashboardFeature.Action>] {
      outcomes.withLock { outcomes in
        defer { outcomes = [] }
        return outcomes
      }
    }
  }
}
