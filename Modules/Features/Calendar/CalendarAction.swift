public import FeatureKit

extension CalendarFeature {
  /// Everything that can happen to the page.
  public enum Action: PageAction {
    case monthRequested(Request)
    case reloadRequested
    case pageLoaded(Result<Content, Problem>)
    case exportRequested
    case viewerChanged
  }
}
