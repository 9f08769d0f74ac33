import Domain
import FamilyContext
public import FeatureKit

/// The feature with the recruiting timeline: the tasks of a grade, the tasks on which they depend,
/// and the athlete's progress (specs/tasks.md).
public struct TasksFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Tasks", title: "Tasks", summary: "The recruiting timeline, grade by grade.", order: 40,
    nouns: [
      Noun(
        "tasks", aliases: ["task"], summary: "The recruiting timeline, grade by grade.",
        opens: "list")
    ],
    routes: [
      RoutePattern("/tasks?grade={grade}", "tasks --grade {grade}"),
      RoutePattern("/tasks", "tasks"),
      RoutePattern("/tasks/{id}", "tasks show {id}"),
    ], shows: [.task: "tasks show"])

  let timeline: TimelineGateway
  let preferences: DevicePreferencesGateway
  let family: FamilyContextClient
  let calendar: LocalCalendar

  public init(_ dependencies: Dependencies) {
    timeline = dependencies[TimelineGateway.self]
    preferences = dependencies[DevicePreferencesGateway.self]
    family = dependencies[FamilyContextClient.self]
    calendar = dependencies[LocalCalendar.self]
  }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened: .pageOpened
    case .refreshed: .refreshRequested
    case .dataChanged, .changedElsewhere: .dataChanged
    case .viewerChanged: .viewerChanged
    case .signedOut: .signedOut
    }
  }

  /// The tasks page's sentences for failures that can happen on every page, such as a lost
  /// connection.
  static let words = FailureWords(load: "Failed to load tasks", write: "Could not update the task.")
  static let filterWords = FailureWords(
    load: "Failed to load tasks", write: "Could not remember the filters.")
}
