import CivilTime
import Documents
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import InMemoryBackend
import JSON
import Performance
import Synchronization
import Testing
import WebRendering

/// The feature over a family in memory, on 10 February 2026: Sam has measured nine times, `m1` to `m9`.
struct Stage: Sendable {
  let backend: InMemoryBackend
  let family: FamilyContextClient
  let feature: PerformanceFeature

  init(
    as person: RecordID = ExampleFamily.sam, dependencies: Dependencies = .testing("Performance"),
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    var world = ExampleFamily.world()
    change(&world)
    backend = .example(signedIn: person, world: world)
    family = .live(
      signedIn: { person }, people: backend.people, families: backend.families,
      preferences: backend.devicePreferences, viewLog: backend.viewLog)
    feature = PerformanceFeature(
      backend.provided(to: dependencies).providing(family).providing(Self.drawing)
        .providing(Self.printing))
  }

  /// Draws with the renderer that the program uses for SVG; other kinds say their names.
  private static let drawing = ChartDrawing { chart, format in
    format == .svg ? Array(ChartPicture(chart).svg.utf8) : Array(format.rawValue.utf8)
  }

  /// "Prints" a page as the JSON of it, which a test can read.
  private static let printing = PagePrinting { page in Array(JSONRenderer.render(page).text.utf8) }

  func store() -> TestStore<PerformanceFeature> { TestStore(feature) }

  /// What one load is to bring, asked of the gateways directly.
  func overview(
    _ selection: PerformanceFeature.Selection = .init(), chart type: MetricType? = .velocity,
    showsAll: Bool = false
  ) async throws -> PerformanceFeature.Sheet {
    let viewing = try await family.current()
    let athlete = try viewing.chosenAthlete()
    var filter = MetricFilter()
    filter.type = selection.type
    filter.event = selection.event?.id
    filter.from = selection.from
    filter.through = selection.through
    filter.verifiedOnly = selection.verifiedOnly
    let history = try await backend.metrics.list(ListQuery { $0.filter = filter }, of: athlete)
    let summaries = try await backend.metricSummaries.byType(filter, of: athlete)
    filter.type = type
    let points = try await backend.metrics.list(ListQuery { $0.filter = filter }, of: athlete)
    let series = type.map {
      PerformanceFeature.Series(.known($0), points.rows.map(\.metric))
    }
    return PerformanceFeature.Sheet(
      viewing: viewing, athleteCount: try await family.athletes().count,
      view: .init(.overview, selection, showsAll: showsAll),
      content: .overview(
        .init(history: .success(history), summaries: .success(summaries), chart: .success(series)))
    )
  }

  func references() async throws -> [Reference] {
    try await backend.recordIndex.find(.words([.metric, .event], beginnings: []), of: nil)
      .map(\.reference)
  }

  func reference(_ handle: String) async throws -> Reference {
    try #require(try await references().first { $0.handle == handle })
  }

  func row(_ handle: String) async throws -> MetricRow {
    try await backend.metrics.show(try await reference(handle).id, of: ExampleFamily.sam)
  }

  func page(_ state: PerformanceFeature.State, rowLimit: Int? = nil) -> Page {
    feature.page(
      state,
      in: PageContext(
        now: ExampleFamily.now, zone: .utc, viewer: Viewer(name: "Sam"), rowLimit: rowLimit))
  }
}

/// A prompt in a test: lines go in, outcomes are kept, the page is what a host would show.
final class Prompt: Sendable {
  let stage: Stage
  private let store: Store<PerformanceFeature>
  private let told = Told()

  init(_ stage: Stage) {
    self.stage = stage
    store = Store(stage.feature)
    store.onOutcome { [told] in told.add($0) }
  }

  convenience init(
    as person: RecordID = ExampleFamily.sam,
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, change))
  }

  var state: PerformanceFeature.State { store.state }

  func page(rowLimit: Int? = nil) -> Page { stage.page(store.state, rowLimit: rowLimit) }

  /// What the line told, after everything it set going has settled.
  @discardableResult
  func enter(_ line: String) async throws -> [Outcome<PerformanceFeature.Action>] {
    await send(
      try await stage.feature.action(
        for: line, knowing: try await stage.references(), now: ExampleFamily.now))
  }

  /// The page after the line.
  func show(_ line: String, rowLimit: Int? = nil) async throws -> Page {
    try await enter(line)
    return page(rowLimit: rowLimit)
  }

  /// The bytes of the one file that the line makes.
  func file(_ line: String) async throws -> (artifact: Artifact, text: String) {
    let artifact = try #require(try await enter(line).artifacts.first)
    return (artifact, try await artifact.collectedText())
  }

  @discardableResult
  func send(_ action: PerformanceFeature.Action) async -> [Outcome<PerformanceFeature.Action>] {
    await store.send(action).settled()
    return told.take()
  }

  @discardableResult
  func hear(_ event: HostEvent) async -> [Outcome<PerformanceFeature.Action>] {
    guard let action = stage.feature.action(for: event) else { return [] }
    return await send(action)
  }

  private final class Told: Sendable {
    private let outcomes = Mutex<[Outcome<PerformanceFeature.Action>]>([])

    func add(_ outcome: Outcome<PerformanceFeature.Action>) {
      outcomes.withLock { $0.append(outcome) }
    }

    func take() -> [Outcome<PerformanceFeature.Action>] {
      outcomes.withLock { outcomes in
        defer { outcomes = [] }
        return outcomes
      }
    }
  }
}

extension World {
  /// As many measurements of a type as values, a day apart, the last on 9 February 2026.
  mutating func measure(
    _ type: MetricType, _ values: [Double], notes: String? = nil, onOneDay: Bool = false
  ) {
    let last = CalendarDay(dayNumber: 20_493)
    for (index, value) in values.enumerated() {
      let daysAgo = onOneDay ? 0 : values.count - index - 1
      var metric = PerformanceMetric(
        id: .numbered(UInt64((onOneDay ? 100_000 : 1000) + index)), athleteID: ExampleFamily.sam,
        familyID: ExampleFamily.samsFamily,
        recordedDate: last.adding(days: -daysAgo), type: type, value: value)
      metric.createdAt = ExampleFamily.now
      metric.notes = notes
      add(metric)
    }
  }

  /// A world in which Sam has measured nothing yet.
  static let withoutMetrics: @Sendable (inout World) -> Void = { $0.removeMetrics() }
}
