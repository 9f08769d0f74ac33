import Foundation
import Testing

/// Checks of the program's output for content that must never occur, whatever the data is.
enum Inspection {
  /// Checks text for people: it must contain no control characters, and no line may be wider than
  /// `width`.
  static func ofTerminal(_ text: String, _ what: String, width: Int? = nil) {
    let obeyed = text.unicodeScalars.filter(isObeyed)
    #expect(obeyed.isEmpty, "\(what): \(sample(text, around: isObeyed))")
    guard let width else { return }
    for line in text.split(separator: "\n") {
      let cells = Screen.width(of: String(line))
      #expect(cells <= width, "\(what): \(cells) cells in \(line.prefix(300))")
    }
  }

  /// Checks JSON output: each line is one valid document, and control characters are escaped.
  static func ofJSON(_ text: String) {
    let obeyed = text.unicodeScalars.filter(isControl)
    #expect(obeyed.isEmpty, "\(sample(text, around: isControl))")
    for line in text.split(separator: "\n") {
      #expect(
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line.prefix(300))")
    }
  }

  static func ofHTML(_ text: String) {
    let obeyed = text.unicodeScalars.filter(isObeyed)
    #expect(obeyed.isEmpty, "\(sample(text, around: isObeyed))")
    for planted in ["<script>alert", "<img src=x", "\"><script", "href=\"javascript:"] {
      #expect(!text.contains(planted), "\(planted)")
    }
  }

  /// Checks a file that the program made, by the rules of its format: PDF, HTML, calendar, JSON or
  /// a table. The first characters show the format.
  static func ofFile(_ text: String, _ line: String) {
    // A backup is a copy of the SQLite database and not text, so the checks of text do not apply.
    if text.hasPrefix("SQLite format 3") { return }
    if text.hasPrefix("%PDF") {
      #expect(text.contains("%%EOF"), "\(line)")
    } else if text.hasPrefix("<!DOCTYPE html") || text.hasPrefix("<html") {
      ofHTML(text)
    } else if text.hasPrefix("BEGIN:VCALENDAR") {
      ofTerminal(text.replacing("\r\n", with: "\n"), line)
      #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 }, "\(line)")
    } else if text.hasPrefix("{") || text.hasPrefix("[") {
      ofJSON(text.replacing("\n", with: " "))
    } else {
      ofTable(text, line)
    }
  }

  /// Checks that no cell of a table begins like a formula, which a spreadsheet would run. Numbers
  /// may begin with a sign.
  private static func ofTable(_ text: String, _ line: String) {
    for cell in cells(of: text) where Double(cell) == nil {
      #expect(!"=+-@\t\r".contains(cell.first ?? " "), "\(line): \(cell.prefix(200))")
    }
  }

  private static func cells(of text: String) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case ",", "\n", "\r\n":
        guard !isQuoted else { fallthrough }
        cells.append(cell)
        cell = ""
      default: cell.append(character)
      }
    }
    return cells + [cell]
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
  }

  /// Returns whether a terminal or a browser would act on the scalar instead of showing it: a
  /// control character, an invisible one, or a mark that changes the direction of text.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61C, 0xAD, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x206F,
      0xFEFF, 0xE0000...0xE001F:
      true
    default: isControl(scalar)
    }
  }

  private static func sample(
    _ text: String, around isBad: (Unicode.Scalar) -> Bool
  ) -> String {
    let scalars = Array(text.unicodeScalars)
    guard let place = scalars.firstIndex(where: isBad) else { return "" }
    let near = scalars[max(0, place - 100)..<min(scalars.count, place + 60)]
    return String(String.UnicodeScalarView(near)).debugDescription
  }
}
