/// Text in which every character is visible. A terminal only shows such a text and does not execute
/// any part of it.
///
/// Control characters, escape sequences, direction marks and invisible characters become signs
/// (`␛`, `⟨U+202E⟩`). Emoji sequences and the joiners of Persian or Hindi spelling stay. Converting
/// a text twice gives the same as converting it once, so every renderer can convert its output
/// without knowing whether it was converted before.
public struct VisibleText: Hashable, Sendable {
  /// The text with a visible sign for each character that a terminal would interpret or hide.
  public let text: String

  /// The characters in which signs for invisible characters are written. An output in ASCII cannot
  /// show the Unicode ones.
  public enum Signs: Hashable, Sendable {
    case unicode, ascii
  }

  /// Creates the text on one line. A line break becomes a sign (`␊`), and a tab becomes a space.
  public init(_ raw: String, signs: Signs = .unicode) {
    if raw.isPlainASCII || raw.isOrdinary {
      text = raw
    } else {
      var writer = VisibleWriter(signs: signs)
      text = writer.visible(raw.unicodeScalars)
    }
  }

  /// Returns the lines of a longer text, each with its invisible characters shown.
  public static func lines(_ raw: String, signs: Signs = .unicode) -> [VisibleText] {
    guard raw.utf8.contains(UInt8(ascii: "\n")) else { return [VisibleText(raw, signs: signs)] }
    return raw.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { VisibleText(String($0), signs: signs) }
  }
}

extension String {
  /// Whether the text has only characters that are always shown unchanged: Latin letters and common
  /// signs (`·`, `–`, `…`). Most lines of lists are of this kind, and the slower rules do not
  /// examine them.
  fileprivate var isOrdinary: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2010..<0x2028: true
      default: false
      }
    }
  }
}

/// Builds the visible text from Unicode scalars, one after another. It remembers the preceding
/// scalars, because the rules for joiners, marks and tags depend on them.
private struct VisibleWriter {
  let signs: VisibleText.Signs
  private var shown = String.UnicodeScalarView()
  private var previous: Unicode.Scalar?
  private var marksInARow = 0
  private var joinersInARow = 0
  private var isInTaggedFlag = false

  init(signs: VisibleText.Signs) { self.signs = signs }

  /// The largest number of marks on one letter. No script uses more, and with more the text would
  /// be drawn over the lines above it.
  private static let mostMarks = 6
  /// The largest number of joiners in an emoji. The longest emoji in use joins four pictures.
  private static let mostJoiners = 5

  mutating func visible(_ scalars: String.UnicodeScalarView) -> String {
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      let next = index < scalars.endIndex ? scalars[index] : nil
      if scalar == "\t" {
        shown.append(" ")
        previous = nil
      } else if keeps(scalar, before: next) {
        shown.append(scalar)
        previous = scalar
      } else {
        appendSign(for: scalar)
        previous = nil
      }
    }
    return String(shown)
  }

  private mutating func keeps(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) || (0xA1..<0x300).contains(scalar.value) {
      (marksInARow, joinersInARow, isInTaggedFlag) = (0, 0, false)
      return scalar != "\u{AD}"
    }
    switch scalar.value {
    case 0..<0xA0, 0x2028...0x2029, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB: return false
    case let value where value & 0xFFFE == 0xFFFE: return false
    case 0x200D where joins(previous, next, isPicture): return countsJoiner()
    case 0x200C...0x200D: return joins(previous, next, isOfJoiningScript)
    case 0xFE0E...0xFE0F: return previous?.properties.isEmoji == true
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF: return previous?.properties.isIdeographic == true
    case 0xE0020...0xE007F: return isInTaggedFlag && countsMark()
    default: break
    }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      return previous != nil && previous != " " && countsMark()
    default:
      marksInARow = 0
      if previous != "\u{200D}" { joinersInARow = 0 }
      isInTaggedFlag = scalar == "\u{1F3F4}"
      return true
    }
  }

  private mutating func countsMark() -> Bool {
    marksInARow += 1
    return marksInARow <= Self.mostMarks
  }

  private mutating func countsJoiner() -> Bool {
    joinersInARow += 1
    return joinersInARow <= Self.mostJoiners
  }

  private func joins(
    _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?, _ fits: (Unicode.Scalar) -> Bool
  ) -> Bool {
    guard let previous, let next else { return false }
    return fits(previous) && fits(next)
  }

  private func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0F}" || (scalar.value > 0xFF && scalar.properties.isEmoji)
  }

  /// Returns whether the scalar is of one of the scripts from Arabic to Sinhala, whose spelling
  /// uses joiners between letters.
  private func isOfJoiningScript(_ scalar: Unicode.Scalar) -> Bool {
    (0x0620..<0x0E00).contains(scalar.value)
  }

  private mutating func appendSign(for scalar: Unicode.Scalar) {
    (marksInARow, joinersInARow, isInTaggedFlag) = (0, 0, false)
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
    switch (signs, scalar.value) {
    case (.ascii, _): shown.append(contentsOf: "<\(number)>".unicodeScalars)
    case (.unicode, 0..<0x20):
      shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case (.unicode, 0x7F): shown.append("\u{2421}")
    case (.unicode, _): shown.append(contentsOf: "⟨\(number)⟩".unicodeScalars)
    }
  }
}
