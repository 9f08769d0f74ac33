public import Domain
public import FeatureKit

extension DashboardFeature {
  /// The kinds of data on the dashboard.
  ///
  /// Each kind is loaded separately, by the function that `DashboardSources.swift` defines for it.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    case schools, coaches, interactions, offers, suggestions, reasons, events, metrics, activity
    case week, profile
    case timeline, unanswered, openOffers
    case news

    /// The identifier of the effect (the asynchronous work) that loads this source.
    ///
    /// Starting a new load with the same identifier cancels a running one, so an old result cannot
    /// replace a newer one.
    var id: EffectID { EffectID(rawValue) }
  }

  /// The data of each source (kind of data, such as schools). Sources load separately, so a failed
  /// source does not hide the others.
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
    public var news = Loading<[NewsItem]>.idle

    public init() {}
  }

  /// The result of loading one source (kind of data), which is then merged into the loaded data.
  /// Only the property of that source is set; the other properties are idle.
  public struct Part: Equatable, Sendable {
    let source: Source
    let loaded: Parts

    var problem: Problem? { loaded[source].problem }
  }
}

extension DashboardFeature.Parts {
  mutating func take(_ part: DashboardFeature.Part) {
    part.source.entry.take(part.loaded, &self)
  }

  /// Marks a source (kind of data) as loading. Its loaded data stays on the screen during the load.
  mutating func expect(_ source: DashboardFeature.Source) { source.entry.expect(&self) }

  subscript(source: DashboardFeature.Source) -> any PagePart { source.entry.part(self) }
}
