public import FeatureKit

extension CalendarFeature {
  /// Everything that can happen to the page.
  public enum Action: Equatable, Sendable {
    case monthRequested(Request)
    case reloadRequested
    case monthLoaded(Result<Content, Problem>)
    case exportRequested
    case viewerChanged
  }
}
