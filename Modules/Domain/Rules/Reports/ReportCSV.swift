import FeatureKit

/// The report as a table for spreadsheets, in the shape the shipped app gave it (rule 4.10).
public enum ReportCSV {
  public static let fileName = "recruiting-report.csv"

  public static func text(_ report: RecruitingReport) -> String {
    let figures = report.figures
    let sections = [
      heading(report), schools(figures), coaches(report), interactions(figures), metrics(figures),
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func heading(_ report: RecruitingReport) -> [String] {
    [
      CSVCell.text(RecruitingReport.title), CSVCell.text("Report Date: \(report.generatedAt)"),
      CSVCell.text("Date Range: \(report.range.from) to \(report.range.to)"),
    ]
  }

  private static func schools(_ figures: ReportFigures) -> [String] {
    [CSVCell.text("Schools Summary"), total("Total Schools", figures.schoolCount)]
      + table("By Status", figures.schoolsByStatus)
      + table("By Division", figures.schoolsByDivision)
  }

  private static func coaches(_ report: RecruitingReport) -> [String] {
    let rate = DecimalText.shortest(Rounding.places(2, report.responseRate))
    return [
      CSVCell.text("Coaches Summary"), total("Total Coaches", report.figures.coachCount),
      "\(CSVCell.text("Average Response Rate")),\(rate)",
    ]
  }

  private static func interactions(_ figures: ReportFigures) -> [String] {
    [CSVCell.text("Interactions Summary"), total("Total Interactions", figures.interactionCount)]
      + table("By Type", figures.interactionsByType)
      + table("By Sentiment", figures.interactionsBySentiment)
  }

  private static func metrics(_ figures: ReportFigures) -> [String] {
    let rows = figures.metricBounds.map { bounds in
      let numbers = [
        DecimalText.fixed(bounds.average, places: 2), DecimalText.shortest(bounds.maximum),
        DecimalText.shortest(bounds.minimum),
      ]
      return ",\"\",\(CSVCell.text(bounds.type)),\(numbers.joined(separator: ","))"
    }
    let name = CSVCell.text("Performance Metrics Summary")
    let lines = [name, total("Total Metrics", figures.metricCount)]
    return rows.isEmpty ? lines : lines + [",,Metric,Average,Max,Min"] + rows
  }

  private static func total(_ name: String, _ count: Int) -> String {
    "\(CSVCell.text(name)),\(count)"
  }

  /// A table with its header; nothing at all where there are no rows.
  private static func table(_ header: String, _ rows: [Tally]) -> [String] {
    rows.isEmpty
      ? [] : [",,\(header)"] + rows.map { ",\(CSVCell.text($0.raw)),\($0.count)" }
  }
}
