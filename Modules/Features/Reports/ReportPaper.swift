import CivilTime
import Domain
import FeatureKit

/// The report as a printed document: the cards with numbers, the breakdowns as charts, and the
/// measurements as a table.
struct ReportPaper {
  let report: RecruitingReport
  let athlete: String?

  init(_ report: RecruitingReport, of athlete: String?) {
    self.report = report
    self.athlete = athlete
  }

  var page: Page {
    let tables = ReportTables(report)
    return Page(title: RecruitingReport.title, subtitle: athlete) {
      Facts([
        Fact("Date range", "\(report.range.text) (\(report.zoneName))"),
        Fact(
          "Report date",
          "\(report.range.zone.day(of: report.generatedAt).text(.shortWithYear)) (\(report.zoneName))"
        ),
      ])
      tables.cards
      Paragraph(ReportTables.rateWords, tone: .muted)
      if let words = tables.countedWords { Paragraph(words, tone: .muted) }
      part("Schools", report.figures.schools) {
        charts([tables.schoolsByStatus, tables.schoolsByDivision])
      }
      part("Coaches", report.figures.coaches) { [Block]() }
      part("Interactions", report.figures.interactions) {
        charts([tables.interactionsByType, tables.interactionsBySentiment])
      }
      part("Performance Metrics", report.figures.metrics) {
        charts([tables.metricsByType])
        if !tables.metricBounds.rows.isEmpty { tables.metricBounds }
      }
    }
  }

  /// Returns one section of the printed report.
  ///
  /// If its data failed to load, the section contains the problem. A section without content is
  /// left out.
  @BlockBuilder
  private func part<Figures>(
    _ title: String, _ figures: ReportFigures.Section<Figures>,
    @BlockBuilder _ blocks: () -> [Block]
  ) -> [Block] {
    let blocks = blocks()
    if case .failure(let problem) = figures {
      Section(title) {
        Paragraph(ReportsFeature.words.problem(problem, during: .load).title, tone: .danger)
      }
    } else if !blocks.isEmpty {
      Section(title) { blocks }
    }
  }

  private func charts(_ breakdowns: [ReportTables.Breakdown]) -> [Block] {
    breakdowns.filter { !$0.rows.isEmpty }.map(\.chart.block)
  }
}
