import Documents
import Domain
import FeatureKit
import Synchronization

/// A table that somebody wants to bring in: read from its file as rows are asked for.
struct TableFile: Sendable {
  let reading: FileReading
  let choice: ArchiveFeature.ImportChoice
  let fields: [ImportColumn]

  /// Room for more than anybody has; what is longer is broken.
  private static let limits = CSVReader.Limits(rows: 10_000_000)

  /// What the columns of the file fill; nothing behind its first row is read for it.
  func columns() throws(Problem) -> CSVColumns {
    var reader = CSVReader(limits: Self.limits)
    let file = try reading.open(choice.file)
    while true {
      let portion = try Self.portion(of: file, &reader)
      if let header = portion.rows.first { return try columns(header) }
      if portion.isLast { return try columns(nil) }
    }
  }

  var rows: ImportRows {
    ImportRows { () throws(Problem) in
      var reader = CSVReader(limits: Self.limits)
      let file = try reading.open(choice.file)
      var known: CSVColumns?
      var isOver = false
      return { () throws(Problem) in
        while !isOver {
          let portion = try Self.portion(of: file, &reader)
          isOver = portion.isLast
          var rows = portion.rows[...]
          if known == nil, let header = rows.popFirst() { known = try columns(header) }
          guard let known, !rows.isEmpty else { continue }
          var lines: [ImportRequest.Line] = []
          lines.reserveCapacity(rows.count)
          for row in rows { lines.append(try Self.line(row, known)) }
          return lines
        }
        return []
      }
    }
  }

  private func columns(_ header: CSVReader.Row?) throws(Problem) -> CSVColumns {
    do throws(CSVFailure) {
      return try CSVColumns(
        header: header,
        fields: fields.map { CSVField($0.name, aliases: $0.aliases, isRequired: $0.isRequired) },
        mapping: choice.mapping.map { ($0.column, $0.field) })
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

  private static func line(
    _ row: CSVReader.Row, _ columns: CSVColumns
  ) throws(Problem) -> ImportRequest.Line {
    do throws(CSVFailure) {
      return ImportRequest.Line(number: row.line, texts: try columns.values(of: row))
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

/// Writes the batches of one kind as a table, with the names of the columns first.
final class TableWriter: Sendable {
  private let state: Mutex<(csv: CSVWriter, hasHeader: Bool)>

  init(to sink: ArtifactSink) {
    state = Mutex((CSVWriter(to: sink), false))
  }

  func write(_ batch: ExportBatch) throws(Problem) {
    try state.withLock { state throws(Problem) in
      if !state.hasHeader { try state.csv.header(batch.columns) }
      state.hasHeader = true
      try Self.write(batch, to: &state.csv)
    }
  }

  func finish() throws(Problem) {
    try state.withLock { state throws(Problem) in try state.csv.finish() }
  }

  private static func write(_ batch: ExportBatch, to csv: inout CSVWriter) throws(Problem) {
    let width = batch.columns.count
    guard width > 0 else { return }
    var first = 0
    for end in batch.rowEnds {
      var next = 0
      for slot in batch.slots[first..<end] {
        csv.empty(Int(slot.column) - next)
        next = Int(slot.column) + 1
        switch slot.content {
        case .whole(let number): csv.whole(number)
        case .number(let number): csv.number(number)
        case .text(let start, let end):
          batch.bytes.withUnsafeBufferPointer {
            csv.text(utf8: UnsafeBufferPointer(rebasing: $0[start..<end]))
          }
        }
      }
      csv.empty(width - next)
      first = end
      try csv.endRow()
    }
  }
}
