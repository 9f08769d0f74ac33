import Basics
public import CivilTime

/// The report as CSV text for spreadsheets. Lines and order are the same as in the exports of the
/// older web application that this program replaces (domain.md 4.10).
public enum ReportCSV {
  /// Returns the file name of an exported report, such as `recruiting-report-2026-11-22.csv`
  /// (domain.md 10.13).
  public static func fileName(on day: CalendarDay, extension suffix: String = "csv") -> String {
    "recruiting-report-\(day).\(suffix)"
  }

  /// Returns the whole report as CSV text.
  ///
  /// Statuses and other codes appear as display text, and unknown codes as they are stored. If the
  /// records of a section could not be read, its totals are `--`, and it has no tables. A section
  /// without records has tables with only a header.
  public static func text(_ report: RecruitingReport) -> String {
    let figures = report.figures
    let sections = [
      heading(report), schools(figures.schools.figures), coaches(report),
      interactions(figures.interactions.figures), metrics(figures.metrics.figures),
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func heading(_ report: RecruitingReport) -> [String] {
    [
      CSVCell.text(RecruitingReport.title), CSVCell.text("Report Date: \(report.generatedAt)"),
      CSVCell.text("Date Range: \(report.range.from) to \(report.range.to)"),
    ]
      // For UTC there is no line with the time zone. The exports of the older web application
      // always use UTC and have no such line, and this report keeps their form.
      + (report.range.zone == .utc ? [] : [CSVCell.text("Time Zone: \(report.zoneName)")])
  }

  private static func schools(_ schools: ReportFigures.Schools?) -> [String] {
    [CSVCell.text("Schools Summary"), total("Total Schools", schools?.total)]
      + table("By Status", schools?.byStatus, as: SchoolStatus.self)
      + table("By Division", schools?.byDivision, as: Division.self)
      + (schools.map(\.withoutDivision).flatMap { $0 > 0 ? [row(noDivision, $0)] : nil } ?? [])
  }

  private static func coaches(_ report: RecruitingReport) -> [String] {
    [
      CSVCell.text("Coaches Summary"),
      total("Total Coaches", report.figures.coaches.figures?.total),
      "\(CSVCell.text("Average Response Rate")),\(report.responseRateText ?? unknown)",
      "\(CSVCell.text("Reply Rate")),\(report.replyRateText ?? unknown)",
    ]
  }

  private static func interactions(_ interactions: ReportFigures.Interactions?) -> [String] {
    [CSVCell.text("Interactions Summary"), total("Total Interactions", interactions?.total)]
      + table("By Type", interactions?.byType, as: InteractionType.self)
      + table("By Sentiment", interactions?.bySentiment, as: Sentiment.self)
  }

  private static func metrics(_ metrics: ReportFigures.Metrics?) -> [String] {
    let lines = [
      CSVCell.text("Performance Metrics Summary"), total("Total Metrics", metrics?.total),
    ]
    guard let metrics else { return lines }
    return lines + [",,Metric,Average,Max,Min"]
      + metrics.bounds.map { bounds in
        let numbers = [
          bounds.averageCell, DecimalText.shortest(bounds.maximum),
          DecimalText.shortest(bounds.minimum),
        ]
        return
          ",\"\",\(CSVCell.text(Open<MetricType>(bounds.type).known?.words ?? bounds.type)),\(numbers.joined(separator: ","))"
      }
  }

  private static func total(_ name: String, _ count: Int?) -> String {
    "\(CSVCell.text(name)),\(count.map(String.init) ?? unknown)"
  }

  /// The cell for a value that could not be computed. It is in quotation marks, because a
  /// spreadsheet could read `--` as the start of a formula.
  private static let unknown = CSVCell.quoted("--")

  /// Returns the lines of a table within a section, such as the schools by status: its header, and
  /// for each status or other code a line with its display text and its number of records. It is
  /// empty if the records of the section could not be read.
  private static func table<Known: Vocabulary>(
    _ header: String, _ rows: [Tally]?, as type: Known.Type
  ) -> [String] {
    rows.map {
      [",,\(header)"] + $0.map { row(Open<Known>($0.raw).known?.words ?? $0.raw, $0.count) }
    } ?? []
  }

  private static func row(_ words: String, _ count: Int) -> String {
    ",\(CSVCell.text(words)),\(count)"
  }

  public static let noDivision = "No division"
}
