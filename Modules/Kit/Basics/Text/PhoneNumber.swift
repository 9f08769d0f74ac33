/// A phone number as people write it, such as `+1 (555) 010-1234 x12`.
public struct PhoneNumber: Equatable, Sendable {
  /// The 7 to 15 digits of the number, with a `+` before the code of a country.
  public let number: String
  /// The digits of the extension, such as `12`; nil if the number has none.
  public let lineExtension: String?

  /// Reads the text. It may begin with a label such as `tel:`, and may have words in brackets,
  /// such as `(cell)`.
  ///
  /// - Returns: nil if the text is not exactly one phone number.
  public init?(_ text: String) {
    var rest = Self.withoutRemarks(Self.folded(text))[...]
    if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy(\.isLetter) {
      rest = rest[rest.index(after: colon)...]
    }
    var written = rest.prefix { !$0.isLetter && $0 != "#" }
    let ending = rest[written.endIndex...]
    while let last = written.last, " ,;:".contains(last) { written.removeLast() }
    guard let first = written.firstIndex(where: Self.isDigit) else { return nil }
    let (opening, body) = (written[..<first], written[first...])
    let digits = body.filter(Self.isDigit)
    guard opening.allSatisfy({ "+ ()-./".contains($0) }),
      opening.count(where: { $0 == "+" }) <= 1,
      body.allSatisfy({ Self.isDigit($0) || " ()-./".contains($0) }),
      (7...15).contains(digits.count)
    else { return nil }
    number = (opening.contains("+") ? "+" : "") + String(digits)
    guard !ending.isEmpty else {
      lineExtension = nil
      return
    }
    guard let sign = ["extension", "ext", "x", "#"].first(where: { ending.hasPrefix($0) }) else {
      return nil
    }
    let line = String(ending.dropFirst(sign.count).drop { " .:=".contains($0) }).trimmed
    guard (1...6).contains(line.count), line.allSatisfy(Self.isDigit) else { return nil }
    lineExtension = line
  }

  /// Returns the text in lower case, with every dash as `-` and every space as ` `. Invisible
  /// characters, such as a mark for the direction of writing, are left out.
  private static func folded(_ text: String) -> String {
    String(String.UnicodeScalarView(text.lowercased().unicodeScalars.compactMap(folded)))
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.properties.generalCategory {
    case .dashPunctuation: return "-"
    case .spaceSeparator: return " "
    case .format: return nil
    // Unicode lists the minus sign as a mathematical symbol and not as a dash, so it is compared
    // separately.
    default: return scalar == "\u{2212}" ? "-" : scalar
    }
  }

  /// Returns the text without remarks in brackets, such as `(cell)`. Brackets with a digit or a `+`
  /// in them are part of the number.
  private static func withoutRemarks(_ text: String) -> String {
    let pieces = text.split(separator: "(", omittingEmptySubsequences: false).map(String.init)
    return pieces.dropFirst().reduce(pieces[0]) { text, piece in
      guard let close = piece.firstIndex(of: ")"),
        !piece[..<close].contains(where: { isDigit($0) || $0 == "+" })
      else { return text + "(" + piece }
      return text + String(piece[piece.index(after: close)...])
    }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
