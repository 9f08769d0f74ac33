public import CivilTime
public import Domain
public import FeatureKit

extension DashboardFeature {
  /// The state of the dashboard: the requested view, and the data that was loaded for it from each
  /// source (kind of data, such as schools).
  public struct State: Equatable, Sendable {
    public var view = View.home
    public var frame = Loading<Frame>.idle
    public var parts = Parts()
    /// The viewer's own to-do list. It does not depend on the athlete, and it is loaded without a
    /// connection to a server.
    public var quickTasks = Loading<[QuickTaskRow]>.idle

    public init() {}
  }

  public enum View: Hashable, Sendable {
    case home
    /// Ten entries of the activity feed (the list of recent contacts, changes and documents), which
    /// begin at this position in the feed.
    case activity(from: Int)
    /// The action items (suggestions of what to do). With a school, only the items of that school.
    case suggestions(school: Reference?)
    /// The explanation of one action item: the rule that created it and the facts that the rule
    /// used.
    case reasons(RecordID)
    /// The page `next` with the most important things to do.
    case next
    /// The viewer's own to-do list.
    ///
    /// If `all` is true, the page lists every task, and otherwise only as many as fit.
    case quickTasks(all: Bool)
  }

  /// The data that every section of the dashboard needs: the viewer, the athletes, and the
  /// settings.
  ///
  /// It is loaded first, because it decides which other data is loaded.
  public struct Frame: Equatable, Sendable {
    public var viewing: Viewing
    /// The viewer's e-mail address. The greeting uses it if the viewer has no name.
    public var email: String?
    /// The athletes that a parent can switch between. Empty for an athlete.
    public var athletes: [AthleteChoice]
    public var settings: DashboardSettings
    /// The state of sharing with the server, including the requests of people who want to join the
    /// family.
    public var sharing = SharingStatus()
    /// The end of the viewer's previous visit to the dashboard. Changes after this time are shown
    /// as new. Nil on the first visit.
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
