import Documents
import Domain
import FeatureKit

/// A table to import. Its rows are read from the file on demand.
struct TableFile: Sendable {
  let reading: FileReading
  let choice: ArchiveFeature.ImportChoice
  let kind: ReferenceKind
  /// The measures that the family has added to its data. A table of measurements may name them.
  let own: [MetricType]

  private var fields: [CSVField] {
    kind.importColumns.map {
      CSVField(
        $0.name, aliases: $0.aliases, isRequired: $0.isRequired, heading: $0.heading,
        isOffered: $0.isOffered)
    }
  }

  /// The largest number of rows. A file with more rows is treated as damaged.
  private static let limits = CSVReader.Limits(rows: 10_000_000)

  /// Returns the columns of the file with the field that each of them fills. For this, only the
  /// first row with the headings is read.
  func columns() throws(Problem) -> TableColumns {
    var reader = CSVReader(limits: Self.limits)
    let file = try reading.openTable(choice.file)
    while true {
      let portion = try Self.portion(of: file, &reader)
      if let header = portion.rows.first { return try columns(header, reader) }
      if portion.isLast { return try columns(nil, reader) }
    }
  }

  var rows: ImportRows {
    ImportRows { () throws(Problem) in
      var reader = CSVReader(limits: Self.limits)
      let file = try reading.openTable(choice.file)
      var known: TableColumns?
      var isOver = false
      return { () throws(Problem) in
        while !isOver {
          let portion = try Self.portion(of: file, &reader)
          isOver = portion.isLast
          var rows = portion.rows[...]
          if known == nil, let header = rows.popFirst() { known = try columns(header, reader) }
          guard let known, !rows.isEmpty else { continue }
          var lines: [ImportRequest.Line] = []
          lines.reserveCapacity(rows.count)
          for row in rows { lines += try Self.lines(row, known) }
          return lines
        }
        return []
      }
    }
  }

  private func columns(
    _ header: CSVReader.Row?, _ reader: CSVReader
  ) throws(Problem) -> TableColumns {
    do throws(CSVFailure) {
      return try TableColumns(
        header: header, fields: fields, mapping: choice.mapping,
        measures: kind == .metric ? MeasureNames(own: own) : nil,
        hasDecimalCommas: reader.separator == UInt8(ascii: ";"))
    } catch {
      throw error.refusal
    }
  }

  private static func portion(
    of file: OpenedFile, _ reader: inout CSVReader
  ) throws(Problem) -> (rows: [CSVReader.Row], isLast: Bool) {
    let bytes = try file.next()
    do throws(CSVFailure) {
      return bytes.isEmpty
        ? (try reader.finish(), true) : (try reader.read(bytes), false)
    } catch {
      throw error.refusal
    }
  }

  private static func lines(
    _ row: CSVReader.Row, _ columns: TableColumns
  ) throws(Problem) -> [ImportRequest.Line] {
    do throws(CSVFailure) {
      return try columns.records(of: row).map { record in
        ImportRequest.Line(number: row.line, texts: record.texts, headings: record.headings)
      }
    } catch {
      throw error.refusal
    }
  }
}

extension CSVFailure {
  fileprivate var refusal: Problem {
    var problem = problem
    problem.details.append("Nothing was imported.")
    return problem
  }
}
