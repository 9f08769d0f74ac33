import CivilTime
import Domain
import FeatureKit

/// The tables, charts and cards of a report, which the page, the printed document and the
/// comparison of two reports share.
struct ReportTables {
  let report: RecruitingReport

  init(_ report: RecruitingReport) {
    self.report = report
  }

  /// The numbers of records in each category, such as schools by status, as one part of a report.
  struct Breakdown: Equatable {
    typealias Rows = [(words: String, count: Int)]

    var title: String
    var column: String
    var rows: Rows
    /// The rows without the records that have no sentiment (`rows` counts these as Neutral); nil
    /// for breakdowns by something else.
    var noted: Rows?
    /// The number of records without a value for this category. They have no row, but the total
    /// includes them.
    var without = 0

    static func == (left: Breakdown, right: Breakdown) -> Bool {
      left.title == right.title && left.rows.elementsEqual(right.rows, by: ==)
    }

    var table: Table {
      Table(
        columns: [Column(column), Column("Count", isNumeric: true)],
        rows: rows.map { [$0.words, "\($0.count)"] })
    }

    /// The counts as a bar chart, with a sentence that says in words what the bars show.
    var chart: Chart {
      Chart(
        title, sentence: sentence, form: .bars(rows.map { Chart.Bar($0.words, Double($0.count)) }),
        table: table)
    }

    private var sentence: String {
      let total = Self.total(of: rows)
      let notedTotal = noted.map { Self.total(of: $0) } ?? total
      guard let noted, notedTotal < total else { return sentence(about: rows) }
      if noted.isEmpty {
        return total == 1
          ? "The only one has no sentiment, so it counts as Neutral."
          : "None of the \(total.grouped) has a sentiment, so each counts as Neutral."
      }
      return
        "\(notedTotal.grouped) of \(total.grouped) \(notedTotal == 1 ? "has" : "have") a sentiment, and the others count as Neutral. \(sentence(about: noted))"
    }

    private static func total(of rows: Rows) -> Int { rows.reduce(0) { $0 + $1.count } }

    private func sentence(about rows: Rows) -> String {
      guard let first = rows.first else { return "" }
      let total = Self.total(of: rows)
      guard total > 1 else {
        return without > 0
          ? "The only one has no \(column.lowercased())." : "The only one is \(first.words)."
      }
      let all = total.grouped
      if without == total { return "None of the \(all) has a \(column.lowercased())." }
      if rows.count == 1 { return "All \(all) are \(first.words)." }
      let leaders = (without > 0 ? rows.dropLast() : rows[...]).prefix { $0.count == first.count }
      switch leaders.count {
      case 1: return "\(first.words) leads with \(first.count.grouped) of \(all)."
      case 2:
        return
          "\(first.words) and \(rows[1].words) lead with \(first.count.grouped) each of \(all)."
      case let count:
        return
          "\(first.words) and \(count - 1) others lead with \(first.count.grouped) each of \(all)."
      }
    }
  }

  var schoolsByStatus: Breakdown {
    breakdown(
      "Schools by Status", "Status", report.figures.schools.figures?.byStatus,
      SchoolStatus.self)
  }

  var schoolsByDivision: Breakdown {
    var divisions = breakdown(
      "Schools by Division", "Division", report.figures.schools.figures?.byDivision,
      Division.self)
    let without = report.figures.schools.figures?.withoutDivision ?? 0
    if without > 0 {
      divisions.rows.append((ReportCSV.noDivision, without))
      divisions.without = without
    }
    return divisions
  }

  var interactionsByType: Breakdown {
    breakdown(
      "Interactions by Type", "Type", report.figures.interactions.figures?.byType,
      InteractionType.self)
  }

  var interactionsBySentiment: Breakdown {
    let figures = report.figures.interactions.figures
    var sentiments = breakdown(
      "Interactions by Sentiment", "Sentiment", figures?.bySentiment, Sentiment.self)
    sentiments.noted = (figures?.byNotedSentiment ?? []).map {
      (words: $0.words(as: Sentiment.self), count: $0.count)
    }
    return sentiments
  }

  /// Returns a breakdown of the counts that the database has grouped.
  ///
  /// It contains no row for a category without records.
  private func breakdown<Known: Vocabulary>(
    _ title: String, _ column: String, _ tallies: [Tally]?, _ type: Known.Type
  ) -> Breakdown {
    Breakdown(
      title: title, column: column,
      rows: (tallies ?? []).map { ($0.words(as: type), $0.count) })
  }

