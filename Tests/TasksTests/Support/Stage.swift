import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Tasks
import Testing

/// The tasks feature over a family in memory, on 10 February 2026.
struct Stage: FeatureStage {
  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: TasksFeature
  var context: PageContext

  init(
    as person: RecordID = ExampleFamily.sam, templates: [TimelineTask] = Sample.templates,
    now: Instant = ExampleFamily.now,
    _ change: @Sendable (inout MadeUpFamily) -> Void = Sample.begin
  ) {
    var rows = ExampleFamily.rows(over: templates)
    for template in templates {
      rows.setProgress(nil, task: template.id, athlete: ExampleFamily.sam)
    }
    change(&rows)
    backend = ExampleBackend(
      signedIn: person, family: rows, tasks: templates, calendar: .fixed(now))
    family = backend.familyContext()
    feature = TasksFeature(backend.provided(to: .testing("Tasks")).providing(family))
    context = PageContext(now: now, zone: .utc, viewer: Viewer(name: "Sam"))
  }

  /// The same stage, whose pages are for a browser.
  var withButtons: Stage {
    var stage = self
    stage.context.hasButtons = true
    return stage
  }

  /// Returns the data that the tasks page is expected to load, so that a test can compare it with
  /// the data that the page did load. This function reads the data itself, from the gateways: the
  /// interfaces through which the program's pages reach the stored data.
  func loaded(
    grade: Int? = nil, showing task: RecordID? = nil, filters: TaskFilters = TaskFilters()
  ) async throws -> TasksFeature.LoadedPage {
    let viewing = try await family.current()
    let athlete = try viewing.chosenAthlete()
    let details: TaskDetails? =
      if let task { try await backend.timeline.task(task, of: athlete) } else { nil }
    return TasksFeature.LoadedPage(
      viewing: viewing, athletes: try await family.athletes(),
      timeline: try await backend.timeline.tasks(
        of: athlete, grade: grade ?? details?.task.task.gradeLevel,
        today: backend.calendar.today()),
      details: details, filters: filters)
  }

  func references() async throws -> [Reference] {
    try await backend.references(to: [.task])
  }

  /// Returns Sam's stored progress with a task; nil before it is started.
  func progress(_ task: RecordID) async throws -> AthleteTask? {
    try await backend.timeline.task(task, of: ExampleFamily.sam).task.athleteTask
  }

  func switchTo(_ athlete: RecordID) async throws {
    _ = try await family.switchTo(athlete)
  }

  func visits(to athlete: RecordID = ExampleFamily.sam) async throws -> [ViewRow] {
    try await backend.viewLog.views(of: athlete, limit: 100).rows
  }
}

typealias Prompt = StagedPrompt<Stage>

extension StagedPrompt<Stage> {
  convenience init(
    as person: RecordID = ExampleFamily.sam, templates: [TimelineTask] = Sample.templates,
    _ change: @Sendable (inout MadeUpFamily) -> Void = Sample.begin
  ) {
    self.init(Stage(as: person, templates: templates, change))
  }
}
