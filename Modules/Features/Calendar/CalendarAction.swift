public import FeatureKit

extension CalendarFeature {
  public enum Action: PageAction {
    case monthRequested(Request)
    case reloadRequested
    case pageLoaded(Result<Content, Problem>)
    case exportRequested
    case viewerChanged
  }
}
