import Basics
public import CivilTime

/// Writes the table of measurements that a person exports for a spreadsheet, as CSV text
/// (domain.md 4.5).
///
/// Lines of one day or one type of measurement have the same cell for it, so the writer keeps the
/// cell of the last day and those of up to sixteen types.
public struct MetricsCSV {
  private var day: CalendarDay?
  private var dayCell: [UInt8] = []
  private var typeCells: [(type: Open<MetricType>, cell: [UInt8])] = []

  public init() {}

  /// The header line of the table.
  public static let header = ["Date", "Metric Type", "Value", "Unit", "Verified", "Notes"]
    .map(CSVCell.quoted).joined(separator: ",")

  /// Appends a line break and the line of a measurement to the bytes of a table.
  public mutating func append(_ line: MetricLine, to table: inout [UInt8]) {
    if day != line.day {
      day = line.day
      dayCell = Array("\n\(CSVCell.quoted(line.day.text(.slashed))),".utf8)
    }
    table.append(contentsOf: dayCell)
    appendType(line.type, to: &table)
    table.append(Self.mark)
    DecimalText.append(shortest: line.value, to: &table)
    table.append(contentsOf: Self.markAndComma)
    CSVCell.append(text: line.unit ?? "", to: &table)
    table.append(contentsOf: line.isVerified ? Self.yes : Self.no)
    CSVCell.append(text: line.notes ?? "", to: &table)
  }

  private mutating func appendType(_ type: Open<MetricType>, to table: inout [UInt8]) {
    if let known = typeCells.firstIndex(where: { $0.type == type }) {
      table.append(contentsOf: typeCells[known].cell)
    } else {
      let cell = Array("\(CSVCell.text(type.words)),".utf8)
      if typeCells.count < 16 { typeCells.append((type, cell)) }
      table.append(contentsOf: cell)
    }
  }

  private static let mark = UInt8(ascii: "\"")
  private static let markAndComma = Array("\",".utf8)
  private static let yes = Array(",\(CSVCell.quoted("Yes")),".utf8)
  private static let no = Array(",\(CSVCell.quoted("No")),".utf8)

  /// Returns the name of the file with exported measurements, such as
  /// `performance-velocity-2026-02-10.csv`.
  public static func fileName(kind: String, on day: CalendarDay) -> String {
    "performance-\(kind)-\(day).csv"
  }
}
