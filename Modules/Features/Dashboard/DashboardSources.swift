import CivilTime
import Domain
import FeatureKit

// This extension defines every source, which is one kind of data on the dashboard: the property of
// `Parts` for its data, its name in messages, and the function that loads it.
extension DashboardFeature.Source {
  typealias Entry = DashboardFeature.SourceEntry

  var entry: Entry {
    switch self {
    case .schools:
      Entry(\.schools, "schools") { asked throws(Problem) in
        try await asked.feature.dashboard.schools(of: asked.athlete)
      }
    case .coaches:
      Entry(\.coaches, "coaches") { asked throws(Problem) in
        try await asked.feature.dashboard.coaches(of: asked.athlete, now: asked.now)
      }
    case .interactions:
      Entry(\.interactions, "interactions") { asked throws(Problem) in
        try await asked.feature.dashboard.interactions(
          of: asked.athlete, now: asked.now, zone: asked.zone)
      }
    case .offers:
      Entry(\.offers, "offers") { asked throws(Problem) in
        try await asked.feature.dashboard.offers(of: asked.athlete)
      }
    case .suggestions:
      Entry(\.suggestions, "action items") { asked throws(Problem) in
        try await asked.suggestions()
      }
    case .reasons:
      Entry(\.reasons, "action items") { asked throws(Problem) in
        guard case .reasons(let id) = asked.view else { throw .noSuch(.suggestion) }
        return try await asked.feature.suggestions.show(id, of: asked.athlete)
      }
    case .events:
      Entry(\.events, "events") { asked throws(Problem) in
        try await asked.feature.events.list(.upcoming(from: asked.today), of: asked.athlete)
      }
    case .metrics:
      Entry(\.metrics, "metrics") { asked throws(Problem) in
        try await asked.feature.metrics.list(
          ListQuery { $0.limit = DashboardFeature.topMetrics }, of: asked.athlete)
      }
    case .activity:
      Entry(\.activity, "recent activity") { asked throws(Problem) in
        try await asked.activity()
      }
    case .week:
      Entry(\.week, "this week") { asked throws(Problem) in
        try await asked.feature.activity.week(of: asked.athlete, now: asked.now, zone: asked.zone)
      }
    case .profile:
      Entry(\.profile, "profile") { asked throws(Problem) in
        try await asked.feature.people.profile(of: asked.athlete)
      }
    case .timeline:
      Entry(\.timeline, "tasks") { asked throws(Problem) in
        try await asked.feature.timeline.tasks(of: asked.athlete, today: asked.today)
      }
    case .unanswered:
      Entry(\.unanswered, "coaches") { asked throws(Problem) in
        try await asked.feature.dashboard.unanswered(of: asked.athlete, now: asked.now)
      }
    case .openOffers:
      Entry(\.openOffers, "offers") { asked throws(Problem) in
        try await asked.feature.offers.list(
          ListQuery {
            $0.filter.status = .pending
            $0.filter.due = NextSteps.daysOfAnswers(from: asked.today)
          }, of: asked.athlete)
      }
    case .news:
      Entry(\.news, "what is new") { asked throws(Problem) in
        try await asked.news()
      }
    }
  }
}

extension DashboardFeature {
  /// The functions of one source, which is one kind of data on the dashboard.
  ///
  /// Sources hold data of different types; these closures hide the type, so that the reducer can
  /// treat all sources alike.
  struct SourceEntry: Sendable {
    /// The name of the data in a message such as `Not loaded: schools, coaches.`
    let words: String
    let part: @Sendable (Parts) -> any PagePart
    let expect: @Sendable (inout Parts) -> Void
    let take: @Sendable (_ loaded: Parts, inout Parts) -> Void
    let load: @Sendable (Asked) async -> Parts

    init<Value: Sendable>(
      _ part: any WritableKeyPath<Parts, Loading<Value>> & Sendable, _ words: String,
      _ fetch: @escaping @Sendable (Asked) async throws(Problem) -> Value
    ) {
      self.words = words
      self.part = { $0[keyPath: part] }
      expect = { $0[keyPath: part].expect() }
      take = { $1[keyPath: part] = $0[keyPath: part] }
      load = { asked in
        var parts = Parts()
        do throws(Problem) {
          parts[keyPath: part] = .loaded(try await fetch(asked))
        } catch {
          parts[keyPath: part] = .failed(DashboardFeature.words.problem(error, during: .load))
        }
        return parts
      }
    }
  }

  /// The values with which the dashboard loads one kind of data: the feature with its gateways
  /// (functions that read the records), the view, the athlete, and the time.
  struct Asked: Sendable {
    let feature: DashboardFeature
    let view: View
    let athlete: RecordID
    let newSince: Instant?
    let now: Instant
    let zone: Zone

    var today: CalendarDay { zone.day(of: now) }
  }
}

extension DashboardFeature.Asked {
  fileprivate func suggestions() async throws(Problem) -> SuggestionsData {
    switch view {
    case .suggestions(let school):
      try await feature.suggestions.visible(
        of: athlete, school: school?.id, limit: DashboardFeature.listed)
    case .home, .activity, .reasons, .next, .quickTasks:
      try await feature.suggestions.visible(of: athlete, limit: SuggestionLists.shownOnDashboard)
    }
  }

  fileprivate func activity() async throws(Problem) -> Listing<ActivityItem> {
    guard case .activity(let offset) = view else {
      return try await feature.activity.recent(of: athlete, limit: RecentActivity.shown)
    }
    return try await feature.activity.recent(
      of: athlete, limit: DashboardFeature.activityPage, offset: offset)
  }

  fileprivate func news() async throws(Problem) -> [NewsItem] {
    guard let newSince else { return [] }
    let own = try await feature.activity.news(
      of: athlete, since: newSince, limit: NewsItem.counted)
    let others = try await feature.sharing.othersSteps(NewsItem.counted)
      .filter { $0.at > newSince && !$0.summary.isEmpty }
    let changes = own.map { NewsItem($0) } + others.map { NewsItem($0) }
    let unread = InboxQuery {
      $0.unreadOnly = true
      $0.limit = NewsItem.counted
    }
    let found = try await feature.notifications.list(unread).listing.rows
      .compactMap { NewsItem($0) }.filter { $0.at > newSince }
    // Notifications come last. The daily work creates them when the page is opened, so they are
    // newer than the changes by people, and a list by time alone would show them above all changes.
    return changes.sorted { $0.at > $1.at } + found
  }
}

extension ListQuery<RecruitingEvent> {
  /// Returns the query for the few events that the dashboard lists: the next ones, beginning with
  /// those of today.
  fileprivate static func upcoming(from today: CalendarDay) -> ListQuery {
    ListQuery {
      $0.filter.from = today
      $0.sort = .upcoming
      $0.limit = DashboardFeature.upcomingEvents
    }
  }
}
