import Charts
import CivilTime
import Domain
import FamilyContext
import FeatureKit

// This extension has the commands that save measurements as a file: a chart as a picture, a table,
// or a printed report.
extension PerformanceFeature {
  func draw(_ view: View, into file: PictureFile) -> Effect<Action> {
    makingFile { [reader, drawing, calendar] viewing, athlete throws(Problem) in
      let types = try await reader.types(of: view.selection, athlete: athlete)
      let goals = try await reader.goals(of: athlete)
      let series = try await reader.series(
        of: view.selection, among: types, goals, athlete: athlete)
      guard let chart = MetricChart(series, on: calendar.today())?.chart() else {
        throw .notEnoughData(series)
      }
      let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
      return Artifact(name: name, mediaType: file.format.mediaType, path: file.path) {
        sink throws(Problem) in
        try sink.write(try await drawing.draw(chart, as: file.format))
      }
    }
  }

  func export(_ format: ExportFormat, _ selection: Selection) -> Effect<Action> {
    switch format {
    case .csv:
      makingFile { [reader, calendar] _, athlete throws(Problem) in
        let name = MetricsCSV.fileName(kind: selection.kind, on: calendar.today())
        return Artifact(name: name, mediaType: "text/csv") { sink throws(Problem) in
          try await reader.writeTable(of: selection, athlete: athlete, into: sink)
        }
      }
    case .pdf:
      makingFile { [reader, calendar, printing] viewing, athlete throws(Problem) in
        let report = MetricReport(
          lines: try await reader.summaries.oldest(selection.filter, of: athlete),
          selection: selection,
          athlete: viewing.athleteName, goals: try await reader.goals(of: athlete),
          today: calendar.today())
        let name = "performance-\(selection.kind)-\(calendar.today()).pdf"
        return Artifact(name: name, mediaType: "application/pdf") { sink throws(Problem) in
          try sink.write(try await printing.pdf(of: report.page))
        }
      }
    }
  }

  /// Runs `make`, which prepares a file.
  ///
  /// If the file's data cannot be loaded, the problem gets the error text of the performance page.
  /// Pictures and PDFs are drawn later, while the file is written, so an error of the drawing keeps
  /// its own text.
  private func makingFile(
    _ make: @escaping @Sendable (Viewing, RecordID) async throws(Problem) -> Artifact
  ) -> Effect<Action> {
    .run("file") { [family] send in
      do throws(Problem) {
        let viewing = try await family.current()
        send.tell(.artifact(try await make(viewing, try viewing.chosenAthlete())))
      } catch {
        let isOurs = error.title == Self.notEnoughData
        send.tell(.problem(isOurs ? error : Self.words.problem(error, during: .load)))
      }
    }
  }
}

extension MetricReader {
  /// Writes the selected measurements as a table in batches, so that only one batch is in memory.
  ///
  /// If no measurement is selected, the file stays empty, without a header (domain.md 4.5).
  func writeTable(
    of selection: Selection, athlete: RecordID, into sink: ArtifactSink
  ) async throws(Problem) {
    var (csv, hasHeader) = (MetricsCSV(), false)
    try await walk(selection, of: athlete) { lines throws(Problem) in
      guard !lines.isEmpty else { return }
      var table = hasHeader ? [] : Array(MetricsCSV.header.utf8)
      for line in lines { csv.append(line, to: &table) }
      try sink.write(table)
      hasHeader = true
    }
  }
}

extension PerformanceFeature.Selection {
  /// The part of an exported file's name that says what the file contains: the selected type, such
  /// as `exit-velo`, or `metrics` if all types are selected.
  var kind: String { type?.rawValue.dashed ?? "metrics" }
}

/// The printed report of measurements (domain.md 4.5). It calls the measurements verified only if
/// the person selected verified ones.
struct MetricReport {
  /// The measurements, oldest first.
  let lines: [MetricLine]
  let selection: PerformanceFeature.Selection
  let athlete: String?
  let goals: [PerformanceFeature.GoalProgress]
  let today: CalendarDay

  var page: Page {
    let types = MetricSeries.series(of: lines).map { series in
      PerformanceFeature.Series(
        series, goal: goals.first { .known($0.goal.type) == series.type })
    }
    return Page(title: "Performance Metrics Report", subtitle: athlete) {
      Facts([Fact("Period", period), Fact("Total", total)])
      if lines.isEmpty {
        EmptyState("No metrics match.")
      } else {
        summary(of: types)
        for series in types {
          if let chart = MetricChart(series, on: today) { chart.chart() }
        }
        rows
      }
    }
  }

  private var period: String {
    guard let first = selection.from ?? lines.first?.day,
      let last = selection.through ?? lines.last?.day
    else { return "All time" }
    return "\(first.text(.shortWithYear)) to \(last.text(.shortWithYear))"
  }

  private var total: String {
    "\(lines.count.grouped) \(lines.count == 1 ? "measurement" : "measurements")"
      + (selection.verifiedOnly ? ", only those marked as verified" : "")
  }

  private func summary(of types: [PerformanceFeature.Series]) -> Table {
    Table(
      "By type",
      columns: [
        "Metric Type", Column("Records", isNumeric: true), Column("Average", isNumeric: true),
        Column("Highest", isNumeric: true), Column("Lowest", isNumeric: true),
      ],
      rows: types.map { series in
        let average = MetricAverage(ComparedMetrics(series.measured).values)
        return [
          series.type.words, "\(series.points.count)",
          average?.text(series.type) ?? "--",
          average.map { MetricText.number($0.highest, type: series.type) } ?? "--",
          average.map { MetricText.number($0.lowest, type: series.type) } ?? "--",
        ]
      })
  }

  private var rows: Table {
    Table(
      "All measurements",
      columns: ["Date", "Metric Type", Column("Value", isNumeric: true), "Verified", "Notes"],
      rows: lines.reversed().map { line in
        [
          line.day.text(.shortWithYear), line.type.words,
          MetricText.text(line.value, type: line.type, unit: line.unit),
          line.isVerified ? "Yes" : "No", line.notes ?? "",
        ]
      })
  }
}
