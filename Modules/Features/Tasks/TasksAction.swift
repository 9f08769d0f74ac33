public import CivilTime
public import Domain
public import FeatureKit
public import JSON

extension TasksFeature {
  /// Everything that can happen to the page.
  public enum Action: PageAction {
    case listRequested(Listing)
    case detailsRequested(Reference)
    /// The required tasks that are left, month by month.
    case planRequested
    /// The names of what programs can read of a task.
    case fieldNamesRequested
    case dataRequested(DataSubject, fields: [String])
    case dataRead(Result<JSONValue, Problem>)
    case pageOpened
    case refreshRequested
    case dataChanged
    case pageLoaded(Result<LoadedPage, Problem>)
    case statusRequested([Reference], TaskStatus)
    case statusSaved(Result<[ChangedTask], Problem>)
    case dueDateRequested([Reference], CalendarDay?)
    case dueDateSaved(Result<[ChangedDueDate], Problem>)
    /// The person asks to catch up; the steps are nil before the person has answered.
    case catchUpRequested(EarlierSteps?)
    case catchUpFinished(Result<CatchUp, Problem>)
    case filtersRequested(FilterChoice)
    case filtersSaved(Result<TaskFilters, Problem>)
    case viewerChanged
    case signedOut
  }

  /// The result of catching up.
  public enum CatchUp: Equatable, Sendable {
    /// The person has to say first which of these are done.
    case needs(UnfinishedTasks)
    /// No earlier task is left; the athlete's grade.
    case nothingEarlier(Grade)
    case noneDone
    case done([ChangedTask])
  }

  /// The listing of one `tasks` command.
  public struct Listing: Hashable, Sendable {
    /// The grade chosen with `--grade`; the athlete's own when nil.
    public var grade: Int?
    /// The filters of this command only; each overrides the stored filter.
    public var status: TaskStatusFilter?
    public var urgency: TaskUrgencyFilter?
    public var order: ListOrder
    /// However many rows the host would rather see.
    public var showsAll: Bool

    public init(
      grade: Int? = nil, status: TaskStatusFilter? = nil, urgency: TaskUrgencyFilter? = nil,
      order: ListOrder = .usual, showsAll: Bool = false
    ) {
      self.grade = grade
      self.status = status
      self.urgency = urgency
      self.order = order
      self.showsAll = showsAll
    }
  }

  /// The values that a program asks for.
  public enum DataSubject: Equatable, Sendable {
    case list(Listing)
    case one(Reference)
  }

  public enum ListOrder: String, CaseIterable, Sendable {
    /// Required ones first, then by urgency and title (rule 4.4).
    case usual
    /// Sorts by the due day; tasks that are not done come first.
    case due
  }

  /// The values given to `tasks filter`; nil keeps a filter.
  public struct FilterChoice: Hashable, Sendable {
    public var status: TaskStatusFilter?
    public var urgency: TaskUrgencyFilter?
    /// Whether all filters are removed before the others are applied.
    public var clears: Bool

    public init(
      status: TaskStatusFilter? = nil, urgency: TaskUrgencyFilter? = nil, clears: Bool = false
    ) {
      self.status = status
      self.urgency = urgency
      self.clears = clears
    }
  }
}
