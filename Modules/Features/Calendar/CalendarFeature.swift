import Domain
import FamilyContext
public import FeatureKit

/// The feature with the athlete's month: deadlines, events, visits and planned contacts, on a page
/// or as a file for another calendar.
public struct CalendarFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Calendar", title: "Calendar",
    summary: "Deadlines, events, visits and planned contacts, month by month.", order: 47,
    nouns: [Noun("calendar", summary: "Deadlines and events, month by month.", opens: "")],
    routes: [
      RoutePattern("/calendar?month={month}", "calendar {month}"),
      RoutePattern("/calendar", "calendar"),
    ])

  let family: FamilyContextClient
  let clock: LocalCalendar
  let calendar: CalendarGateway

  public init(_ dependencies: Dependencies) {
    family = dependencies[FamilyContextClient.self]
    clock = dependencies[LocalCalendar.self]
    calendar = dependencies[CalendarGateway.self]
  }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed, .dataChanged, .changedElsewhere: .reloadRequested
    case .viewerChanged, .signedOut: .viewerChanged
    }
  }
}

extension CalendarFeature {
  static let words = FailureWords(
    load: "Failed to load the calendar", write: "Could not save. Nothing was changed.")
  static let exportWords = FailureWords(
    load: "Could not export. Please try again.", write: "Could not export. Please try again.")
}
