/// The screen of a terminal, computed from the program's output. It understands the control
/// sequences of a VT100 that a line editor uses.
///
/// Rows that were scrolled off stay readable, so that a test can search earlier output.
struct Screen {
  private(set) var rows: [[Character]] = [[]]
  private(set) var row = 0
  private(set) var column = 0
  var columns: Int
  /// The number of times that text reached the right edge and was wrapped by the terminal.
  private(set) var overflows = 0

  private var pending: [UInt8] = []

  init(columns: Int) {
    self.columns = columns
  }

  /// Returns the text of a row without the blanks at its end.
  func line(_ number: Int) -> String {
    guard rows.indices.contains(number) else { return "" }
    var text = rows[number].filter { $0 != Self.continued }[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  func lines(from start: Int = 0) -> [String] {
    (start..<max(start, rows.count)).map { line($0) }
  }

  /// Returns the number of cells that a line takes on the screen.
  static func cells(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// The character that stands for the second cell of a wide character.
  private static let continued: Character = "\0"
}

// MARK: - The output of the program

extension Screen {
  mutating func take(_ bytes: some Collection<UInt8>) {
    pending += bytes
    let whole = pending.count - Self.unfinished(pending)
    let text = String(decoding: pending[..<whole], as: UTF8.self)
    pending.removeFirst(whole)
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      guard scalar == "\u{1B}" else {
        rest.removeFirst()
        put(scalar)
        continue
      }
      guard let length = Self.sequence(rest) else { break }
      obey(rest.prefix(length))
      rest.removeFirst(length)
    }
    pending = Array(String(rest).utf8) + pending
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x08: column = max(0, column - 1)
    case 0x0A: moveDown()
    case 0x0D: column = 0
    case 0x00..<0x20, 0x7F: break
    default: draw(scalar)
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let width = Self.width(scalar)
    if width == 0 {
      if column > 0, rows[row].count >= column {
        rows[row][column - 1].unicodeScalarsAppend(scalar)
      }
      return
    }
    if column + width > columns {
      overflows += 1
      column = 0
      moveDown()
    }
    while rows[row].count < column + width { rows[row].append(" ") }
    rows[row][column] = Character(scalar)
    if width == 2 { rows[row][column + 1] = Self.continued }
    column += width
  }

  private mutating func moveDown() {
    row += 1
    while rows.count <= row { rows.append([]) }
  }

  private mutating func obey(_ sequence: Substring.UnicodeScalarView) {
    guard sequence.dropFirst().first == "[", let order = sequence.last else { return }
    let numbers = String(sequence.dropFirst(2).dropLast()).split(separator: ";").map {
      Int($0) ?? 0
    }
    let count = max(1, numbers.first ?? 1)
    switch order {
    case "A": row = max(0, row - count)
    case "B": for _ in 0..<count { moveDown() }
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = count - 1
    case "J":
      if numbers.first ?? 0 == 0 { rows.removeSubrange((row + 1)...) }
      eraseToEnd()
    case "K":
      if numbers.first ?? 0 == 0 { eraseToEnd() } else { rows[row] = [] }
    case "P":
      if column < rows[row].count {
        rows[row].removeSubrange(column..<min(rows[row].count, column + count))
      }
    case "@":
      if column < rows[row].count {
        rows[row].insert(contentsOf: repeatElement(" ", count: count), at: column)
      }
    default: break
    }
  }

  private mutating func eraseToEnd() {
    if column < rows[row].count { rows[row].removeSubrange(column...) }
  }
}

// MARK: - Reading bytes

extension Screen {
  /// Returns the number of bytes at the end of the output that begin an incomplete UTF-8 character.
  /// The rest of the character arrives with the next bytes.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back ? back : 0
    }
    return 0
  }

  /// Returns the length of the escape sequence with which the text begins; nil if the sequence is
  /// incomplete.
  private static func sequence(_ text: Substring.UnicodeScalarView) -> Int? {
    var length = 1
    for scalar in text.dropFirst() {
      length += 1
      if length == 2, scalar == "[" || scalar == "]" || scalar == "(" || scalar == ")" { continue }
      if text.dropFirst().first != "[" { return length }
      if (0x40...0x7E).contains(scalar.value) { return length }
    }
    return nil
  }

  /// Returns the number of cells of a line. It is computed without the renderers' code, because
  /// tests check the renderers with it.
  static func width(of line: String) -> Int {
    line.reduce(0) { cells, character in
      cells + (character.unicodeScalars.map(width).max() ?? 0)
    }
  }

  /// Returns the number of cells of a scalar: two for wide characters and emoji, and none for
  /// accents and joiners.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x0300...0x036F, 0x200B...0x200D, 0xFE00...0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF00...0xFF60, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}

extension Character {
  fileprivate mutating func unicodeScalarsAppend(_ scalar: Unicode.Scalar) {
    var text = String(self)
    text.unicodeScalars.append(scalar)
    if text.count == 1 { self = Character(text) }
  }
}
