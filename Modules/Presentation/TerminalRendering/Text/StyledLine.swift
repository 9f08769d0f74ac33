import FeatureKit

/// The style of a part of a line: its tone (a meaning, such as `danger`, that decides the color),
/// whether the tone colors words or a mark such as a bar, and whether the text is bold or struck
/// through.
struct Look: Hashable {
  var tone = Tone.neutral
  var isMark = false
  var isBold = false
  /// Whether the text is struck through, because the task is done. On terminals without that style,
  /// the symbol in front shows the state.
  var isStruck = false

  static let plain = Look()
  static let bold = Look(isBold: true)
  static let muted = Look(tone: .muted)

  static func words(_ tone: Tone, bold: Bool = false) -> Look { Look(tone: tone, isBold: bold) }
  static func mark(_ tone: Tone) -> Look { Look(tone: tone, isMark: true) }
}

/// A piece of a line with one style. Only a `Pen` creates pieces from text, so that they never
/// contain control characters.
struct Run: Equatable {
  private var words: String
  private(set) var look: Look
  private(set) var width: Int
  /// Whether the text consists only of spaces. Spaces are stored as a number and not as text, and
  /// they are not printed at the end of a line.
  let isBlank: Bool

  var text: String { isBlank ? String(repeating: " ", count: width) : words }

  fileprivate init(visible text: String, look: Look, width: Int) {
    isBlank = text.utf8.first == 0x20 && text.utf8.allSatisfy { $0 == 0x20 }
    words = isBlank ? "" : text
    self.look = look
    self.width = width
  }

  fileprivate init(spaces count: Int) {
    (words, look, width, isBlank) = ("", .plain, count, true)
  }

  /// Appends the text of another piece that has the same style, after `gap` spaces.
  fileprivate mutating func join(_ next: Run, after gap: Int) {
    words.append(spaces: gap)
    words += next.words
    width += gap + next.width
  }
}

extension String {
  /// Appends spaces, eight at a time, which is faster for the wide gaps between the columns of a
  /// list.
  mutating func append(spaces count: Int) {
    for _ in 0..<count / 8 { self += "        " }
    for _ in 0..<count % 8 { self += " " }
  }
}

/// Writes text into lines of the terminal. Every text from data passes through a pen, which makes
/// control characters visible.
struct Pen {
  let signs: VisibleText.Signs
  /// Whether the output has no colors. All text then has the same style, so the parts of a line are
  /// written as one piece.
  var isColourless = false

  func callAsFunction(_ raw: String, _ look: Look = .plain) -> StyledLine {
    var line = StyledLine.empty
    write(raw, look, to: &line)
    return line
  }

  func write(_ raw: String, _ look: Look = .plain, to line: inout StyledLine) {
    let look = isColourless ? .plain : look
    if raw.isPlainASCII {
      line.append(Run(visible: raw, look: look, width: raw.utf8.count))
    } else {
      let text = VisibleText(raw, signs: signs).text
      line.append(Run(visible: text, look: look, width: CellWidth.of(text)))
    }
  }

  /// Appends one of the program's own symbols, such as `☐`, to the line. The symbol is not checked
  /// for control characters, and the caller passes its width.
  func write(sign: String, width: Int, _ look: Look, to line: inout StyledLine) {
    line.append(Run(visible: sign, look: isColourless ? .plain : look, width: width))
  }

  /// Returns the number of columns that the text needs.
  func width(of raw: String) -> Int {
    raw.isPlainASCII ? raw.utf8.count : CellWidth.of(VisibleText(raw, signs: signs).text)
  }

  /// Returns the number of columns that a text needs. For a text of more than 4000 bytes, only its
  /// start is measured, because only a few lines of it are shown.
  func width(ofStartOf raw: String) -> Int {
    raw.utf8.count > Self.startLength ? start(of: raw).width : width(of: raw)
  }

  /// Returns the text, or its first `startLength` scalars if it is long. A caller that shows only a
  /// few lines uses it to save time.
  func start(of raw: String, _ look: Look = .plain) -> StyledLine {
    raw.utf8.count > Self.startLength
      ? self(String(raw.unicodeScalars.prefix(Self.startLength)), look) : self(raw, look)
  }

  func writeStart(of raw: String, _ look: Look = .plain, to line: inout StyledLine) {
    if raw.utf8.count > Self.startLength {
      line += start(of: raw, look)
    } else {
      write(raw, look, to: &line)
    }
  }

