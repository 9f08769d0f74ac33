import CCairo
import FeatureKit
import Palette

struct TextStyle: Equatable {
  var size: Double
  var isBold = false

  static let title = TextStyle(size: 22, isBold: true)
  static let heading = TextStyle(size: 14, isBold: true)
  static let caption = TextStyle(size: 10.5, isBold: true)
  static let figure = TextStyle(size: 15, isBold: true)
  static let body = TextStyle(size: 10)
  static let label = TextStyle(size: 8.5)
}

/// Text that was broken into lines and measured, ready to be drawn.
final class SetText {
  struct Line {
    var x: Double
    var width: Double
    var top: Double
    var height: Double
    var baseline: Double
  }

  let text: OpaquePointer
  let lines: [Line]

  /// The largest number of characters of a printed text. It keeps a megabyte in one field from
  /// filling hundreds of pages.
  private static let mostCharacters = 20_000

  /// - Parameters:
  ///   - width: the width at which lines break. Nil for text that is not broken.
  ///   - mostLines: the largest number of lines. A longer text ends with an ellipsis.
  init(
    _ words: String, _ style: TextStyle, on canvas: Canvas, width: Double? = nil,
    mostLines: Int = 0, endsAtRight: Bool = false
  ) throws(DrawingFailure) {
    let prepared = Self.prepared(words, mostLines: mostLines)
    var made = try Self.make(
      prepared, style, on: canvas, width: width, mostLines: mostLines, endsAtRight: endsAtRight)
    if compass_text_missing_count(made) > 0 {
      compass_text_free(made)
      made = try Self.make(
        try Self.withoutMissing(prepared, style, on: canvas), style, on: canvas, width: width,
        mostLines: mostLines, endsAtRight: endsAtRight)
    }
    text = made
    let count = compass_text_line_count(made)
    // Pango, the library that breaks text into lines, applies `mostLines` to each paragraph
    // separately. So the total number of lines is limited here.
    lines = (0..<(mostLines > 0 ? min(count, Int32(mostLines)) : count)).map { index in
      let line = compass_text_line_at(made, index)
      return Line(
        x: line.x, width: line.width, top: line.top, height: line.height, baseline: line.baseline)
    }
  }

  private static func make(
    _ text: String, _ style: TextStyle, on canvas: Canvas, width: Double? = nil,
    mostLines: Int = 0, endsAtRight: Bool = false
  ) throws(DrawingFailure) -> OpaquePointer {
    let bytes = Array(text.utf8CString)
    let made = bytes.withUnsafeBufferPointer { bytes in
      compass_text_make(
        canvas.canvas,
        compass_text_request(
          bytes: bytes.baseAddress, count: bytes.count - 1, size: style.size,
          is_bold: style.isBold, width: width ?? -1, most_lines: Int32(mostLines),
          ends_at_right: endsAtRight))
    }
    guard let made else { throw .notEnoughMemory }
    return made
  }

  deinit { compass_text_free(text) }

  var height: Double { lines.last.map { $0.top + $0.height } ?? 0 }
  var width: Double { lines.map(\.width).max() ?? 0 }

  /// Draws all lines. (x, y) is the upper left corner of the text.
  func draw(on canvas: Canvas, x: Double, y: Double, _ colour: RGB) {
    for (index, line) in lines.enumerated() {
      canvas.draw(self, line: index, x: x + line.x, y: y + line.baseline, colour)
    }
  }

  /// Returns the text without the emoji and other signs that no font of this computer has, and
  /// without the space beside each. Letters and digits stay even if no font has them, because a
  /// word without a letter would be another word.
  static func withoutMissing(
    _ text: String, _ style: TextStyle, on canvas: Canvas
  ) throws(DrawingFailure) -> String {
    var known: [Character: Bool] = [:]
    for character in Set(text) where !character.isASCII {
      if character.isLetter || character.isNumber { continue }
      let made = try make(String(character), style, on: canvas)
      known[character] = compass_text_missing_count(made) == 0
      compass_text_free(made)
    }
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var kept = ""
      var rest = line
      while let next = rest.first {
        if known[next] ?? true {
          kept.append(rest.removeFirst())
          continue
        }
        rest = rest.drop { known[$0] == false }
        guard rest.first.map({ $0 == " " || $0.isPunctuation }) ?? true else { continue }
        if kept.last == " " {
          kept.removeLast()
        } else if kept.isEmpty, rest.first == " " {
          rest.removeFirst()
        }
      }
      lines.append(kept)
    }
    return lines.joined(separator: "\n")
  }

  private static func prepared(_ words: String, mostLines: Int) -> String {
    let kept = words.unicodeScalars.prefix(mostCharacters + 1)
    let isCut = kept.count > mostCharacters
    let text = isCut ? String(String.UnicodeScalarView(kept.dropLast())) + "…" : words
    var lines: [String] = []
    for line in VisibleText.lines(text).map(\.text) {
      // Of several blank lines in a row, only two are printed, so that a text of blank lines does
      // not fill pages.
      if line.isEmpty, lines.suffix(2) == ["", ""] { continue }
      lines.append(line)
    }
    guard mostLines > 0, lines.count > mostLines else { return lines.joined(separator: "\n") }
    return lines.prefix(mostLines).joined(separator: "\n") + "…"
  }
}
