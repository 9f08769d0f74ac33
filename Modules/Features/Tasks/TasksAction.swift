public import CivilTime
public import Domain
public import FeatureKit
public import JSON

extension TasksFeature {
  public enum Action: PageAction {
    case listRequested(Listing)
    case detailsRequested(Reference)
    /// A request for the plan, a page that lists the remaining required tasks by month.
    case planRequested
    /// A request for the list of task fields that programs can read.
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
    /// A request to mark tasks of earlier grades as done.
    ///
    /// If the value is nil, the program asks the person which tasks are done.
    case catchUpRequested(EarlierSteps?)
    case catchUpFinished(Result<CatchUp, Problem>)
    case filtersRequested(FilterChoice)
    case filtersSaved(Result<TaskFilters, Problem>)
    case viewerChanged
    case signedOut
  }

  /// The result of `tasks catch-up`, which marks tasks of earlier grades as done.
  public enum CatchUp: Equatable, Sendable {
    /// The person first has to say which of these unfinished tasks are done.
    case needs(UnfinishedTasks)
    /// The person named a task or a grade that cannot be marked as done, and has to name others.
    case misnamed(Problem)
    /// The athlete has no unfinished task of an earlier grade. The value is the athlete's present
    /// grade.
    case nothingEarlier(Grade)
    case noneDone
    case done([ChangedTask])
  }

  /// The grade, filters and order of one `tasks` command.
  public struct Listing: Hashable, Sendable {
    /// The grade chosen with `--grade`. Nil uses the athlete's own grade.
    public var grade: Int?
    /// The filters of this command only. Each one applies instead of the stored filter.
    public var status: TaskStatusFilter?
    public var urgency: TaskUrgencyFilter?
    public var order: ListOrder
    /// Whether all rows are shown. Otherwise the shell or the web server limits their number.
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

  /// The tasks that a program asks to read.
  public enum DataSubject: Equatable, Sendable {
    case list(Listing)
    case one(Reference)
  }

  public enum ListOrder: String, CaseIterable, Sendable {
    /// The usual order: required tasks first, then by urgency and title (domain.md 4.4).
    case usual
    /// The order by due day, with the tasks that are not done first.
    case due
  }

  /// The filters that a command `tasks filter` sets. If a value is nil, the stored filter stays.
  public struct FilterChoice: Hashable, Sendable {
    public var status: TaskStatusFilter?
    public var urgency: TaskUrgencyFilter?
    /// Whether all stored filters are removed before the others are applied.
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
