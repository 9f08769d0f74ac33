import CivilTime
import Domain
import FeatureKit

// A source is one kind of data on the dashboard, such as schools or offers. This file chooses the
// sources that a view needs and loads each of them separately.
extension DashboardFeature {
  /// Returns the sources (kinds of data, such as schools) that a view needs. The dashboard does not
  /// load a source that is needed only by cards or widgets which the viewer has hidden.
  func sources(of view: View, for frame: Frame) -> [Source] {
    switch view {
    case .home: Self.homeSources(for: frame)
    case .activity: [.activity]
    case .suggestions: [.suggestions, .schools, .coaches, .interactions, .metrics, .profile]
    case .reasons: [.reasons]
    case .next: Self.sourcesOfNext
    case .quickTasks: []
    }
  }

  /// The sources (kinds of data) for the page `next`. From them the page computes the most
  /// important things to do, and the first steps that a new user has not done yet.
  static let sourcesOfNext: [Source] = [
    .timeline, .unanswered, .coaches, .openOffers, .events, .suggestions, .schools, .metrics,
    .profile,
  ]

  static func homeSources(for frame: Frame) -> [Source] {
    let cards = DashboardCard.allCases.filter { frame.settings.shows($0) }.map(\.source)
    let widgets = DashboardWidget.allCases.filter { frame.shows($0) }.flatMap(\.sources)
    let wanted = Set(cards + widgets + sourcesOfNext + (frame.newSince == nil ? [] : [.news]))
    return Source.allCases.filter(wanted.contains)
  }

  func load(
    _ source: Source, for view: View, of athlete: RecordID, newSince: Instant?
  ) -> Effect<Action> {
    let asked = Asked(
      feature: self, view: view, athlete: athlete, newSince: newSince, now: calendar.now(),
      zone: calendar.zone())
    return .run(source.id) { send in
      send(.partLoaded(Part(source: source, loaded: await source.entry.load(asked))))
    }
  }

  /// The largest number of action items that the dashboard loads at once.
  static let listed = 200
  static let topMetrics = 3
  static let upcomingEvents = 5
  /// The number of entries on one page of the activity feed (domain.md 4.8).
  static let activityPage = 10
}

extension DashboardFeature.Frame {
  func shows(_ widget: DashboardWidget) -> Bool {
    (widget != .athleteActivity || viewing.isReadOnly) && settings.shows(widget)
  }
}

extension DashboardCard {
  var source: DashboardFeature.Source {
    switch self {
    case .coaches: .coaches
    case .schools, .aTier: .schools
    case .interactions: .interactions
    case .offers, .accepted: .offers
    }
  }
}

extension DashboardWidget {
  /// The kinds of data that a widget (a section of the dashboard) shows.
  ///
  /// They are loaded only if the viewer has not hidden the widget.
  var sources: [DashboardFeature.Source] {
    switch self {
    // The widget of action items also shows a new user's first steps. Whether a step is done
    // follows from the schools, the measurements and the profile, so these are loaded too.
    case .actionItems: [.suggestions, .schools, .metrics, .profile]
    case .interactionTrend, .contactFrequency: [.interactions]
    case .schoolStatus: [.schools]
    case .recruitingPacket, .quickTasks: []
    case .performanceMetrics: [.metrics]
    case .upcomingEvents: [.events, .interactions]
    case .recentActivity: [.activity]
    case .atAGlance: [.offers, .schools, .coaches, .interactions, .profile]
    case .coachFollowUp: [.coaches]
    case .athleteActivity: [.week, .activity]
    }
  }
}
