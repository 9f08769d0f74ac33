/// Text from data, made fit for a terminal: what would be obeyed is shown instead.
enum VisibleText {
  /// The same text with a picture in place of each control character, and U+FFFD in place of what would
  /// reorder or break the line.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { shown.append(isObeyed(scalar) ? picture(scalar) : scalar) }
    return String(shown)
  }

  /// Whether a terminal would act on the character instead of drawing it.
  static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
    case 0x2028, 0x2029: true  // line and paragraph separators
    default: false
    }
  }

  private static func picture(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