  /// The number of scalars to which a long text is cut before it is measured and shown. A text is
  /// long if it has more bytes than this. So many scalars fill more than a few lines of the widest
  /// screen, so a shortened text still ends with an ellipsis.
  private static let startLength = 4000

  /// Returns the lines of a text that contains line breaks.
  func lines(_ raw: String, _ look: Look = .plain) -> [StyledLine] {
    VisibleText.lines(raw, signs: signs).map { line in
      StyledLine([Run(visible: line.text, look: look, width: CellWidth.of(line.text))])
    }
  }

  var ellipsis: String { signs == .unicode ? "…" : "..." }
  var dot: String { signs == .unicode ? "·" : "-" }
}

/// One line of a page as pieces of text with a style each. `Ink` later turns the styles into escape
/// sequences of the terminal.
struct StyledLine: Equatable {
  private(set) var runs: [Run]
  private(set) var width: Int

  init(_ runs: [Run] = []) {
    self.runs = runs
    width = runs.reduce(0) { $0 + $1.width }
  }

  static let empty = StyledLine()

  static func spaces(_ count: Int) -> StyledLine {
    count > 0 ? StyledLine([Run(spaces: count)]) : .empty
  }

  fileprivate mutating func append(_ run: Run) {
    guard run.width > 0 || !run.text.isEmpty else { return }
    width += run.width
    let last = runs.count - 1
    if run.isBlank || last < 0 {
      runs.append(run)
    } else if !runs[last].isBlank, runs[last].look == run.look {
      runs[last].join(run, after: 0)
    } else if last > 0, runs[last].isBlank, !runs[last - 1].isBlank, runs[last - 1].look == run.look
    {
      let gap = runs.removeLast().width
      runs[last - 1].join(run, after: gap)
    } else {
      runs.append(run)
    }
  }

  /// Reserves memory for `count` more pieces of a line.
  mutating func reserve(_ count: Int) {
    runs.reserveCapacity(count)
  }

  mutating func pad(to width: Int) {
    if width > self.width { append(Run(spaces: width - self.width)) }
  }

  var isEmpty: Bool { width == 0 }

  static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(left.runs + right.runs)
  }

  static func += (left: inout StyledLine, right: StyledLine) {
    for run in right.runs { left.append(run) }
  }

  func padded(to width: Int) -> StyledLine {
    var line = self
    line.pad(to: width)
    return line
  }
  func padded(left width: Int) -> StyledLine { .spaces(width - self.width) + self }
  func indented(by count: Int) -> StyledLine { isEmpty ? self : .spaces(count) + self }

  /// Returns the line with `other` at its right edge. The result is nil if both together are too
  /// wide.
  func with(atEnd other: StyledLine, width: Int, gap: Int = 2) -> StyledLine? {
    guard !other.isEmpty else { return self }
    guard self.width + gap + other.width <= width else { return nil }
    return padded(to: width - other.width) + other
  }

  /// Each character of the line with its width and style.
  fileprivate var cells: some Sequence<Cell> {
    runs.lazy.flatMap { run in
      run.text.lazy.map { Cell(character: $0, width: CellWidth.of($0), look: run.look) }
    }
  }

  fileprivate init(_ cells: some Collection<Cell>) {
    var runs: [Run] = []
    var (text, width) = ("", 0)
    var look: Look?
    for cell in cells {
      if cell.look != look {
        if let look { runs.append(Run(visible: text, look: look, width: width)) }
        (text, width, look) = ("", 0, cell.look)
      }
      text.append(cell.character)
      width += cell.width
    }
    if let look { runs.append(Run(visible: text, look: look, width: width)) }
    self.init(runs)
  }
}

private struct Cell {
  let character: Character
  let width: Int
  let look: Look

  var isSpace: Bool { character == " " }
}

