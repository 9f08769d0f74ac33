import Basics
public import CivilTime

/// The table of measurements for spreadsheets as CSV text (rule 4.5).
public enum MetricsCSV {
  /// Returns the whole table, the oldest row first, with newlines between the rows. It is empty
  /// without metrics.
  public static func text(_ metrics: [PerformanceMetric]) -> String {
    guard !metrics.isEmpty else { return "" }
    return ([header] + MetricLists.oldestFirst(metrics).map(row)).joined(separator: "\n")
  }

  /// The header line, for callers that write row by row because the whole table is too large for
  /// memory.
  public static let header = ["Date", "Metric Type", "Value", "Unit", "Verified", "Notes"]
    .map(CSVCell.quoted).joined(separator: ",")

  public static func row(_ metric: PerformanceMetric) -> String {
    [
      CSVCell.quoted(metric.recordedDate.text(.slashed)), CSVCell.text(metric.type.words),
      CSVCell.quoted(DecimalText.shortest(metric.value)), CSVCell.text(metric.unit ?? ""),
      CSVCell.quoted(metric.isVerified ? "Yes" : "No"), CSVCell.text(metric.notes ?? ""),
    ].joined(separator: ",")
  }

  /// Returns the name of an exported file, such as `performance-velocity-2026-02-10.csv`.
  public static func fileName(kind: String, on day: CalendarDay) -> String {
    "performance-\(kind)-\(day).csv"
  }
}
