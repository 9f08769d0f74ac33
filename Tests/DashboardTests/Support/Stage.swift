import CivilTime
import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Synchronization
import Testing

/// The dashboard feature over a family in memory, at noon on 10 February 2026.
struct Stage: FeatureStage {
  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: DashboardFeature
  var context = PageContext(
    now: ExampleFamily.now, zone: .utc, viewer: Viewer(name: "Sam"))
  /// Counts how often opening a page has run the daily work, the jobs that are due once a day.
  let dailyRuns = Counter()

  /// - Parameter records: the athletes' records, which replace those of the example family.
  init(
    as person: RecordID = ExampleFamily.sam, with records: MadeUpFamily = Sample.records,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows()
    rows.schools = records.schools
    rows.statusChanges = records.statusChanges
    rows.coaches = records.coaches
    rows.events = records.events
    rows.interactions = records.interactions
    rows.offers = records.offers
    rows.documents = records.documents
    rows.suggestions = records.suggestions
    for index in rows.metrics.indices { rows.metrics[index].eventID = nil }
    // Sam's profile is complete. The first steps of a new family are therefore done, unless a test
    // changes the family.
    rows.setPreference(
      .player, of: ExampleFamily.sam,
      to: [
        "primary_sport": "baseball", "primary_position": "shortstop", "graduation_year": 2028,
        "high_school": "Cedar High",
      ])
    change(&rows)
    backend = ExampleBackend(signedIn: person, family: rows)
    family = backend.familyContext()
    feature = DashboardFeature(
      backend.provided(to: .testing("Dashboard")).providing(family)
        .providing(DailyWork { [dailyRuns] in dailyRuns.add() }))
  }

  /// The same stage, whose pages are for a browser.
  var withButtons: Stage {
    var stage = self
    stage.context.hasButtons = true
    return stage
  }

  final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  func page(_ state: DashboardFeature.State, now: Instant) -> Page {
    feature.page(state, in: PageContext(now: now, zone: .utc, viewer: context.viewer))
  }

  func references() async throws -> [Reference] {
    try await backend.references(to: [.school, .suggestion]) + backend.references(to: [.quickTask])
  }

  func visits(to athlete: RecordID = ExampleFamily.sam) async throws -> [ViewRow] {
    try await backend.viewLog.views(of: athlete, limit: 100).rows
  }
}

typealias Prompt = StagedPrompt<Stage>

extension StagedPrompt<Stage> {
  convenience init(
    as person: RecordID = ExampleFamily.sam, with records: MadeUpFamily = Sample.records,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, with: records, change))
  }

  func show(rowLimit: Int? = nil) async throws -> Page {
    try await show("dashboard", rowLimit: rowLimit)
  }
}
