import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension PerformanceFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    if state.showsFieldNames { return Self.dataFields.page }
    return switch state.loaded {
    case .idle, .loading:
      Page(title: PerformancePage.title) { Paragraph("Loading metrics…", tone: .muted) }
    case .failed(let problem):
      Page(title: PerformancePage.title, problem: problem) { Message(problem) }
    case .loaded(let loaded):
      PerformancePage(loaded: loaded, context: context).page
    }
  }
}

/// Builds the performance pages from the loaded measurements.
///
/// Trends, texts and links are computed here, so that the feature's state holds only loaded data.
struct PerformancePage {
  let loaded: PerformanceFeature.LoadedPage
  let context: PageContext

  static let title = "Performance Metrics"
  static let timelineTitle = "Timeline & Analytics"

  var selection: PerformanceFeature.Selection { loaded.view.selection }
  /// Whether the viewer may read the measurements but not change them.
  var isReadOnly: Bool { !loaded.viewing.mayChange(.metrics) }

  var page: Page {
    switch loaded.content {
    case nil: Page(title: Self.title) { FamilyContextClient.linkYourFamily }
    case .overview(let overview): page(of: overview)
    case .details(let row): page(of: row)
    case .chart(let series, let types): page(of: series, among: types)
    case .timeline(let series): page(of: series)
    case .measures(let measures): page(of: measures)
    }
  }

  /// A banner that tells a parent whose measurements the page shows, and whether the parent may
  /// change them. Empty for an athlete.
  @BlockBuilder
  var banner: [Block] {
    if loaded.viewing.isReadOnly {
      let owner = loaded.viewing.ownerWords
      Banner(
        icon: "👁",
        [
          isReadOnly
            ? "Viewing \(owner)'s Performance (Read-Only)"
            : "Helping \(owner) with: \(loaded.viewing.helps.words)"
        ], tone: .info,
        links: loaded.athleteCount > 1 ? [CommandLink("Switch athlete", "family switch")] : [],
        spoken: isReadOnly
          ? "Viewing \(owner)'s performance. You can look and not change. \(owner) sees your visits."
          : "Helping \(owner) with measurements. \(owner) sees your visits.")
    }
  }

  /// The line that names the active filters, and the link that removes them.
  ///
  /// Empty if all measurements are shown.
  @BlockBuilder
  var filterWords: [Block] {
    if let words = selection.words {
      Paragraph("Showing \(words)", tone: .muted)
      Links([everything])
    }
  }

  var everything: CommandLink { CommandLink("Show all metrics", "performance") }
  var logLink: CommandLink { CommandLink("+ Log Metric", "performance log", spoken: "Log metric") }

  var noMetrics: EmptyState {
    EmptyState(
      "No metrics logged yet",
      detail: "Start tracking your performance to build a historical record",
      links: isReadOnly ? [] : [logLink])
  }

  /// The text that the page shows instead of the list if no measurement matches the filters, with a
  /// link that removes the filters.
  var noneMatch: EmptyState { EmptyState("No metrics match.", links: [everything]) }
}

// MARK: - The page of one measurement

extension PerformancePage {
  private func page(of row: MetricRow) -> Page {
    let metric = row.metric
    return Page(title: metric.type.words, context: context.recordWords(of: row.reference.handle)) {
      banner
      Facts(
        [
          Fact("Value", MetricText.text(metric)), Fact("Recorded", row.day),
          Fact(
            "Verified", metric.isVerified ? "Yes" : "No",
            tone: metric.isVerified ? .positive : .neutral),
          row.event.map { Fact("Event", "\($0.handle) \($0.title)") },
          metric.notes.map { Fact("Notes", $0) },
        ].compactMap { $0 })
      Links(
        (isReadOnly ? [] : [row.editLink, row.verifyLink, row.deleteLink])
          + [
            metric.type.known.map {
              CommandLink("Chart", "performance chart \($0.rawValue.dashed)")
            },
            CommandLink("All metrics", "performance"),
          ].compactMap { $0 })
    }
  }
}

