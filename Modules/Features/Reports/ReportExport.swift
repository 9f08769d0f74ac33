import CivilTime
import Domain
import FamilyContext
import FeatureKit

// This extension exports a report, as a file or by e-mail.
extension ReportsFeature {
  /// Exports a report. If the command names a range of days, the report of these days is generated
  /// first. Otherwise the report on the page is exported. If the page shows no report, the command
  /// is refused (domain.md 7, row 58).
  func export(
    _ wish: Export, _ span: Span?, in state: inout State
  ) -> Effect<Action> {
    guard let span else {
      return state.report.value == nil
        ? .tell(.problem(.notGenerated(wish.format))) : hand(out: wish, of: state)
    }
    // If the page already shows the report of this range, that report is exported.
    if span == state.span, state.report.value != nil { return hand(out: wish, of: state) }
    choose(span, in: &state)
    return generate(&state) { .exportGenerated(wish, $0) }
  }

  func hand(out export: Export, of state: State) -> Effect<Action> {
    guard let report = state.report.value, let visit = state.visit.value else { return .none }
    guard !report.isEmpty else { return .tell(.problem(.nothingToExport)) }
    let file = ReportFile(
      format: export.format, report: report, athlete: visit.viewing.athleteName,
      printing: printing,
      rows: export.withRows ? rows(behind: report, of: visit.viewing) : nil)
    return .merge(
      gaps(in: report), .tell(.progress(Progress("Exporting...", done: 0))),
      export.email.map { prepare($0, file, for: visit.viewing) }
        ?? .tell(.artifact(file.artifact)))
  }

  private func rows(behind report: RecruitingReport, of viewing: Viewing) -> ReportFile.Rows {
    let (range, generated) = (report.range, report.generatedAt)
    return { [interactions, metrics] () throws(Problem) in
      let athlete = try viewing.chosenAthlete()
      let contacts = try await interactions.list(
        ListQuery {
          $0.filter.since = range.zone.midnight(of: range.from)
          $0.filter.before = range.zone.midnight(of: range.to.adding(days: 1))
          $0.isReversed = true
        }, of: athlete)
      let measured = try await metrics.list(
        ListQuery {
          ($0.filter.from, $0.filter.through) = (range.from, range.to)
          $0.isReversed = true
        }, of: athlete)
      return ReportRows(
        // A contact whose time is after the generation of the report is only planned. So the table
        // of contacts leaves it out, as the report's counts do (domain.md 10.8).
        interactions: contacts.rows.filter { $0.interaction.occurredAt <= generated },
        metrics: measured.rows)
    }
  }

  /// Returns a notice that names the sections which failed to load, because the exported file has
  /// `--` in place of their numbers.
  ///
  /// Returns no effect if all sections were loaded.
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

/// A report that is exported, as a CSV table or as a PDF to print.
struct ReportFile: Sendable {
  let format: ReportsFeature.ExportFormat
  let report: RecruitingReport
  let athlete: String?
  let printing: PagePrinting
  var rows: Rows?

  typealias Rows = @Sendable () async throws(Problem) -> ReportRows

  var name: String {
    let day = report.range.zone.day(of: report.generatedAt)
    return switch format {
    case .csv: ReportCSV.fileName(on: day)
    case .pdf: ReportCSV.fileName(on: day, extension: "pdf")
    }
  }

  var mediaType: String {
    switch format {
    case .csv: "text/csv"
    case .pdf: "application/pdf"
    }
  }

  private var contents: String {
    switch format {
    case .csv:
      rows == nil
        ? "The figures of the report." : "The figures of the report, and the rows they count."
    case .pdf: "The report with its charts, to print."
    }
  }

  func bytes() async throws(Problem) -> [UInt8] {
    switch format {
    case .csv: Array(try await table().utf8)
    case .pdf: try await printing.pdf(of: ReportPaper(report, of: athlete).page)
    }
  }

  private func table() async throws(Problem) -> String {
    let figures = ReportCSV.text(report)
    guard let rows else { return figures }
    return figures + "\n\n" + (try await rows()).csv(in: report.range.zone)
  }

  var artifact: Artifact {
    Artifact(name: name, mediaType: mediaType) { sink throws(Problem) in
      do throws(Problem) {
        try sink.write(try await bytes())
      } catch {
        throw .exportFailed(format, error)
      }
    }
    .holding(contents)
  }
}
