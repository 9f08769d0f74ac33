public import CivilTime
public import Domain
public import FeatureKit

extension DashboardFeature {
  /// The state of the page: the view, and the data that was loaded for it from each source.
  public struct State: Equatable, Sendable {
    public var view = View.home
    public var frame = Loading<Frame>.idle
    public var parts = Parts()
    /// The viewer's own tasks, whichever athlete the page shows; they need no athlete and no connection.
    public var quickTasks = Loading<[QuickTaskRow]>.idle

    public init() {}
  }

  /// The view of the page.
  public enum View: Hashable, Sendable {
    case home
    /// The activity feed, starting at this entry.
    case activity(from: Int)
    /// The action items; of one school, if it is named.
    case suggestions(school: Reference?)
    /// Why an action item is shown.
    case reasons(RecordID)
    /// The few most important things to do.
    case next
    /// All of them, or a screenful.
    case quickTasks(all: Bool)
  }

  /// The viewer, the athlete, and the parts that the viewer wants to see.
  public struct Frame: Equatable, Sendable {
    public var viewing: Viewing
    /// The viewer's address, for a greeting without a name.
    public var email: String?
    /// The athletes a parent can switch between; empty for an athlete.
    public var athletes: [AthleteChoice]
    public var settings: DashboardSettings
    /// How the file stands to its server: another person may ask to be let into the family.
    public var sharing = SharingStatus()
    /// The end of the viewer's previous visit; nil in the first.
    public var newSince: Instant?

    public init(
      viewing: Viewing, email: String? = nil, athletes: [AthleteChoice] = [],
      settings: DashboardSettings = DashboardSettings(reading: nil)
    ) {
      self.viewing = viewing
      self.email = email
      self.athletes = athletes
      self.settings = settings
    }
  }
}
