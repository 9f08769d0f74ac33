import CivilTime
import Domain
import FeatureKit

// Chooses the sources that a view needs, and loads each of them.
extension DashboardFeature {
  /// The sources of a view. Sources of hidden parts are not loaded.
  func sources(of view: View, for frame: Frame) -> [Source] {
    switch view {
    case .home: Self.homeSources(for: frame)
    case .activity: [.activity]
    case .suggestions: [.suggestions, .schools, .metrics, .profile]
    case .reasons: [.reasons]
    case .next: Self.sourcesOfNext
    case .quickTasks: []
    }
  }

  /// The sources of the next steps and of the first steps of a new user.
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

  /// The largest number of action items that are loaded.
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
  /// The sources that a widget needs.
  var sources: [DashboardFeature.Source] {
    switch self {
    // The first steps of a new user depend on existing records (domain.md 7.55).
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
