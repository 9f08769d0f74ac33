import CivilTime
import Domain
import FeatureKit

extension MetricRow {
  /// The words for the measurement in sentences: its handle (the short name that commands accept),
  /// then its type and value, as in `m9 Fastball Velocity 85.50 mph`.
  var name: String { "\(reference.handle) \(measured)" }

  var measured: String { metric.measured }

  var day: String { metric.recordedDate.text(.shortWithYear) }
}

extension Done {
  static func logged(_ logged: PerformanceFeature.LoggedMetric, on today: CalendarDay) -> Done {
    let row = logged.row
    let verified = row.metric.isVerified ? ", verified" : ""
    var done = about(row, "Logged \(row.name) on \(row.day)\(verified).")
    done.details = (logged.progress.map { [$0.sentence(on: today)] } ?? []) + done.details
    return done
  }

  static func edited(_ row: MetricRow) -> Done {
    about(row, "Changed \(row.name) on \(row.day).")
  }

  static func verified(_ row: MetricRow) -> Done {
    about(
      row,
      row.metric.isVerified
        ? "\(row.name) is marked as verified." : "\(row.name) is no longer marked as verified.")
  }

  static func deleted(_ row: MetricRow) -> Done {
    about(row, "Deleted \(row.name) of \(row.day).")
  }

  private static func about(_ row: MetricRow, _ sentence: String) -> Done {
    Done(sentence, details: [Done.undoHint], references: [row.reference])
  }
}

extension Question<PerformanceFeature.Action> {
  static func doubt(
    _ doubt: Doubt, about metric: Reference, _ changes: PerformanceFeature.MetricChanges
  ) -> Question {
    Question(
      "\(doubt.words) Change \(metric.handle) all the same?", details: doubt.details,
      agree: "Change it", yes: .editConfirmed(metric, changes))
  }

  static func deletion(of row: MetricRow) -> Question {
    Question(
      "Delete \(row.name) of \(row.day)?",
      details: ["Charts and trends are worked out again without it."],
      agree: .takingAway("Delete"), yes: .deletionConfirmed(row))
  }
}

extension Problem {
  static func nothingToChange(_ metric: Reference) -> Problem {
    Problem(
      .usage, "Nothing to change was given for \(metric.handle).",
      fix: "Example: performance edit \(metric.handle) --value 86")
  }

  /// Returns the problem for a command that saves the chart as a file, if the chart has fewer than
  /// two points.
  static func notEnoughData(_ series: PerformanceFeature.Series?) -> Problem {
    let word = series.map { " " + $0.type.raw.dashed } ?? ""
    return Problem(
      .failed, PerformanceFeature.notEnoughData, fix: "Log another:  performance log\(word)")
  }
}

extension PerformanceFeature {
  static let notEnoughData = "Not enough data to display chart (need at least 2 records)"
}

extension PerformanceFeature.Selection {
  /// The filters in words, such as `Exit Velocity · from Jan 1, 2026 · verified only`. Nil if no
  /// filter is set, so that all measurements are shown.
  var words: String? {
    let parts = [
      type?.words, event.map { "at \($0.title)" },
      from.map { "from \($0.text(.shortWithYear))" },
      through.map { "to \($0.text(.shortWithYear))" }, verifiedOnly ? "verified only" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// These filters as options for another command, such as ` --type exit-velo`, so that it shows
  /// the same measurements.
  ///
  /// Each option begins with a space, because it is appended to a command line.
  var options: String {
    let type = type.map { " --type \($0.rawValue.dashed)" }
    return (type ?? "") + optionsButType
  }

  /// These filters as options for another command, without the type of measurement.
  ///
  /// A command such as `performance chart` has the type as its argument instead of an option.
  var optionsButType: String {
    [
      event.map { " --event \($0.handle)" }, from.map { " --from \($0)" },
      through.map { " --to \($0)" }, verifiedOnly ? " --verified" : nil,
    ].compactMap { $0 }.joined()
  }
}

extension PerformanceFeature.HistoryOrder {
  /// This order as options of `performance`. Each option begins with a space. Empty for the usual
  /// order.
  var options: String {
    (sort == .standard ? "" : " --sort \(sort.words)") + (isReversed ? " --reverse" : "")
  }
}

extension PerformanceFeature.View {
  /// The command line that shows this view with its filters. Nil for a view that has no filters.
  var line: String? {
    let all = showsAll ? " --all" : ""
    let type = selection.type.map { " \($0.rawValue.dashed)" } ?? ""
    let table = asTable ? " --table" : ""
    return switch place {
    case .overview: "performance\(all)\(selection.options)\(order.options)"
    case .chart: "performance chart\(type)\(selection.optionsButType)\(table)"
    case .timeline: "performance timeline\(selection.optionsButType)\(table)"
    case .details, .measures: nil
    }
  }
}

extension String {
  /// The text with hyphens in place of underscores, as people type it: `exit-velo`.
  var dashed: String { String(map { $0 == "_" ? "-" : $0 }) }
}
