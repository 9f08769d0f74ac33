import Domain
import FeatureKit

// This extension has the overview page with a chart, trends, the newest values and the history.
// Each of these parts can fail separately.
extension PerformancePage {
  func page(of overview: PerformanceFeature.Overview) -> Page {
    let problem =
      overview.history.problem ?? overview.summaries.problem ?? overview.chart.problem
    return Page(
      title: Self.title, subtitle: "Track your athletic performance over time", problem: problem
    ) {
      banner
      Links(actions(of: overview))
      filterWords
      if let history = overview.history.value, history.isEmpty {
        noMetrics
        goals(of: overview)
      } else if let history = overview.history.value, history.matching == 0 {
        noneMatch
      } else {
        chart(of: overview)
        goals(of: overview)
        trends(of: overview)
        latest(of: overview)
        history(of: overview)
      }
    }
  }

  private func actions(of overview: PerformanceFeature.Overview) -> [CommandLink] {
    let hasMetrics = overview.history.value?.isEmpty == false
    return
      (isReadOnly || !hasMetrics ? [] : [logLink])
      + (hasMetrics
        ? [
          CommandLink(Self.timelineTitle, "performance timeline"),
          CommandLink("Export", "performance export csv" + selection.options),
          CommandLink("Export as PDF", "performance export pdf" + selection.options),
        ] : [])
      + [CommandLink("Measures", "measures", spoken: "Measures that can be logged")]
  }
}

// MARK: - The sections of the overview page

extension PerformancePage {
  @BlockBuilder
  private func chart(of overview: PerformanceFeature.Overview) -> [Block] {
    let types = overview.summaries.value ?? []
    switch overview.chart {
    case .failure(let problem):
      // The program uses the summaries to choose the chart. If the summaries failed to load, their
      // own section shows the problem, so it is not repeated here.
      if overview.summaries.problem == nil {
        Section("Performance Trends") { Message(problem) }
      }
    case .success(let series):
      let links = typeLinks(types, shown: series?.type)
      Section("Performance Trends") {
        if let chart = MetricChart(series, on: context.today) {
          chart.chart(links: links)
          if !goalLink(for: series).isEmpty { Links(goalLink(for: series)) }
        } else {
          notEnoughData(of: series?.type)
          Links(links)
        }
      }
    }
  }

  /// Returns the text that is shown instead of a chart with fewer than two points.
  ///
  /// Its heading names the type of measurement, such as exit velocity, so that the reader knows
  /// that other types may have enough points.
  @BlockBuilder
  private func notEnoughData(of type: Open<MetricType>?) -> [Block] {
    let words = Paragraph(PerformanceFeature.notEnoughData, tone: .muted)
    if let type { Section(type.words) { words } } else { words }
  }

  /// Returns the section with a trend for each type.
  ///
  /// It is left out if no type has a trend (domain.md 4.5).
  @BlockBuilder
  private func trends(of overview: PerformanceFeature.Overview) -> [Block] {
    switch overview.summaries {
    case .failure(let problem):
      Section("Metric Trends") { Message(problem) }
    case .success(let summaries):
      let trends = MetricTrend.trends(of: summaries.flatMap(\.recent).map(\.metric))
      if !trends.isEmpty {
        Section("Metric Trends") {
          firstRows(
            trends.map { trend in
              let own = summaries.first { $0.type == trend.type }
              var trend = trend
              // `trend` was computed from the ten newest measurements in the summary. Its total is
              // set to the number of all measurements, which the summary also contains.
              trend.total = own?.count ?? trend.total
              let recent = own.map { own in
                MetricSeries(own.type, own.recent.map { MetricPoint($0.metric) })
              }
              return trend.row(of: recent.map { ComparedMetrics($0).values } ?? [])
            })
        }
      }
    }
  }

  @BlockBuilder
  private func latest(of overview: PerformanceFeature.Overview) -> [Block] {
    if let summaries = overview.summaries.value {
      Section("Latest Metrics") {
        StatGrid(summaries.inUsualOrder.map { $0.card(on: context.today) })
      }
    }
  }

  private func list(_ measured: [MetricRow], more: CommandLink?) -> RowList {
    let rows = measured.map { $0.row(isReadOnly: isReadOnly) }
    guard context.hasButtons else { return RowList(rows, more: more) }
    return RowList(
      rows, more: more, title: RowList.Column("Metric type", order: MetricSort.type.words),
      columns: MetricRow.columns, cells: measured.map(\.cells))
  }

  @BlockBuilder
  private func history(of overview: PerformanceFeature.Overview) -> [Block] {
    switch overview.history {
    case .failure(let problem):
      Section("Metric History") { Message(problem) }
    case .success(let history):
      let limit = loaded.view.showsAll ? nil : context.rowLimit
      let visible = history.rows.prefix(max(limit ?? history.rows.count, 1))
      let hidden = history.matching - visible.count
      Section("Metric History") {
        list(Array(visible), more: more(hidden))
      }
    }
  }

  /// Returns a list of the first rows, such as the first trends, with a link to all of them. If the
  /// page shows everything, the list has all rows.
  func firstRows(_ rows: [Row]) -> RowList {
    let shown = loaded.view.showsAll ? rows : Array(rows.prefix(MetricReader.screenful))
    return RowList(shown, more: more(rows.count - shown.count))
  }

  /// Returns the link to the rows that a list leaves out; nil if there are none.
  private func more(_ hidden: Int) -> CommandLink? {
    guard hidden > 0 else { return nil }
    return CommandLink(
      "… \(hidden.grouped) more",
      "performance --all" + selection.options + loaded.view.order.options
    )
  }
}
