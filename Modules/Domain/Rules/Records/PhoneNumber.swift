import Basics

/// Checks the phone numbers that people enter.
enum PhoneNumber {
  /// Returns whether the text is a phone number: 7 to 15 digits with the usual signs between them,
  /// such as `+1 (555) 010-1234`, and perhaps an extension, such as `x12` or `ext. 12`.
  static func isWritten(_ text: String) -> Bool {
    let spelled = ["extension", "ext.", "ext", "#"].reduce(text.lowercased()) {
      $0.replacing($1, with: "x")
    }
    let parts = spelled.split(separator: "x", omittingEmptySubsequences: false)
    let number = parts[0].drop { $0 == " " }
    let digits = number.filter(isDigit).count
    guard (7...15).contains(digits),
      number.dropFirst(number.hasPrefix("+") ? 1 : 0).allSatisfy({
        isDigit($0) || " ()-./".contains($0)
      })
    else { return false }
    guard parts.count > 1 else { return true }
    let line = String(parts[1]).trimmed
    return parts.count == 2 && (1...6).contains(line.count) && line.allSatisfy(isDigit)
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
