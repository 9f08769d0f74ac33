import CivilTime
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import InMemoryBackend
import Synchronization
import Tasks
import Testing

/// The feature over a family in memory, on 10 February 2026.
struct Stage: Sendable {
  let backend: InMemoryBackend
  let family: FamilyContextClient
  let feature: TasksFeature
  let now: Instant

  init(
    as person: RecordID = ExampleFamily.sam, templates: [TimelineTask] = Sample.templates,
    now: Instant = ExampleFamily.now, _ change: @Sendable (inout World) -> Void = Sample.begin
  ) {
    self.now = now
    var world = ExampleFamily.world(templates: templates)
    for template in templates {
      world.setProgress(nil, task: template.id, athlete: ExampleFamily.sam)
    }
    change(&world)
    backend = .example(signedIn: person, world: world, calendar: .fixed(now))
    family = .live(
      signedIn: { person }, people: backend.people, families: backend.families,
      preferences: backend.devicePreferences, viewLog: backend.viewLog)
    feature = TasksFeature(backend.provided(to: .testing("Tasks")).providing(family))
  }

  func store() -> TestStore<TasksFeature> { TestStore(feature) }

  /// What one load is to bring, asked of the gateways directly.
  func sheet(
    grade: Int? = nil, showing task: RecordID? = nil, filters: TaskFilters = TaskFilters()
  ) async throws -> TasksFeature.Sheet {
    let viewing = try await family.current()
    let athlete = try viewing.chosenAthlete()
    let details: TaskDetails? =
      if let task { try await backend.timeline.task(task, of: athlete) } else { nil }
    return TasksFeature.Sheet(
      viewing: viewing, athletes: try await family.athletes(),
      timeline: try await backend.timeline.tasks(
        of: athlete, grade: grade ?? details?.task.task.gradeLevel,
        today: backend.calendar.today()),
      details: details, filters: filters)
  }

  func references() async throws -> [Reference] {
    try await backend.recordIndex.find(.words([.task], beginnings: []), of: nil).map(\.reference)
  }

  func task(_ handle: String) async throws -> Reference {
    try #require(try await references().first { $0.handle == handle })
  }

  func page(_ state: TasksFeature.State, rowLimit: Int? = nil) -> Page {
    feature.page(
      state,
      in: PageContext(now: now, zone: .utc, viewer: Viewer(name: "Sam"), rowLimit: rowLimit))
  }

  func switchTo(_ athlete: RecordID) async throws {
    _ = try await family.switchTo(athlete)
  }

  func visits(to athlete: RecordID = ExampleFamily.sam) async throws -> [ViewRow] {
    try await backend.viewLog.views(of: athlete, limit: 100).rows
  }
}

/// A prompt in a test: lines go in, outcomes are kept, the page is what a host would show.
final class Prompt: Sendable {
  let stage: Stage
  private let store: Store<TasksFeature>
  private let told = Told()

  init(_ stage: Stage) {
    self.stage = stage
    store = Store(stage.feature)
    store.onOutcome { [told] in told.add($0) }
  }

  convenience init(
    as person: RecordID = ExampleFamily.sam, templates: [TimelineTask] = Sample.templates,
    _ change: @Sendable (inout World) -> Void = Sample.begin
  ) {
    self.init(Stage(as: person, templates: templates, change))
  }

  var state: TasksFeature.State { store.state }

  func page(rowLimit: Int? = nil) -> Page { stage.page(store.state, rowLimit: rowLimit) }

  /// What the line told, after everything it set going has settled.
  @discardableResult
  func enter(_ line: String) async throws -> [Outcome<TasksFeature.Action>] {
    let action = try await stage.feature.action(
      for: line, knowing: try await stage.references(), now: stage.now)
    return await send(action)
  }

  /// The page after the line.
  func show(_ line: String) async throws -> Page {
    try await enter(line)
    return page()
  }

  @discardableResult
  func send(_ action: TasksFeature.Action) async -> [Outcome<TasksFeature.Action>] {
    await store.send(action).settled()
    return told.take()
  }

  @discardableResult
  func hear(_ event: HostEvent) async -> [Outcome<TasksFeature.Action>] {
    guard let action = stage.feature.action(for: event) else { return [] }
    return await send(action)
  }

  private final class Told: Sendable {
    private let outcomes = Mutex<[Outcome<TasksFeature.Action>]>([])

    func add(_ outcome: Outcome<TasksFeature.Action>) { outcomes.withLock { $0.append(outcome) } }

    func take() -> [Outcome<TasksFeature.Action>] {
      outcomes.withLock { outcomes in
        defer { outcomes = [] }
        return outcomes
      }
    }
  }
}
