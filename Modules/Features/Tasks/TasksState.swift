public import Domain
public import FeatureKit

extension TasksFeature {
  /// What the page remembers: what was loaded, and what the viewer chose.
  public struct State: Equatable, Sendable {
    public var loaded = Loading<LoadedPage>.idle
    /// What the last `tasks` asked for.
    public var listing = Listing()
    /// Instead of tasks, the names of what programs can read of them.
    public var showsFieldNames = false
    /// The task whose details are unfolded.
    public var expanded: RecordID?
    /// The catalogue's faults that were told already, so that each is told once.
    public var toldFaults: [PrerequisiteFault] = []

    public init() {}
  }

  /// Everything one load brings: who looks, at whose tasks, and what was remembered.
  public struct LoadedPage: Equatable, Sendable {
    public var viewing: Viewing
    /// The athletes a parent can switch between; empty for an athlete.
    public var athletes: [AthleteChoice]
    /// Nil for a parent who has no athlete yet.
    public var timeline: TimelinePageData?
    /// The unfolded task, with what waits for it.
    public var details: TaskDetails?
    /// The remembered filters.
    public var filters: TaskFilters
    /// Whether the viewer said that no step of earlier grades is done.
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
