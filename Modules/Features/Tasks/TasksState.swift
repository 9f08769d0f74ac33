public import Domain
public import FeatureKit

extension TasksFeature {
  /// The state of the tasks page: the loaded data, and the grade, filters and order that the viewer
  /// chose.
  public struct State: PageState {
    public var loaded = Loading<LoadedPage>.idle
    /// The options of the newest `tasks` command, such as its grade. They apply again when the page
    /// is loaded again.
    public var listing = Listing()
    public var shown = Shown.list
    /// Faults in the catalogue (the program's list of tasks), such as tasks that depend on each
    /// other in a circle, that were already reported. A fault is reported only once.
    public var toldFaults: [PrerequisiteFault] = []

    public init() {}
  }

  public enum Shown: Hashable, Sendable {
    case list
    /// The page shows one task with its details.
    case details(RecordID)
    case plan
    /// The page lists the names of the task fields that programs can read.
    case fieldNames

    /// The task whose details are expanded. Nil if no task is expanded.
    public var expanded: RecordID? {
      if case .details(let id) = self { id } else { nil }
    }
  }

  /// The data that one load of the page returns: the viewer, the athlete's tasks, and the stored
  /// filters.
  public struct LoadedPage: Equatable, Sendable {
    public var viewing: Viewing
    /// The athletes that a parent can switch between. Empty for an athlete.
    public var athletes: [AthleteChoice]
    /// The athlete's tasks of one grade. Nil for a parent without an athlete.
    public var timeline: TimelinePageData?
    /// The unfinished tasks of all grades. Nil unless the page shows the plan.
    public var unfinished: UnfinishedTasks?
    /// The expanded task, and the tasks that depend on it.
    public var details: TaskDetails?
    /// The filters that this device remembers for the signed-in person and this athlete.
    public var filters: TaskFilters
    /// Whether the person answered `none` to the question which tasks of earlier grades are done.
    ///
    /// The page then stops offering that question.
    public var hasNothingToCatchUp = false

    public init(
      viewing: Viewing, athletes: [AthleteChoice] = [], timeline: TimelinePageData? = nil,
      details: TaskDetails? = nil, filters: TaskFilters = TaskFilters()
    ) {
      self.viewing = viewing
      self.athletes = athletes
      self.timeline = timeline
      self.details = details
      self.filters = filters
    }
  }
}
