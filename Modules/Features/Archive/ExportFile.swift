import CivilTime
import Domain
import FeatureKit
import JSON
import Synchronization

/// The form of an export of everything: one JSON document, one line a row, in an order in which it can be read back.
///
///     {"format":"recruiting-compass/1","made_at":"2026-02-10T12:00:00.000Z","tables":{
///     "users":[
///     {"id":"…","email":"…"},
///     …
///     ],
///     …
///     }}
enum ExportFile {
  static let formatName = "recruiting-compass"
  static let format = "\(formatName)/1"
}

/// Writes the tables as they come, so that a million rows need no more memory than a hundred.
final class ExportFileWriter: Sendable {
  private let state: Mutex<State>

  private struct State {
    let sink: ArtifactSink
    var pending: [UInt8]
    var table: String?
    var keys: [[UInt8]] = []
    var hasRows = false

    mutating func handOn(atLeast count: Int) throws(Problem) {
      guard pending.count >= count else { return }
      try sink.write(pending)
      pending.removeAll(keepingCapacity: true)
    }
  }

  /// Bytes gathered before they are handed on.
  private static let portion = 65_536

  init(to sink: ArtifactSink, madeAt: Instant) {
    let beginning = #"{"format":"\#(ExportFile.format)","made_at":"\#(madeAt)","tables":{"#
    state = Mutex(State(sink: sink, pending: Array(beginning.utf8)))
  }

  func write(_ batch: ExportBatch, of table: String) throws(Problem) {
    try state.withLock { state throws(Problem) in
      if state.table != table { Self.begin(table, batch.columns, &state) }
      try Self.write(batch, &state)
    }
  }

  func finish() throws(Problem) {
    try state.withLock { state throws(Problem) in
      state.pending.append(contentsOf: (state.table == nil ? "\n}}\n" : "\n]\n}}\n").utf8)
      try state.handOn(atLeast: 1)
    }
  }

  private static func begin(_ table: String, _ columns: [String], _ state: inout State) {
    state.pending.append(contentsOf: (state.table == nil ? "\n" : "\n],\n").utf8)
    JSONText.append(quoted: table, to: &state.pending)
    state.pending.append(contentsOf: ":[".utf8)
    state.table = table
    state.hasRows = false
    state.keys = columns.enumerated().map { index, column in
      var key = Array((index == 0 ? "{" : ",").utf8)
      JSONText.append(quoted: column, to: &key)
      key.append(UInt8(ascii: ":"))
      return key
    }
  }

  private static func write(_ batch: ExportBatch, _ state: inout State) throws(Problem) {
    let width = state.keys.count
    guard width > 0 else { return }
    var column = 0
    for slot in batch.slots {
      if column == 0 {
        state.pending.append(contentsOf: (state.hasRows ? ",\n" : "\n").utf8)
        state.hasRows = true
      }
      state.pending.append(contentsOf: state.keys[column])
      switch slot {
      case .empty: state.pending.append(contentsOf: "null".utf8)
      case .whole(let number): state.pending.append(contentsOf: String(number).utf8)
      case .number(let number): state.pending.append(contentsOf: JSONValue(number).text.utf8)
      case .text(let start, let end):
        batch.bytes.withUnsafeBufferPointer {
          JSONText.append(
            quoted: UnsafeBufferPointer(rebasing: $0[start..<end]), to: &state.pending)
        }
      }
      column += 1
      if column == width {
        state.pending.append(UInt8(ascii: "}"))
        column = 0
        try state.handOn(atLeast: portion)
      }
    }
  }
}
