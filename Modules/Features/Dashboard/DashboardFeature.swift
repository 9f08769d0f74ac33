import Domain
import FamilyContext
public import FeatureKit

/// The feature with the dashboard, which shows the state of an athlete's recruiting on one page:
/// counts, action items, quick tasks, charts and recent activity (specs/dashboard.md).
public struct DashboardFeature: PartedFeature {
  public static let manifest = FeatureManifest(
    id: "Dashboard", title: "Dashboard", summary: "How your recruiting stands, at a glance.",
    order: 10,
    nouns: [
      Noun(
        "dashboard", aliases: ["home"], summary: "How your recruiting stands, at a glance.",
        opens: "show"),
      Noun("next", summary: "The three most useful things to do now.", opens: ""),
      Noun(
        "suggestions", aliases: ["suggestion"], summary: "What to do next, and why.", opens: "list"),
      Noun("quick", summary: "Your own to-do list on this computer.", opens: "list"),
    ],
    routes: [
      RoutePattern("/dashboard", "dashboard"),
      RoutePattern("/activity", "dashboard activity"),
    ], shows: [.suggestion: "suggestions why", .quickTask: "quick"])

  let dashboard: DashboardGateway
  let suggestions: SuggestionsGateway
  let activity: ActivityGateway
  let notifications: NotificationsGateway
  let events: EventsGateway
  let metrics: MetricsGateway
  let timeline: TimelineGateway
  let offers: OffersGateway
  let people: PeopleGateway
  let preferences: PreferencesGateway
  let devicePreferences: DevicePreferencesGateway
  let quickTasks: QuickTasksGateway
  let family: FamilyContextClient
  let sharing: SharingGateway
  let daily: DailyWork
  let calendar: LocalCalendar

  public init(_ dependencies: Dependencies) {
    dashboard = dependencies[DashboardGateway.self]
    suggestions = dependencies[SuggestionsGateway.self]
    activity = dependencies[ActivityGateway.self]
    notifications = dependencies[NotificationsGateway.self]
    events = dependencies[EventsGateway.self]
    metrics = dependencies[MetricsGateway.self]
    timeline = dependencies[TimelineGateway.self]
    offers = dependencies[OffersGateway.self]
    people = dependencies[PeopleGateway.self]
    preferences = dependencies[PreferencesGateway.self]
    devicePreferences = dependencies[DevicePreferencesGateway.self]
    quickTasks = dependencies[QuickTasksGateway.self]
    family = dependencies[FamilyContextClient.self]
    sharing = dependencies[SharingGateway.self]
    daily = dependencies[DailyWork.self]
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

  /// The dashboard's sentences for failures that can happen on every page, such as a lost
  /// connection.
  static let words = FailureWords(
    timedOut: "Connection timed out. Refresh to try again.",
    offline: "You are offline. Quick tasks still work.",
    load: "Failed to load your dashboard", write: "Could not save. Nothing was changed.")
}
