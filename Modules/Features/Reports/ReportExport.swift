import Domain
import FeatureKit

// What leaves the page as a file: a table, a paper.
extension ReportsFeature {
  func hand(out format: ExportFormat, of state: State) -> Effect<Action> {
    guard let report = state.report.value, let visit = state.visit.value else { return .none }
    guard !report.isEmpty else { return .tell(.problem(.nothingToExport(format))) }
    return .merge(
      gaps(in: report), .tell(.progress(Progress("Exporting...", done: 0))),
      .tell(.artifact(artifact(format, of: report, for: visit))))
  }

  /// A file shows what could not be counted as 0; whoever gets it should know.
  private func gaps(in report: RecruitingReport) -> Effect<Action> {
    let missing = report.figures.missing
    guard !missing.isEmpty else { return .none }
    let names = missing.map(\.section).joined(separator: ", ")
    return .tell(
      .notice(Notice("Could not be loaded and is missing in the file: \(names).", tone: .warning)))
  }

  private func artifact(
    _ format: ExportFormat, of report: RecruitingReport, for visit: Visit
  ) -> Artifact {
    switch format {
    case .csv:
      Artifact(name: ReportCSV.fileName, mediaType: "text/csv") { sink throws(Problem) in
        do throws(Problem) {
          try sink.write(ReportCSV.text(report))
        } catch {
          throw .exportFailed(.csv, error)
        }
      }
    case .pdf:
      Artifact(name: "recruiting-report.pdf", mediaType: "application/pdf") {
        [printing] sink throws(Problem) in
        do throws(Problem) {
          try sink.write(
            try await printing.pdf(of: ReportPaper(report, of: visit.viewing.athleteName).page))
        } catch {
          throw .exportFailed(.pdf, error)
        }
      }
    }
  }
}
