import CivilTime
import Documents
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Performance
import Testing
import WebRendering

/// The performance feature over a family in memory, on 10 February 2026.
///
/// Sam has nine measurements, `m1` to `m9`.
struct Stage: FeatureStage {
  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: PerformanceFeature
  var context = PageContext(
    now: ExampleFamily.now, zone: .utc, viewer: Viewer(name: "Sam"))
  let dependencies: Dependencies

  init(
    as person: RecordID = ExampleFamily.sam, dependencies: Dependencies = .testing("Performance"),
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows()
    change(&rows)
    backend = ExampleBackend(signedIn: person, family: rows)
    family = backend.familyContext()
    self.dependencies = backend.provided(to: dependencies).providing(family)
      .providing(Self.drawing).providing(Self.printing)
    feature = PerformanceFeature(self.dependencies)
  }

  /// The same stage, whose pages are for a browser.
  var withButtons: Stage {
    var stage = self
    stage.context.hasButtons = true
    return stage
  }

  /// Draws a chart as SVG with the program's own renderer.
  ///
  /// For every other format it returns only the name of the format, because these tests do not
  /// check other drawings.
  private static let drawing = ChartDrawing { chart, format in
    format == .svg ? Array(ChartPicture(chart).svg.utf8) : Array(format.rawValue.utf8)
  }

  /// Returns a page as JSON, which a test can read, instead of printing it to PDF.
  private static let printing = PagePrinting { page in Array(JSONRenderer.render(page).text.utf8) }

  /// Returns the performance page that the feature must show, computed from the stored
  /// measurements.
  ///
  /// A test compares the loaded page of the feature with this page.
  func overview(
    _ selection: PerformanceFeature.Selection = .init(), chart type: MetricType? = .velocity,
    showsAll: Bool = false
  ) async throws -> PerformanceFeature.LoadedPage {
    let viewing = try await family.current()
    let athlete = try viewing.chosenAthlete()
    var filter = MetricFilter()
    filter.type = selection.type
    filter.event = selection.event?.id
    filter.from = selection.from
    filter.through = selection.through
    filter.verifiedOnly = selection.verifiedOnly
    let history = try await backend.metrics.list(ListQuery { $0.filter = filter }, of: athlete)
    let summaries = try await backend.metricSummaries.byType(filter, of: athlete)
    filter.type = type
    let points = try await backend.metrics.list(ListQuery { $0.filter = filter }, of: athlete)
    let series = type.map {
      PerformanceFeature.Series(
        MetricSeries.series(of: points.rows.reversed().map(\.metric)).first
          ?? MetricSeries(.known($0), []))
    }
    return PerformanceFeature.LoadedPage(
      viewing: viewing, athleteCount: try await family.athletes().count,
      view: .init(.overview, selection, showsAll: showsAll),
      content: .overview(
        .init(history: .success(history), summaries: .success(summaries), chart: .success(series)))
    )
  }

  func references() async throws -> [Reference] {
    try await backend.references(to: [.metric, .event])
  }

  func row(_ handle: String) async throws -> MetricRow {
    try await backend.metrics.show(try await reference(handle).id, of: ExampleFamily.sam)
  }
}

typealias Prompt = StagedPrompt<Stage>

extension StagedPrompt<Stage> {
  convenience init(
    as person: RecordID = ExampleFamily.sam,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, change))
  }
}

extension MadeUpFamily {
  /// Adds measurements of a type with these values to Sam, one a day, the last on 9 February 2026.
  mutating func measure(
    _ type: MetricType, _ values: [Double], notes: String? = nil, onOneDay: Bool = false
  ) {
    let last = CalendarDay(dayNumber: 20_493)
    for (index, value) in values.enumerated() {
      let daysAgo = onOneDay ? 0 : values.count - index - 1
      var metric = PerformanceMetric(
        id: .numbered(UInt64((onOneDay ? 100_000 : 1000) + index)), athleteID: ExampleFamily.sam,
        familyID: ExampleFamily.samsFamily,
        recordedDate: last.adding(days: -daysAgo), type: type, value: value)
      metric.createdAt = ExampleFamily.now
      metric.notes = notes
      metrics.append(metric)
    }
  }

  /// Removes Sam's measurements from the family.
  static let withoutMetrics: @Sendable (inout MadeUpFamily) -> Void = { $0.removeMetrics() }
}
