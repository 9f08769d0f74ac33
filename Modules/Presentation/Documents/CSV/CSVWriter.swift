public import FeatureKit

/// Writes a comma-separated table row by row into `sink`, such as a file. The memory in use does
/// not grow with the number of rows.
///
///     var csv = CSVWriter(to: sink)
///     try csv.header(["Date", "Value"])
///     csv.text("2026-02-10")
///     csv.number(85.5)
///     try csv.endRow()
///     try csv.finish()
///
/// Quoting follows RFC 4180. Lines end with LF, as in every table of the product (domain.md 4.10).
public struct CSVWriter: Sendable {
  private let sink: ArtifactSink
  private var pending: [UInt8] = []
  private var isAtStartOfRow = true

  /// The number of bytes that the writer collects before it passes them to the sink.
  private static let portion = 65_536

  public init(to sink: ArtifactSink) {
    self.sink = sink
    pending.reserveCapacity(Self.portion + 4096)
  }

  public mutating func header(_ names: [String]) throws(Problem) {
    for name in names { text(name) }
    try endRow()
  }

  /// Writes user text as a CSV cell. A leading `=`, `+`, `-` or `@` gets an apostrophe in front,
  /// because a spreadsheet would run the text as a formula.
  public mutating func text(_ text: String) {
    separate()
    CSVCell.append(text: text, to: &pending)
  }

  /// Writes user text as a cell, as `text(_:)` does. The caller guarantees that the bytes are
  /// UTF-8.
  public mutating func text(utf8 text: UnsafeBufferPointer<UInt8>) {
    separate()
    CSVCell.append(utf8: text, to: &pending)
  }

  /// Writes a text that the program makes itself, such as a date, an identifier or `Yes`.
  ///
  /// It needs no protection against being run as a formula.
  public mutating func plain(_ text: String) {
    separate()
    CSVCell.append(quoted: text, to: &pending)
  }

  public mutating func whole(_ value: some BinaryInteger) {
    separate()
    pending.append(contentsOf: String(value).utf8)
  }

  /// Writes a number as `85` or `85.5`. A value that is infinite or not a number gives an empty
  /// cell.
  public mutating func number(_ value: Double) {
    separate()
    guard value.isFinite else { return }
    var text = "\(value)"
    if text.hasSuffix(".0") { text.removeLast(2) }
    pending.append(contentsOf: text.utf8)
  }

  /// Writes this number of empty cells.
  public mutating func empty(_ count: Int = 1) {
    guard count > 0 else { return }
    separate()
    var left = count - 1
    while left > 0 {
      let some = min(left, Self.commas.count)
      pending.append(contentsOf: Self.commas[..<some])
      left -= some
    }
  }

  /// Commas for empty cells. Most cells of most tables are empty, so many commas are appended in
  /// one copy.
  private static let commas = [UInt8](repeating: UInt8(ascii: ","), count: 64)

  public mutating func endRow() throws(Problem) {
    pending.append(UInt8(ascii: "\n"))
    isAtStartOfRow = true
    if pending.count >= Self.portion { try finish() }
  }

  /// Passes the bytes that are still in the buffer to the sink. Call this after the last row.
  public mutating func finish() throws(Problem) {
    guard !pending.isEmpty else { return }
    try sink.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func separate() {
    if !isAtStartOfRow { pending.append(UInt8(ascii: ",")) }
    isAtStartOfRow = false
  }
}
