public import Domain
public import FeatureKit

extension DashboardFeature {
  /// What the page remembers: what is looked at, and what was loaded for it, source by source.
  public struct State: Equatable, Sendable {
    public var view = View.home
    public var frame = Loading<Frame>.idle
    public var parts = Parts()
    /// The viewer's own, whoever's data the rest shows; they need no athlete and no connection.
    public var quickTasks = Loading<[QuickTaskRow]>.idle

    public init() {}
  }

  /// What somebody asked to see.
  public enum View: Hashable, Sendable {
    case home
    /// The activity feed, so many entries down.
    case activity(from: Int)
    /// The action items; those of one school when it is named.
    case suggestions(school: Reference?)
    /// Why one action item is there.
    case reasons(RecordID)
    /// The few things worth doing first.
    case next
    /// All of them, or a screenful.
    case quickTasks(all: Bool)
  }

  /// Who looks, at whose data, and which parts they want to see.
  public struct Frame: Equatable, Sendable {
    public var viewing: Viewing
    /// The viewer's own address, for a greeting when there is no name.
    public var email: String?
    /// The athletes a parent can switch between; empty for an athlete.
    public var athletes: [AthleteChoice]
    public var settings: DashboardSettings
    /// How the file stands to its server: another person may ask to be let into the family.
    public var sharing = SharingStatus()

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

  /// Everything the athlete's data give, each source with its own fate: one that fails leaves the others standing.
  public struct Parts: Equatable, Sendable {
    public var schools = Loading<SchoolFigures>.idle
    public var coaches = Loading<CoachFigures>.idle
    public var interactions = Loading<InteractionFigures>.idle
    public var offers = Loading<OfferFigures>.idle
    public var suggestions = Loading<SuggestionsData>.idle
    public var reasons = Loading<SuggestionHistory>.idle
    public var events = Loading<Listing<EventRow>>.idle
    public var metrics = Loading<Listing<MetricRow>>.idle
    public var activity = Loading<Listing<ActivityItem>>.idle
    public var week = Loading<AthleteWeek>.idle
    public var profile = Loading<ProfilePageData>.idle
    public var timeline = Loading<TimelinePageData>.idle
    public var unanswered = Loading<[CoachRow]>.idle
    public var openOffers = Loading<Listing<OfferRow>>.idle

    public init() {}
  }
}
