import CivilTime
import Domain
import FeatureKit
import JSON
import Synchronization

/// The format of an export of all data: one JSON document with one line for each row. The tables
/// are in an order in which an import can read them.
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

/// Writes the tables of an export one batch of rows at a time, so the memory in use does not grow
/// with the number of rows.
final class ExportFileWriter: Sendable {
  private let state: Mutex<State>

  private struct State {
    let sink: ArtifactSink
    var pending: [UInt8]
    var table: String?
    var keys = Keys([])
    var hasRows = false

    mutating func handOn(atLeast count: Int) throws(Problem) {
      guard pending.count >= count else { return }
      try sink.write(pending)
      pending.removeAll(keepingCapacity: true)
    }
  }

  /// The number of bytes that are collected before one write to the file, because a write for each
  /// row would be slow.
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
    state.keys = Keys(columns)
  }

  private static func write(_ batch: ExportBatch, _ state: inout State) throws(Problem) {
    guard !batch.columns.isEmpty else { return }
    var first = 0
    for end in batch.rowEnds {
      state.pending.append(contentsOf: (state.hasRows ? ",\n" : "\n").utf8)
      state.hasRows = true
      var next = 0
      for slot in batch.slots[first..<end] {
        state.keys.appendNulls(next..<Int(slot.column), to: &state.pending)
        next = Int(slot.column) + 1
        state.keys.append(Int(slot.column), to: &state.pending)
        switch slot.content {
        case .whole(let number): state.pending.append(contentsOf: String(number).utf8)
        case .number(let number): state.pending.append(contentsOf: JSONValue(number).text.utf8)
        case .text(let start, let end):
          batch.bytes.withUnsafeBufferPointer {
            JSONText.append(
              quoted: UnsafeBufferPointer(rebasing: $0[start..<end]), to: &state.pending)
          }
        }
      }
      state.keys.appendNulls(next..<batch.columns.count, to: &state.pending)
      first = end
      state.pending.append(UInt8(ascii: "}"))
      try state.handOn(atLeast: portion)
    }
  }
}

/// The column names of a table as JSON text, such as `{"id":` and `,"name":`. They are converted to
/// JSON once and used for every row.
private struct Keys {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// All column names with the value `null`. A run of empty cells is copied from here in one step.
  private var nulls: [UInt8] = []
  private var nullEnds: [Int] = []

  init(_ columns: [String]) {
    for (index, column) in columns.enumerated() {
      let start = bytes.count
      bytes.append(index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      JSONText.append(quoted: column, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      ends.append(bytes.count)
      nulls += bytes[start...]
      nulls += "null".utf8
      nullEnds.append(nulls.count)
    }
  }

  func append(_ column: Int, to pending: inout [UInt8]) {
    pending.append(contentsOf: bytes[(column == 0 ? 0 : ends[column - 1])..<ends[column]])
  }

  func appendNulls(_ columns: Range<Int>, to pending: inout [UInt8]) {
    guard let first = columns.first, let last = columns.last else { return }
    pending.append(contentsOf: nulls[(first == 0 ? 0 : nullEnds[first - 1])..<nullEnds[last]])
  }
}
