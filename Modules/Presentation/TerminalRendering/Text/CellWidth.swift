import FeatureKit

/// Counts the columns that text needs on a terminal.
///
/// The unit is a character as a reader sees it, such as a letter with its marks, a flag, or a
/// family of four joined emoji.
public enum CellWidth {
  public static func of(_ text: String) -> Int {
    if text.isPlainASCII { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the number of columns of a character: 0, 1 or 2. Only a few letters that consist of
  /// several scalars need more.
  public static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.properties.isEmojiPresentation
      || (first.properties.isEmoji && scalars.contains("\u{FE0F}"))
    {
      return 2
    }
    return scalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if (0xA1..<0x300).contains(scalar.value) { return 1 }
    if isVowelOrEndOfSyllable(scalar) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control: return 0
    // Most format characters are invisible. Arabic number signs are visible.
    case .format: return scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// Returns whether a scalar is a Hangul letter after the first consonant of a syllable. Such
  /// letters are drawn into the square of the first consonant.
  private static func isVowelOrEndOfSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100 && wide.contains { $0.first <= scalar.value && scalar.value <= $0.last }
  }

  /// The characters that need two columns (Unicode Standard Annex 11), without emoji. If versions
  /// of the standard differ, two columns are assumed, because a column too many only leaves a gap,
  /// while a column too few could make a line overflow.
  private static let wide: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115F), (0x2329, 0x232A), (0x2E80, 0x303E), (0x3041, 0xA4CF), (0xA960, 0xA97F),
    (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19), (0xFE30, 0xFE6F), (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6), (0x16FE0, 0x18DFF), (0x1AFF0, 0x1B2FF), (0x1D300, 0x1D376),
    (0x1F200, 0x1F265), (0x20000, 0x3FFFD),
  ]
}
