public import Domain
public import FeatureKit

extension DashboardFeature {
  public enum Action: Equatable, Sendable {
    case viewRequested(View)
    case pageOpened
    case refreshRequested
    case dataChanged
    case frameLoaded(Result<Frame, Problem>)
    case partLoaded(Part)
    case quickTasksLoaded(Result<[QuickTaskRow], Problem>)
    case dismissalRequested(Reference)
    case suggestionDismissed(Result<ClosedSuggestion, Problem>)
    case completionRequested(Reference)
    case suggestionCompleted(Result<ClosedSuggestion, Problem>)
    case moreRequested
    case moreSurfaced(Result<SurfacedSuggestions, Problem>)
    case quickTaskTyped(String)
    case quickTaskAdded(Result<QuickTaskRow, Problem>)
    case toggleRequested([Reference])
    case quickTaskToggled(Result<[QuickTaskRow], Problem>)
    case deletionRequested([Reference])
    case quickTaskDeleted(Result<[QuickTaskRow], Problem>)
    case clearingRequested
    case quickTasksCleared(Result<[QuickTaskRow], Problem>)
    case viewerChanged
    case signedOut
  }

  /// An action item (a suggestion of what to do) after a command that completes or dismisses it.
  ///
  /// If `wasClosed` is true, the item was completed or dismissed before this command, so nothing
  /// was written.
  public struct ClosedSuggestion: Equatable, Sendable {
    public var row: SuggestionRow
    public var wasClosed: Bool

    public init(_ row: SuggestionRow, wasClosed: Bool = false) {
      self.row = row
      self.wasClosed = wasClosed
    }
  }

  /// The number of action items that `suggestions more` added to the list, and the list's counts
  /// after that. The program holds new items back, so that only a few appear at a time.
  public struct SurfacedSuggestions: Equatable, Sendable {
    public var count: Int
    public var shownCount: Int
    public var openCount: Int

    public init(count: Int, shown: Int, open: Int) {
      self.count = count
      shownCount = shown
      openCount = open
    }
  }
}
