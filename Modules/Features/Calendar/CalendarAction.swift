public import FeatureKit

extension CalendarFeature {
  /// The actions of the calendar page.
  public enum Action: PageAction {
    case monthRequested(Request)
    case reloadRequested
    case pageLoaded(Result<Content, Problem>)
    case exportRequested
    case viewerChanged
  }
}