// MARK: - The page of one type of measurement

extension PerformancePage {
  private func page(
    of series: PerformanceFeature.Series?, among types: [MetricTypeSummary]
  ) -> Page {
    Page(title: "Performance Trends", context: series?.type.words) {
      banner
      filterWords(ofChart: series)
      if types.isEmpty, selection.optionsButType.isEmpty {
        noMetrics
      } else {
        if let chart = MetricChart(series, on: context.today) {
          drawing(of: chart)
          trend(of: series)
        } else {
          Message(PerformanceFeature.notEnoughData, tone: .info, links: isReadOnly ? [] : [logLink])
        }
        Links(typeLinks(types, shown: series?.type) + [CommandLink("All metrics", "performance")])
      }
    }
  }

  /// Returns the line that names the filters of a chart.
  ///
  /// The type of measurement is not named, because it is the page's title.
  @BlockBuilder
  private func filterWords(ofChart series: PerformanceFeature.Series?) -> [Block] {
    let narrowed = {
      var rest = selection
      rest.type = nil
      return rest.words
    }()
    if let narrowed { Paragraph("Showing \(narrowed)", tone: .muted) }
  }

  @BlockBuilder
  private func drawing(of chart: MetricChart) -> [Block] {
    let command =
      "performance chart \(chart.series.type.raw.dashed)" + selection.optionsButType
    if loaded.view.asTable {
      chart.numbers(links: [CommandLink("The drawing", command)])
    } else {
      chart.chart(
        links: [
          CommandLink("The numbers", command + " --table"),
          CommandLink("As a file", command + " --out \(chart.series.type.raw.dashed).svg"),
        ] + goalLink(for: chart.series))
    }
  }

  @BlockBuilder
  private func trend(of series: PerformanceFeature.Series?) -> [Block] {
    if let series, let trend = MetricTrend(series.measured) {
      Section("Metric Trends") {
        RowList([trend.row(of: ComparedMetrics(series.measured).values.suffix(trend.count))])
      }
    }
  }

  /// Returns links to the charts of all types, with the same filters as this chart. The link to
  /// this chart is marked as current. Empty if there is no other type.
  func typeLinks(
    _ types: [MetricTypeSummary], shown: Open<MetricType>?
  ) -> [CommandLink] {
    let links = types.inUsualOrder.compactMap { summary in
      summary.chartLink.map { link in
        CommandLink(
          link.label, link.command + selection.optionsButType, spoken: link.spoken,
          isCurrent: summary.type == shown)
      }
    }
    return links.contains { !$0.isCurrent } ? links : []
  }
}

// MARK: - All types on one axis

extension PerformancePage {
  private func page(of measured: [MetricSeries]) -> Page {
    let first = measured.compactMap(\.points.first?.day).min()
    let last = measured.compactMap(\.points.last?.day).max()
    let span = first.flatMap { first in last.map { first...$0 } }
    return Page(
      title: Self.timelineTitle,
      context: span.map {
        "\($0.lowerBound.text(.shortWithYear)) to \($0.upperBound.text(.shortWithYear))"
      }
    ) {
      banner
      Links([CommandLink("Performance Overview", "performance")])
      filterWords
      if measured.isEmpty {
        if selection.words == nil { noMetrics } else { noneMatch }
      } else {
        for own in measured {
          chart(of: PerformanceFeature.Series(own), over: span)
        }
      }
    }
  }

  @BlockBuilder
  private func chart(
    of series: PerformanceFeature.Series, over span: ClosedRange<CalendarDay>?
  ) -> [Block] {
    if let chart = MetricChart(series, on: context.today) {
      if loaded.view.asTable { chart.numbers() } else { chart.chart(over: span) }
    } else if let only = series.points.first {
      Section(series.type.words) {
        Paragraph(
          "\(MetricText.text(only.value, type: series.type, unit: only.unit)) on \(only.day.text(.shortWithYear)), the only measurement"
        )
      }
    }
  }
}
