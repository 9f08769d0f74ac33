import Domain
import FamilyContext
public import FeatureKit

/// The feature with athletic measurements over time: the newest values, trends, charts and the
/// history (specs/performance.md).
public struct PerformanceFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Performance", title: "Performance",
    summary: "Measurements over time: charts, trends and history.", order: 30,
    nouns: [
      Noun(
        "performance", aliases: ["metrics"],
        summary: "Measurements over time: charts, trends and history.", opens: "list"),
      Noun("measures", summary: "What can be measured, and measures of your own.", opens: "list"),
    ],
    routes: [
      RoutePattern("/performance", "performance"),
      RoutePattern("/performance/timeline", "performance timeline"),
      RoutePattern("/performance/measures", "measures"),
      RoutePattern("/performance/{id}", "performance show {id}"),
    ], shows: [.metric: "performance show"])

  let metrics: MetricsGateway
  let summaries: MetricSummaryGateway
  let goals: MetricGoalsGateway
  let measures: MeasuresGateway
  let family: FamilyContextClient
  let calendar: LocalCalendar
  let drawing: ChartDrawing
  let printing: PagePrinting

  public init(_ dependencies: Dependencies) {
    metrics = dependencies[MetricsGateway.self]
    summaries = dependencies[MetricSummaryGateway.self]
    goals = dependencies[MetricGoalsGateway.self]
    measures = dependencies[MeasuresGateway.self]
    family = dependencies[FamilyContextClient.self]
    calendar = dependencies[LocalCalendar.self]
    drawing = dependencies[ChartDrawing.self]
    printing = dependencies[PagePrinting.self]
  }

  public var initialState: State { State() }

  public var leaving: Action? { .pageLeft }

  /// Returns the command line that shows the same view again, for example
  /// `performance --type era --verified`.
  ///
  /// The command line names every filter, because several `performance filter` commands may have
  /// set them. Nil for a page without filters.
  public func lineBack(to state: State) -> String? {
    state.showsFieldNames ? nil : state.view.line
  }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed, .dataChanged: .reloadRequested
    // Another process has changed the data file. The page is not loaded again, because an edit is
    // compared with the row that the person saw: a silent reload would replace that row and hide a
    // conflict.
    case .changedElsewhere: nil
    case .viewerChanged: .viewerChanged
    case .signedOut: .signedOut
    }
  }

  static let words = FailureWords(
    serverError: "Server error, please try again", load: "Failed to load metrics",
    write: "Could not save the metric.")
}
