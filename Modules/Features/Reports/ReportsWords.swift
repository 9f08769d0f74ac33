import CivilTime
import Domain
import FeatureKit

extension Problem {
  static func invalidRange(_ refusal: ReportRangeRefusal) -> Problem {
    Problem(.usage, refusal.words, fix: "Change one of the two days.")
  }

  static let missingDates = Problem(
    .usage, "Choose both dates, From and To.",
    fix: "Example: reports generate --from 2026-01-01 --to 2026-02-10")

  static let twoRanges = Problem(
    .usage, "A named range and --from or --to cannot both be used.", fix: "Choose one of them.")

  static func noRange(_ text: String) -> Problem {
    let presets = ReportPreset.allCases.map(\.rawValue)
    return noChoice(
      text.replacing(" ", with: "-"), among: presets, title: "`\(text)` is not a range.",
      fix:
        "Use \(presets.joined(separator: ", ")), a month like 2026-01, a year, a school year like 2025-26, or two days like 2026-01-01..2026-02-10."
    )
  }

  static func notGenerated(_ format: ReportsFeature.ExportFormat) -> Problem {
    Problem(
      .usage, RecruitingReport.notGeneratedWords,
      fix: "Name a range:  reports \(format.rawValue) last-30-days")
  }

  static let nothingToExport = Problem(
    .notFound, RecruitingReport.emptyWords, fix: "Try a different range:  reports")

  /// Returns the problem of an export that failed. It consists of the page's general sentence, the
  /// reason, and a suggested fix.
  static func exportFailed(
    _ format: ReportsFeature.ExportFormat, _ reason: Problem
  ) -> Problem {
    guard reason.cause != .interrupted else { return reason }
    let sentence = "Failed to export \(format.rawValue.uppercased()). Please try again."
    return Problem(
      reason.cause, sentence, details: [reason.title] + reason.details,
      fix: reason.fix ?? "Try again:  reports \(format.rawValue)")
  }
}

extension Problem {
  static func noSavedReport(_ name: String, among reports: [SavedReport]) -> Problem {
    Problem(
      .notFound, "There is no report called `\(name)`.",
      details: reports.isEmpty
        ? [] : ["Yours: \(reports.map(\.name).joined(separator: ", "))."],
      fix: reports.isEmpty
        ? "Save one:  reports save \(CommandText.quoted(name)) last-90-days"
        : "All of them:  reports saved")
  }

  static let tooManyReports = Problem(
    .usage, "You have \(SavedReports.most) reports already.",
    fix: "Forget one first:  reports saved")

  static let noReportName = Problem(
    .usage, "A report needs a name.", fix: "Example:  reports save fall 2025-09..2025-11")
}

extension Done {
  static func saved(_ report: SavedReport, _ span: ReportsFeature.Span) -> Done {
    Done(
      "Saved the report \(report.name): \(span.words).",
      details: [
        "See it:  reports saved \(CommandText.quoted(report.name))", Done.undoHint,
      ])
  }

  static func forgot(_ report: SavedReport) -> Done {
    Done("Forgot the report \(report.name).", details: [Done.undoHint])
  }
}

extension ReportPreset {
  /// The link that chooses this preset range, such as `Last 30 days`, on the reports page.
  func link(isChosen: Bool) -> CommandLink {
    CommandLink(
      words, "reports show \(rawValue)",
      spoken: "\(words) preset" + (isChosen ? ", chosen" : ""), isCurrent: isChosen)
  }
}

extension Tally {
  func words<Known: Vocabulary>(as type: Known.Type) -> String { Open<Known>(raw).words }
}

extension Int {
  /// The number with its noun, such as `1 school` or `12 schools`.
  func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
