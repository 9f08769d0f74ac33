import FeatureKit

/// A field of dots for drawing charts on a terminal. It is written in Braille characters, each of
/// which has two by four dots.
struct BrailleCanvas {
  let columns: Int
  let rows: Int
  private var dots: [UInt8]
  private var tones: [Tone]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    dots = Array(repeating: 0, count: columns * rows)
    tones = Array(repeating: .neutral, count: columns * rows)
  }

  var width: Int { columns * 2 }
  var height: Int { rows * 4 }

  /// Sets a dot. A dot outside of the canvas is ignored.
  mutating func set(x: Int, y: Int, tone: Tone) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let cell = y / 4 * columns + x / 2
    dots[cell] |= Self.bits[y % 4][x % 2]
    tones[cell] = tone
  }

  /// Draws a straight line of dots. With `every` 2, only every second dot is drawn, so that people
  /// can distinguish a second line of a chart from the first without color.
  mutating func line(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), tone: Tone, every step: Int = 1
  ) {
    let count = max(abs(end.x - start.x), abs(end.y - start.y))
    guard count > 0 else { return set(x: start.x, y: start.y, tone: tone) }
    for place in stride(from: 0, through: count, by: step) {
      let share = Double(place) / Double(count)
      set(
        x: start.x + Int((Double(end.x - start.x) * share).rounded()),
        y: start.y + Int((Double(end.y - start.y) * share).rounded()), tone: tone)
    }
  }

  /// Returns one row of Braille characters as text. Neighboring characters of one color form one
  /// piece of the text.
  func line(_ row: Int, pen: Pen) -> StyledLine {
    (0..<columns).reduce(into: StyledLine.empty) { line, column in
      let cell = row * columns + column
      line += pen(sign(dots[cell], pen.signs), .mark(tones[cell]))
    }
  }

  private func sign(_ dots: UInt8, _ signs: VisibleText.Signs) -> String {
    if dots == 0 { return " " }
    if signs == .ascii { return "*" }
    return Unicode.Scalar(0x2800 + UInt32(dots)).map { String($0) } ?? " "
  }

  /// The bit of each dot in the number of a Braille character, by the dot's row and column. The
  /// number is U+2800 plus the bits of all dots that are set.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
}
