import Documents
import Domain
import FeatureKit
import Synchronization

/// Writes records of one kind as a CSV table. The records arrive in batches. The first line
/// contains the column names.
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
    try batch.bytes.withUnsafeBufferPointer { bytes throws(Problem) in
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
            csv.text(utf8: UnsafeBufferPointer(rebasing: bytes[start..<end]))
          }
        }
        csv.empty(width - next)
        first = end
        try csv.endRow()
      }
    }
  }
}
