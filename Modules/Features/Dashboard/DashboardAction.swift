public import Domain
public import FeatureKit

extension DashboardFeature {
  /// Everything that can happen to the page.
  public enum Action: Equatable, Sendable {
    case viewRequested(View)
    case pageOpened
    case refreshRequested
    case dataChanged
    case frameLoaded(Result<Frame, Problem>)
    case partLoaded(Part)
    case quickTasksLoaded(Result<[QuickTaskRow], Problem>)
    case dismissalRequested(Reference)
    case suggestionDismissed(Result<SuggestionRow, Problem>)
    case completionRequested(Reference)
    case suggestionCompleted(Result<SuggestionRow, Problem>)
    case moreRequested
    case moreSurfaced(Result<Int, Problem>)
    case quickTaskTyped(String)
    case quickTaskAdded(Result<QuickTaskRow, Problem>)
    case toggleRequested(Reference)
    case quickTaskToggled(Result<QuickTaskRow, Problem>)
    case deletionRequested(Reference)
    case quickTaskDeleted(Result<QuickTaskRow, Problem>)
    case clearingRequested
    case quickTasksCleared(Result<[QuickTaskRow], Problem>)
    case viewerChanged
    case signedOut
  }
}