  var metricsByType: Breakdown {
    breakdown(
      "Metrics by Type", "Metric", report.figures.metrics.figures?.byType, MetricType.self)
  }

  /// The table with the average, maximum and minimum of each type of measurement. The type with the
  /// most measurements comes first. A type without a finite value has "N/A".
  var metricBounds: Table {
    let figures = report.figures.metrics.figures
    return Table(
      columns: [
        "Metric", Column("Average", isNumeric: true), Column("Max", isNumeric: true),
        Column("Min", isNumeric: true),
      ],
      rows: (figures?.byType ?? []).map { tally in
        let type = Open<MetricType>(tally.raw)
        let bounds = figures?.bounds.first { $0.type == tally.raw }
        return [type.words]
          + [bounds?.roundedAverage, bounds?.maximum, bounds?.minimum].map { value in
            value.map { MetricText.plain($0, type: type, unit: nil) } ?? "N/A"
          }
      })
  }
}

extension ReportTables {
  /// The six cards with numbers at the top of the report. A card whose numbers failed to load shows
  /// "--".
  var cards: StatGrid {
    let figures = report.figures
    let coaches = figures.coaches.figures
    let contacts = figures.interactions.figures
    return StatGrid([
      card("Schools", figures.schools.figures?.total, tone: .first),
      card(
        "Coaches", coaches?.total,
        note: coaches.flatMap { $0.total > 0 ? "at \($0.schools.counted("school"))" : nil },
        tone: .second),
      card(
        "Interactions", contacts?.total,
        note: contacts.flatMap { $0.total > 0 ? "\($0.inbound) from coaches" : nil }, tone: .third),
      card("Metrics", figures.metrics.figures?.total, tone: .fourth),
      responseRate,
      replyRate,
    ])
  }

  /// The card with the response rate of coaches. If there are no coaches, the rate has no meaning,
  /// so the card shows "--" instead of the 0 of `RecruitingReport.responseRate` (decision 80).
  private var responseRate: Stat {
    let title = "Response Rate"
    guard report.figures.coaches.figures?.total != 0 else {
      return Stat(title, "--", tone: .sixth, spoken: "\(title): there are no coaches yet.")
    }
    return card(title, text: report.responseRate.map { ReportNumber.text($0) + "%" }, tone: .sixth)
  }

  private var replyRate: Stat {
    let title = "Reply Rate"
    guard let contacts = report.figures.interactions.figures else {
      return card(title, text: nil, tone: .positive)
    }
    guard let rate = report.replyRate else {
      guard contacts.coachesWritten > 0 else {
        return Stat(title, "--", tone: .positive, spoken: "\(title): no coach was written to.")
      }
      return Stat(
        title, "--", note: "no time to answer", tone: .positive,
        spoken: "\(title): no coach had time to answer in these days.")
    }
    let coaches =
      "\(contacts.coachesAnswered) of \(contacts.coachesWritten.counted("coach", "coaches"))"
    return card(title, text: ReportNumber.text(rate) + "%", note: coaches, tone: .positive)
  }

  static let rateWords =
    "Response rate: contacts that coaches began, for every 100 coaches; it can be more than 100%. Reply rate: of the coaches you wrote to or called, how many answered in these days."

  /// The sentence under a report whose last day is over. It says that schools and coaches are
  /// counted as of the time when the report was generated, because they have no dates. Nil if the
  /// last day is not over.
  var countedWords: String? {
    let day = report.range.zone.day(of: report.generatedAt)
    guard report.range.to < day else { return nil }
    return
      "Schools, their statuses and coaches are those of \(day.text(.shortWithYear)). Interactions and metrics are those of the days of this report."
  }

  private func card(
    _ title: String, _ count: Int?, note: String? = nil, tone: Tone
  ) -> Stat {
    card(title, text: count.map { ReportNumber.text(Double($0)) }, note: note, tone: tone)
  }

  private func card(_ title: String, text: String?, note: String? = nil, tone: Tone) -> Stat {
    Stat(
      title, text ?? "--", note: note, tone: tone,
      spoken: text.map { "\(title): \($0). Details below." } ?? "\(title): not available.")
  }
}
