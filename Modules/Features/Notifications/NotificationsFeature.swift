import Domain
import FamilyContext
public import FeatureKit

/// The feature with the viewer's inbox: notifications about deadlines and contacts, and the summary
/// of the previous day (specs/notifications.md).
public struct NotificationsFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Notifications", title: "Notifications",
    summary: "What needs you: deadlines, follow-ups, messages.", order: 45,
    nouns: [
      Noun(
        "notifications", aliases: ["notification", "inbox"],
        summary: "What needs you: deadlines, follow-ups, messages.", opens: "list")
    ],
    routes: [
      RoutePattern("/notifications?type={type}", "notifications --type {type}"),
      RoutePattern("/notifications", "notifications"),
      RoutePattern("/notifications/{id}", "notifications show {id}"),
    ],
    shows: [.notification: "notifications show"],
    showsBadge: true)

  let notifications: NotificationsGateway
  let preferences: PreferencesGateway
  let family: FamilyContextClient
  let sharing: SharingGateway
  let daily: DailyWork
  let desktop: DesktopNotices
  let calendar: LocalCalendar

  public init(_ dependencies: Dependencies) {
    notifications = dependencies[NotificationsGateway.self]
    preferences = dependencies[PreferencesGateway.self]
    family = dependencies[FamilyContextClient.self]
    sharing = dependencies[SharingGateway.self]
    daily = dependencies[DailyWork.self]
    desktop = dependencies[DesktopNotices.self]
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

  /// The badge with the number of unread notifications. Nil if there are none.
  public func badge(_ state: State) -> Badge? {
    guard let unread = state.unread, unread > 0 else { return nil }
    return Badge(
      "\(unread > Self.mostCounted ? "\(Self.mostCounted)+" : "\(unread)") unread", tone: .info)
  }

  /// The largest number on the badge of unread notifications. For a larger number the badge shows
  /// `9+` (domain.md 4.11).
  private static let mostCounted = 9

  public var badgeRefresh: Action? { .badgeRequested }

  /// The action that is sent when the person goes to a page of another feature.
  ///
  /// It removes the filter and the search of the notifications page (specs/notifications.md).
  public var leaving: Action? { .pageLeft }

  // These are the sentences of the notifications page for failures that can happen on every page,
  // such as a lost connection. Failures to read, delete and create notifications have different
  // sentences.
  static let readWords = FailureWords(
    load: "Failed to load notifications", write: "Could not mark as read.")
  static let deleteWords = FailureWords(
    load: "Failed to load notifications", write: "Could not delete notification.")
  static let generateWords = FailureWords(
    load: "Failed to load notifications", write: "Could not write new notifications.")
}
