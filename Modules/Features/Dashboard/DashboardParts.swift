public import Domain
public import FeatureKit

extension DashboardFeature {
  /// The sources of the page.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    case schools, coaches, interactions, offers, suggestions, reasons, events, metrics, activity
    case week, profile
    case timeline, unanswered, openOffers
    case news

    /// Names the load, so that a newer one supersedes it.
    var id: EffectID { EffectID(rawValue) }

    /// The name of the source in a banner about a failed load.
    var words: String {
      switch self {
      case .schools: "schools"
      case .coaches: "coaches"
      case .interactions: "interactions"
      case .offers: "offers"
      case .suggestions, .reasons: "action items"
      case .events: "events"
      case .metrics: "metrics"
      case .activity: "recent activity"
      case .week: "this week"
      case .profile: "profile"
      case .timeline: "tasks"
      case .unanswered: "coaches"
      case .openOffers: "offers"
      case .news: "what is new"
      }
    }
  }

  /// The result of one load.
  public enum Part: Equatable, Sendable {
    case schools(Result<SchoolFigures, Problem>)
    case coaches(Result<CoachFigures, Problem>)
    case interactions(Result<InteractionFigures, Problem>)
    case offers(Result<OfferFigures, Problem>)
    case suggestions(Result<SuggestionsData, Problem>)
    case reasons(Result<SuggestionHistory, Problem>)
    case events(Result<Listing<EventRow>, Problem>)
    case metrics(Result<Listing<MetricRow>, Problem>)
    case activity(Result<Listing<ActivityItem>, Problem>)
    case week(Result<AthleteWeek, Problem>)
    case profile(Result<ProfilePageData, Problem>)
    case timeline(Result<TimelinePageData, Problem>)
    case unanswered(Result<[CoachRow], Problem>)
    case openOffers(Result<Listing<OfferRow>, Problem>)
    case news(Result<[NewsItem], Problem>)
  }
}

extension DashboardFeature.Parts {
  mutating func take(_ part: DashboardFeature.Part) {
    switch part {
    case .schools(let result): schools = Loading(result)
    case .coaches(let result): coaches = Loading(result)
    case .interactions(let result): interactions = Loading(result)
    case .offers(let result): offers = Loading(result)
    case .suggestions(let result): suggestions = Loading(result)
    case .reasons(let result): reasons = Loading(result)
    case .events(let result): events = Loading(result)
    case .metrics(let result): metrics = Loading(result)
    case .activity(let result): activity = Loading(result)
    case .week(let result): week = Loading(result)
    case .profile(let result): profile = Loading(result)
    case .timeline(let result): timeline = Loading(result)
    case .unanswered(let result): unanswered = Loading(result)
    case .openOffers(let result): openOffers = Loading(result)
    case .news(let result): news = Loading(result)
    }
  }

  /// Marks a source as loading; its loaded data stays on the screen meanwhile.
  mutating func expect(_ source: DashboardFeature.Source) {
    switch source {
    case .schools: schools.expect()
    case .coaches: coaches.expect()
    case .interactions: interactions.expect()
    case .offers: offers.expect()
    case .suggestions: suggestions.expect()
    case .reasons: reasons.expect()
    case .events: events.expect()
    case .metrics: metrics.expect()
    case .activity: activity.expect()
    case .week: week.expect()
    case .profile: profile.expect()
    case .timeline: timeline.expect()
    case .unanswered: unanswered.expect()
    case .openOffers: openOffers.expect()
    case .news: news.expect()
    }
  }

  func problem(of source: DashboardFeature.Source) -> Problem? {
    switch source {
    case .schools: schools.problem
    case .coaches: coaches.problem
    case .interactions: interactions.problem
    case .offers: offers.problem
    case .suggestions: suggestions.problem
    case .reasons: reasons.problem
    case .events: events.problem
    case .metrics: metrics.problem
    case .activity: activity.problem
    case .week: week.problem
    case .profile: profile.problem
    case .timeline: timeline.problem
    case .unanswered: unanswered.problem
    case .openOffers: openOffers.problem
    case .news: news.problem
    }
  }
}

extension Loading {
  fileprivate mutating func expect() {
    if value == nil { self = .loading }
  }
}
