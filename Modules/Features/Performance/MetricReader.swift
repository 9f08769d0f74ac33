import CivilTime
import Domain
import FeatureKit

/// Loads the data of the performance pages through the gateways (the functions that read the
/// database).
struct MetricReader: Sendable {
  let metrics: MetricsGateway
  let summaries: MetricSummaryGateway
  let goals: MetricGoalsGateway
  let measures: MeasuresGateway
  let today: @Sendable () -> CalendarDay

  typealias Series = PerformanceFeature.Series
  typealias Selection = PerformanceFeature.Selection

  /// The number of rows of each kind that the overview shows: trends, goals and measurements.
  static let screenful = 10
  /// The number of rows in one batch of an export.
  static let portion = 1000

  func content(
    of view: PerformanceFeature.View, athlete: RecordID
  ) async throws(Problem) -> PerformanceFeature.Content {
    switch view.place {
    case .overview: return .overview(try await overview(of: view, athlete: athlete))
    case .measures: return .measures(try await measures.offered(athlete))
    case .details(let id): return .details(try await metrics.show(id, of: athlete))
    case .chart:
      let types = try await types(of: view.selection, athlete: athlete)
      let goals = try await goals(of: athlete)
      return .chart(
        try await series(of: view.selection, among: types, goals, athlete: athlete), types: types)
    case .timeline:
      return .timeline(try await summaries.points(view.selection.filter, of: athlete))
    }
  }

  /// Returns the measurements for a chart.
  ///
  /// If no type is requested, the chart shows the first type in the order of `MetricLead`, which
  /// prefers, for example, a type with an open goal. Nil if no type is requested and the athlete
  /// has no measurements.
  func series(
    of selection: Selection, among types: [MetricTypeSummary],
    _ goals: [PerformanceFeature.GoalProgress], athlete: RecordID
  ) async throws(Problem) -> Series? {
    guard let type = selection.type ?? lead(of: types, goals) else { return nil }
    var selection = selection
    selection.type = type
    let measured = try await summaries.points(selection.filter, of: athlete)
    return Series(
      measured.first ?? MetricSeries(.known(type), []), goal: goals.first { $0.goal.type == type })
  }

  private func lead(
    of types: [MetricTypeSummary], _ goals: [PerformanceFeature.GoalProgress]
  ) -> MetricType? {
    let open = goals.filter { !$0.state(on: today()).isReached }.map(\.goal.type)
    return MetricLead.order(types, goals: Set(open), today: today())
      .lazy.compactMap(\.type.known).first
  }

  /// Returns a summary of every type that has measurements.
  ///
  /// The selected type is ignored, because a chart also links to the charts of the other types.
  func types(
    of selection: Selection, athlete: RecordID
  ) async throws(Problem) -> [MetricTypeSummary] {
    var selection = selection
    selection.type = nil
    return try await summaries.byType(selection.filter, of: athlete)
  }

  /// Calls `take` with the selected measurements in batches, oldest first, so that an export does
  /// not load all of them at once.
  ///
  /// A batch contains whole days. The next query begins with the first day that the batch left out,
  /// which the database finds by its index. A query by offset would read and skip all earlier rows
  /// instead. If one day has more rows than a batch, the batch becomes larger.
  func walk(
    _ selection: Selection, of athlete: RecordID,
    _ take: (ArraySlice<MetricLine>) throws(Problem) -> Void
  ) async throws(Problem) {
    var (selection, limit) = (selection, Self.portion)
    while true {
      let lines = try await oldest(limit, of: selection, athlete)
      guard lines.count == limit, let lastDay = lines.last?.day else {
        return try take(lines[...])
      }
      let earlier = lines.lastIndex { $0.day < lastDay }
      let wholeDays = earlier.map { lines[...$0] } ?? []
      if !wholeDays.isEmpty { try take(wholeDays) }
      selection.from = lastDay
      limit = wholeDays.isEmpty ? limit * 2 : Self.portion
    }
  }

  private func oldest(
    _ limit: Int, of selection: Selection, _ athlete: RecordID
  ) async throws(Problem) -> [MetricLine] {
    do throws(Problem) {
      return try await summaries.oldest(selection.filter, limit: limit, of: athlete)
    } catch {
      throw PerformanceFeature.words.problem(error, during: .load)
    }
  }
}

extension MetricReader {
  /// Loads the overview's history, summaries, chart and goals.
  ///
  /// If one of them fails, the others are still shown. Throws only if all of them fail.
  private func overview(
    of view: PerformanceFeature.View, athlete: RecordID
  ) async throws(Problem) -> PerformanceFeature.Overview {
    let (selection, limit) = (view.selection, view.showsAll ? nil : Self.screenful)
    let history = await part { () throws(Problem) in
      let query = ListQuery<PerformanceMetric> {
        $0.filter = selection.filter
        $0.sort = view.order.sort
        $0.isReversed = view.order.isReversed
        $0.limit = limit
      }
      return try await metrics.list(query, of: athlete)
    }
    let summaries = await part { () throws(Problem) in
      try await self.summaries.byType(selection.filter, of: athlete)
    }
    if case .failure(let problem) = history, problem.endsThePage || summaries.problem != nil {
      throw problem
    }
    let goals = await part { () throws(Problem) in try await self.goals(of: athlete) }
    let chart: Result<Series?, Problem> =
      switch summaries {
      case .failure(let problem): .failure(problem)
      case .success(let types):
        await part { () throws(Problem) in
          try await series(of: selection, among: types, goals.value ?? [], athlete: athlete)
        }
      }
    return PerformanceFeature.Overview(
      history: history, summaries: summaries, chart: chart, goals: goals)
  }

  /// Runs one load of the overview, such as that of the goals. A failure becomes a result with the
  /// page's error text, so it does not stop the other loads.
  private func part<Value>(
    _ fetch: () async throws(Problem) -> Value
  ) async -> Result<Value, Problem> {
    do throws(Problem) {
      return .success(try await fetch())
    } catch {
      return .failure(PerformanceFeature.words.problem(error, during: .load))
    }
  }
}

extension PerformanceFeature.Selection {
  var filter: MetricFilter {
    var filter = MetricFilter()
    filter.type = type
    filter.event = event?.id
    filter.from = from
    filter.through = through
    filter.verifiedOnly = verifiedOnly
    return filter
  }
}

extension Result where Failure == Problem {
  var problem: Problem? {
    if case .failure(let problem) = self { problem } else { nil }
  }

  var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }
}

extension Problem {
  /// Whether the problem, such as an expired session, means that the viewer may no longer see any
  /// data of the athlete.
  fileprivate var endsThePage: Bool {
    switch cause {
    case .sessionExpired, .signInNeeded, .refused, .notFound: true
    case .usage, .locked, .conflict, .offline, .timedOut, .serverError, .storage, .unimplemented,
      .interrupted, .failed:
      false
    }
  }
}
