import CivilTime
import Domain
import FeatureKit

// Chooses the sources that a view needs, and loads each.
extension DashboardFeature {
  /// Parts that the settings hide are not loaded.
  func sources(of view: View, for frame: Frame) -> [Source] {
    switch view {
    case .home: homeSources(for: frame)
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

  private func homeSources(for frame: Frame) -> [Source] {
    let cards = DashboardCard.allCases.filter { frame.settings.shows($0) }.map(\.source)
    let widgets = DashboardWidget.allCases.filter { frame.shows($0) }.flatMap(\.sources)
    let wanted = Set(cards + widgets + (frame.newSince == nil ? [] : [.news]))
    return Source.allCases.filter(wanted.contains)
  }

  func load(
    _ source: Source, for view: View, of athlete: RecordID, newSince: Instant?
  ) -> Effect<Action> {
    let (now, zone) = (calendar.now(), calendar.zone())
    return switch source {
    case .schools:
      part(source, { .schools($0) }) { [dashboard] () throws(Problem) in
        try await dashboard.schools(of: athlete)
      }
    case .coaches:
      part(source, { .coaches($0) }) { [dashboard] () throws(Problem) in
        try await dashboard.coaches(of: athlete, now: now)
      }
    case .interactions:
      part(source, { .interactions($0) }) { [dashboard] () throws(Problem) in
        try await dashboard.interactions(of: athlete, now: now, zone: zone)
      }
    case .offers:
      part(source, { .offers($0) }) { [dashboard] () throws(Problem) in
        try await dashboard.offers(of: athlete)
      }
    case .suggestions:
      part(source, { .suggestions($0) }) { [suggestions] () throws(Problem) in
        switch view {
        case .suggestions(let school):
          try await suggestions.visible(of: athlete, school: school?.id, limit: Self.listed)
        case .home, .activity, .reasons, .next, .quickTasks:
          try await suggestions.visible(of: athlete, limit: SuggestionLists.shownOnDashboard)
        }
      }
    case .reasons:
      part(source, { .reasons($0) }) { [suggestions] () throws(Problem) in
        guard case .reasons(let id) = view else { throw .noSuch(.suggestion) }
        return try await suggestions.show(id, of: athlete)
      }
    case .events:
      part(source, { .events($0) }) { [events] () throws(Problem) in
        try await events.list(.upcoming(from: zone.day(of: now)), of: athlete)
      }
    case .metrics:
      part(source, { .metrics($0) }) { [metrics] () throws(Problem) in
        try await metrics.list(ListQuery { $0.limit = Self.topMetrics }, of: athlete)
      }
    case .activity:
      part(source, { .activity($0) }) { [activity] () throws(Problem) in
        if case .activity(let offset) = view {
          try await activity.recent(of: athlete, limit: Self.activityPage, offset: offset)
        } else {
          try await activity.recent(of: athlete, limit: RecentActivity.shown)
        }
      }
    case .week:
      part(source, { .week($0) }) { [activity] () throws(Problem) in
        try await activity.week(of: athlete, now: now, zone: zone)
      }
    case .profile:
      part(source, { .profile($0) }) { [people] () throws(Problem) in
        try await people.profile(of: athlete)
      }
    case .timeline:
      part(source, { .timeline($0) }) { [timeline] () throws(Problem) in
        try await timeline.tasks(of: athlete, today: zone.day(of: now))
      }
    case .unanswered:
      part(source, { .unanswered($0) }) { [dashboard] () throws(Problem) in
        try await dashboard.unanswered(of: athlete, now: now)
      }
    case .openOffers:
      part(source, { .openOffers($0) }) { [offers] () throws(Problem) in
        try await offers.list(ListQuery { $0.filter.status = .pending }, of: athlete)
      }
    case .news:
      part(source, { .news($0) }) { [activity, sharing] () throws(Problem) in
        guard let newSince else { return [] }
        let own = try await activity.news(of: athlete, since: newSince, limit: NewsItem.counted)
        let others = try await sharing.othersSteps(NewsItem.counted)
          .filter { $0.at > newSince && !$0.summary.isEmpty }
        return (own.map { NewsItem($0) } + others.map { NewsItem($0) }).sorted { $0.at > $1.at }
      }
    }
  }

  /// More action items than any person has open.
  static let listed = 200
  static let topMetrics = 3
  static let upcomingEvents = 5
  /// How many entries the feed's own page shows at a time (rule 4.8).
  static let activityPage = 10

  private func part<Value: Sendable>(
    _ source: Source, _ part: @escaping @Sendable (Result<Value, Problem>) -> Part,
    _ fetch: @escaping @Sendable () async throws(Problem) -> Value
  ) -> Effect<Action> {
    .load(source.id, fetch) {
      .partLoaded(part($0.mapError { Self.words.problem($0, during: .load) }))
    }
  }
}

extension DashboardFeature.Frame {
  func shows(_ widget: DashboardWidget) -> Bool {
    (widget != .athleteActivity || viewing.isReadOnly) && settings.shows(widget)
  }
}

extension ListQuery<RecruitingEvent> {
  /// The next few events, including today's (rule 4.6).
  fileprivate static func upcoming(from today: CalendarDay) -> ListQuery {
    ListQuery {
      $0.filter.from = today
      $0.sort = .upcoming
      $0.limit = DashboardFeature.upcomingEvents
    }
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
  /// The sources that a widget is drawn from.
  var sources: [DashboardFeature.Source] {
    switch self {
    // The first steps of a new user depend on existing records (rule 7.55).
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
