import Basics
public import CivilTime

/// The table of measurements that a person exports for a spreadsheet, as CSV text (domain.md 4.5).
public enum MetricsCSV {
  /// Returns the table with its header line, the oldest measurement first. It is an empty text if
  /// there are no metrics.
  public static func text(_ metrics: [PerformanceMetric]) -> String {
    guard !metrics.isEmpty else { return "" }
    return ([header] + MetricLists.oldestFirst(metrics).map(row)).joined(separator: "\n")
  }

  /// The header line of the table. Callers use it with `row(_:)` to write a table line by line if
  /// the whole table would need too much memory.
  public static let header = ["Date", "Metric Type", "Value", "Unit", "Verified", "Notes"]
    .map(CSVCell.quoted).joined(separator: ",")

  public static func row(_ metric: PerformanceMetric) -> String {
    [
      CSVCell.quoted(metric.recordedDate.text(.slashed)), CSVCell.text(metric.type.words),
      CSVCell.quoted(DecimalText.shortest(metric.value)), CSVCell.text(metric.unit ?? ""),
      CSVCell.quoted(metric.isVerified ? "Yes" : "No"), CSVCell.text(metric.notes ?? ""),
    ].joined(separator: ",")
  }

  /// Returns the name of the file with exported measurements, such as
  /// `performance-velocity-2026-02-10.csv`.
  public static func fileName(kind: String, on day: CalendarDay) -> String {
    "performance-\(kind)-\(day).csv"
  }
}
