import Domain
import FeatureKit

// What leaves the page: as a file, or with messages.
extension ReportsFeature {
  func hand(out export: Export, of state: State) -> Effect<Action> {
    guard let report = state.report.value, let visit = state.visit.value else { return .none }
    guard !report.isEmpty else { return .tell(.problem(.nothingToExport(export.format))) }
    let file = ReportFile(
      format: export.format, report: report, athlete: visit.viewing.athleteName,
      printing: printing)
    return .merge(
      gaps(in: report), .tell(.progress(Progress("Exporting...", done: 0))),
      export.email.map { prepare($0, file, for: visit.viewing) }
        ?? .tell(.artifact(file.artifact)))
  }

  /// A file shows what could not be counted as `--`; whoever gets it should know.
  private func gaps(in report: RecruitingReport) -> Effect<Action> {
    let missing = report.figures.missing
    guard !missing.isEmpty else { return .none }
    let names = missing.map(\.section).joined(separator: ", ")
    return .tell(
      .notice(Notice("Could not be loaded and is missing in the file: \(names).", tone: .warning)))
  }

  private func prepare(
    _ request: EmailRequest, _ file: ReportFile, for viewing: Viewing
  ) -> Effect<Action> {
    .load(Self.emailID) { [mailing] () throws(Problem) in
      try await mailing.prepare(request, file, for: viewing)
    } into: {
      .emailPrepared($0)
    }
  }
}

/// A report as a table or on paper.
struct ReportFile: Sendable {
  let format: ReportsFeature.ExportFormat
  let report: RecruitingReport
  let athlete: String?
  let printing: PagePrinting

  var name: String {
    switch format {
    case .csv: ReportCSV.fileName
    case .pdf: "recruiting-report.pdf"
    }
  }

  var mediaType: String {
    switch format {
    case .csv: "text/csv"
    case .pdf: "application/pdf"
    }
  }

  func bytes() async throws(Problem) -> [UInt8] {
    switch format {
    case .csv: Array(ReportCSV.text(report).utf8)
    case .pdf: try await printing.pdf(of: ReportPaper(report, of: athlete).page)
    }
  }

  var artifact: Artifact {
    Artifact(name: name, mediaType: mediaType) { sink throws(Problem) in
      do throws(Problem) {
        try sink.write(try await bytes())
      } catch {
        throw .exportFailed(format, error)
      }
    }
  }
}
