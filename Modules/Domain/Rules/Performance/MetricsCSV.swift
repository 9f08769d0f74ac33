import Basics
public import CivilTime

/// The table of measurements that a person exports for a spreadsheet, as CSV text (domain.md 4.5).
public enum MetricsCSV {
  /// Returns the table with its header line, the oldest measurement first. It is an empty text if
  /// there are no metrics.
  public static func text(_ metrics: [PerformanceMetric]) -> String {
    guard !metrics.isEmpty else { return "" }
    var table = Array(header.utf8)
    for metric in MetricLists.oldestFirst(metrics) { append(metric, to: &table) }
    return String(decoding: table, as: UTF8.self)
  }

  /// The header line of the table. Callers use it with `append` to write a table in parts if the
  /// whole table would need too much memory.
  public static let header = ["Date", "Metric Type", "Value", "Unit", "Verified", "Notes"]
    .map(CSVCell.quoted).joined(separator: ",")

  /// Appends a line break and the line of a measurement to the bytes of a table.
  public static func append(_ metric: PerformanceMetric, to table: inout [UInt8]) {
    table.append(UInt8(ascii: "\n"))
    CSVCell.append(quoted: metric.recordedDate.text(.slashed), to: &table)
    table.append(comma)
    CSVCell.append(text: metric.type.words, to: &table)
    table.append(comma)
    CSVCell.append(quoted: DecimalText.shortest(metric.value), to: &table)
    table.append(comma)
    CSVCell.append(text: metric.unit ?? "", to: &table)
    table.append(comma)
    CSVCell.append(quoted: metric.isVerified ? "Yes" : "No", to: &table)
    table.append(comma)
    CSVCell.append(text: metric.notes ?? "", to: &table)
  }

  private static let comma = UInt8(ascii: ",")

  /// Returns the name of the file with exported measurements, such as
  /// `performance-velocity-2026-02-10.csv`.
  public static func fileName(kind: String, on day: CalendarDay) -> String {
    "performance-\(kind)-\(day).csv"
  }
}