extension StyledLine {
  /// Returns the line split into lines of at most `width` columns, between words if possible.
  ///
  /// A line that is short enough keeps its own spacing. Lines after the first are indented by
  /// `hanging`. With `atMost`, the last line ends with an ellipsis if text was cut. To save time,
  /// the cut text is not measured.
  func wrapped(to width: Int, hanging: Int = 0, atMost: Int = .max, pen: Pen) -> [StyledLine] {
    if self.width <= width { return [self] }
    var wrapping = Wrapping(width: width, hanging: min(hanging, width / 2))
    for cell in cells {
      if wrapping.lines.count + 1 >= atMost, wrapping.overflows(by: cell) {
        // A space does not count as overflow, because the spaces at the end of a line may be cut.
        // The next character that is not a space ends the text.
        if cell.isSpace { continue }
        let sign = pen(pen.ellipsis, cell.look)
        let last = StyledLine(wrapping.line).cut(to: wrapping.room - sign.width) + sign
        return wrapping.lines + [last.indented(by: wrapping.indent)]
      }
      wrapping.add(cell)
    }
    return wrapping.finished()
  }

  /// Returns the line shortened to the width, with an ellipsis if text was removed.
  func clipped(to width: Int, pen: Pen) -> StyledLine {
    guard self.width > width else { return self }
    let look = runs.last?.look ?? .plain
    let sign = pen(pen.ellipsis, look)
    guard sign.width < width else { return cut(to: width) }
    return cut(to: width - sign.width) + sign
  }

  /// Returns as many characters as fit into the width, without spaces at the end.
  private func cut(to width: Int) -> StyledLine {
    var kept: [Cell] = []
    var used = 0
    for cell in cells {
      guard used + cell.width <= width else { break }
      kept.append(cell)
      used += cell.width
    }
    while let last = kept.last, last.isSpace { kept.removeLast() }
    return StyledLine(kept)
  }
}

/// The state while a long line is split into several lines, one character at a time.
private struct Wrapping {
  let width: Int
  let hanging: Int
  private(set) var lines: [StyledLine] = []
  private(set) var line: [Cell] = []
  private var lineWidth = 0
  /// The number of characters of `line` before the last place at which it may be broken, which is
  /// the end of a word. It is nil while the line has no complete word.
  private var wordEnd: Int?

  init(width: Int, hanging: Int) {
    self.width = width
    self.hanging = hanging
  }

  var indent: Int { lines.isEmpty ? 0 : hanging }
  var room: Int { width - indent }

  func overflows(by cell: Cell) -> Bool {
    lineWidth + cell.width > room
  }

  mutating func add(_ cell: Cell) {
    if cell.isSpace, line.isEmpty, !lines.isEmpty { return }
    // A line may end before a space, and on either side of a wide character.
    let mayEndHere = cell.isSpace || cell.width == 2 || line.last?.width == 2
    while !line.isEmpty, lineWidth + cell.width > room {
      let isWhole = mayEndHere && lineWidth <= room
      finishLine(at: min(isWhole ? line.count : wordEnd ?? choiceEnd ?? line.count, fitting))
      if cell.isSpace, line.isEmpty { return }
    }
    if mayEndHere, line.contains(where: { !$0.isSpace }), endingGainsRoom { wordEnd = line.count }
    line.append(cell)
    lineWidth += cell.width
  }

  /// Whether a break here leaves more space for the next word than the current line has.
  ///
  /// Lines after the first are indented. If the first line has only a bullet that is shorter than
  /// the indentation, the next line has no more space, and the break would be useless.
  private var endingGainsRoom: Bool { !lines.isEmpty || hanging == 0 || lineWidth >= hanging }

  func finished() -> [StyledLine] {
    var copy = self
    if !line.isEmpty { copy.finishLine(at: line.count) }
    return copy.lines
  }

  /// The number of characters at the start of `line` that fit into the current line.
  ///
  /// After a break, `line` contains what was moved from the line before it. This can be more than
  /// fits, because all lines but the first are indented.
  private var fitting: Int {
    var used = 0
    for (index, cell) in line.enumerated() {
      used += cell.width
      if used > room { return max(1, index) }
    }
    return line.count
  }

  /// The place after the last `|` that fits into the current line, at which a word that is longer
  /// than a line is broken, such as `researching|contacted|interested`. It is nil if there is none.
  private var choiceEnd: Int? {
    line.prefix(fitting).lastIndex { $0.character == "|" }.map { $0 + 1 }
  }

  private mutating func finishLine(at place: Int) {
    var end = place
    while end > 0, line[end - 1].isSpace { end -= 1 }
    lines.append(StyledLine(line[..<end]).indented(by: indent))
    line = Array(line[place...].drop { $0.isSpace })
    lineWidth = line.reduce(0) { $0 + $1.width }
    wordEnd = nil
  }
}
