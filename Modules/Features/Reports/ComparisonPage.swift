import CivilTime
import Domain
import FeatureKit

/// Builds the page with the differences between two ranges of days.
struct ComparisonPage {
  let comparison: Loading<ReportsFeature.Comparison>
  let visit: ReportsFeature.Visit

  static let title = "Compare Reports"

  var page: Page {
    comparison.page(Self.title, for: visit) { page(of: $0) }
  }

  private func page(of comparison: ReportsFeature.Comparison) -> Page {
    let (first, second) = (comparison.first, comparison.second)
    let missing = (first.figures.missing + second.figures.missing).first.map {
      ReportsFeature.words.problem($0.problem, during: .load)
    }
    return Page(title: Self.title, problem: missing) {
      visit.banner
      if let missing { Message(missing) }
      if first.isEmpty, second.isEmpty {
        EmptyState(RecruitingReport.emptyWords, detail: "Try different ranges.")
      } else {
        Facts([
          Fact("First", first.range.text), Fact("Second", second.range.text),
          Fact("Time zone", first.zoneName),
        ])
        Paragraph(sentence(of: comparison))
        Section("What Changed") { totals(of: comparison) }
        breakdown(\.interactionsByType, of: comparison)
        breakdown(\.interactionsBySentiment, of: comparison)
        averages(of: comparison)
        Paragraph(
          "Schools and coaches are counted whole in every report, so they do not differ.",
          tone: .muted)
      }
      Links([CommandLink("Reports", "reports")])
    }
  }
}

// MARK: - The tables that compare two reports

extension ComparisonPage {
  /// Returns the change of the report's total as a sentence, such as `Interactions rose from 12 to
  /// 18.`
  private func sentence(of comparison: ReportsFeature.Comparison) -> String {
    guard let before = comparison.first.figures.interactions.figures?.total,
      let after = comparison.second.figures.interactions.figures?.total
    else { return "Interactions could not be compared." }
    if before == after { return "Interactions stayed at \(before)." }
    return "Interactions \(after > before ? "rose" : "fell") from \(before) to \(after)."
  }

  private func totals(of comparison: ReportsFeature.Comparison) -> Table {
    func row(
      _ name: String, _ better: Difference.Better? = nil, _ figure: (RecruitingReport) -> Int?
    ) -> [String] {
      Difference(
        name, figure(comparison.first).map(Double.init), figure(comparison.second).map(Double.init),
        better: better
      ).cells
    }
    return table(
      "Figure",
      [
        row("Interactions", .higher) { $0.figures.interactions.figures?.total },
        row("From coaches", .higher) { $0.figures.interactions.figures?.inbound },
        Difference(
          "Response rate", comparison.first.responseRate, comparison.second.responseRate, unit: "%",
          better: .higher
        ).cells,
        Difference(
          "Reply rate", comparison.first.replyRate, comparison.second.replyRate, unit: "%",
          better: .higher
        ).cells,
        row("Metrics") { $0.figures.metrics.figures?.total },
      ])
  }

  @BlockBuilder
  private func breakdown(
    _ path: KeyPath<ReportTables, ReportTables.Breakdown>, of comparison: ReportsFeature.Comparison
  ) -> [Block] {
    let before = ReportTables(comparison.first)[keyPath: path]
    let after = ReportTables(comparison.second)[keyPath: path]
    let names = (after.rows + before.rows).map(\.words).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    let isWhole =
      comparison.first.figures.interactions.figures != nil
      && comparison.second.figures.interactions.figures != nil
    if !names.isEmpty, isWhole {
      Section(after.title) {
        table(
          after.column,
          names.map { name in
            Difference(name, Double(before.count(of: name)), Double(after.count(of: name))).cells
          })
      }
    }
  }

  /// A table with the average of each type of measurement in both ranges of days.
  ///
  /// A type that was measured in only one of the two ranges has `--` for the other.
  @BlockBuilder
  private func averages(of comparison: ReportsFeature.Comparison) -> [Block] {
    if let before = comparison.first.figures.metrics.figures?.bounds,
      let after = comparison.second.figures.metrics.figures?.bounds,
      !(before.isEmpty && after.isEmpty)
    {
      let types = Set((before + after).map(\.type)).sorted()
      Section("Average of Each Metric") {
        table(
          "Metric",
          types.map { raw in
            Difference(
              Open<MetricType>(raw).words, before.first { $0.type == raw }?.roundedAverage,
              after.first { $0.type == raw }?.roundedAverage, metric: Open(raw),
              better: Difference.Better(Open(raw))
            ).cells
          })
      }
    }
  }

  private func table(_ name: String, _ rows: [[String]]) -> Table {
    Table(
      columns: [
        Column(name), Column("First", isNumeric: true), Column("Second", isNumeric: true),
        Column("Change"),
      ], rows: rows)
  }
}

extension ReportTables.Breakdown {
  func count(of words: String) -> Int {
    rows.reduce(0) { $0 + ($1.words == words ? $1.count : 0) }
  }
}

/// One number in two reports that are compared, and its change from the first report to the second.
struct Difference: Equatable {
  let name: String
  let before: Double?
  let after: Double?
  let unit: String
  let metric: Open<MetricType>?
  /// The direction of a change that is an improvement, such as upwards for the number of contacts.
  ///
  /// Nil for a number whose change is neither better nor worse.
  let better: Better?

  enum Better: Equatable {
    case higher, lower

    /// Creates the direction in which a type of measurement improves: lower values are better for
    /// times and earned runs, and higher ones for the other types.
    ///
    /// Nil for the type `other` and for a type that this version does not know.
    init?(_ metric: Open<MetricType>) {
      guard let known = metric.known, known != .other else { return nil }
      self = known.isLowerBetter ? .lower : .higher
    }
  }

  init(
    _ name: String, _ before: Double?, _ after: Double?, unit: String = "",
    metric: Open<MetricType>? = nil, better: Better? = nil
  ) {
    self.name = name
    self.before = before
    self.after = after
    self.unit = unit
    self.metric = metric
    self.better = better
  }

  var cells: [String] { [name, text(before), text(after), change] }

  private func text(_ value: Double?) -> String {
    value.map { number($0) + unit } ?? "--"
  }

  /// The change as text, such as `up 6, better`, or `--` if one number is missing.
  ///
  /// The direction is a word, because a minus sign is easily missed, most of all by a screen
  /// reader.
  var change: String {
    guard let before, let after else { return "--" }
    let size = number(abs(after - before))
    if number(before) == number(after) { return "none" }
    let isUp = after > before
    let verdict = better.map { ($0 == .higher) == isUp ? ", better" : ", worse" } ?? ""
    return (isUp ? "up " : "down ") + size + unit + verdict
  }

  private func number(_ value: Double) -> String {
    if let metric { return MetricText.plain(value, type: metric, unit: nil) }
    return ReportNumber.text(value)
  }
}
