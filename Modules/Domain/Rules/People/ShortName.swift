import Basics

/// Shortens long names, because a sentence or a row with a very long name is hard to read.
package enum ShortName {
  /// The largest number of characters of a name within a sentence, and of a name that is the first
  /// line of a text.
  package static let longest = 24
  package static let longestLine = 60

  /// Returns the name if it has at most `most` characters. Otherwise it returns as many whole words
  /// as fit, or a part of the first word if that is too long, followed by an ellipsis.
  package static func of(_ name: String, upTo most: Int = longest) -> String {
    guard name.count > most else { return name }
    let start = name.prefix(most)
    let words = start.lastIndex(where: \.isWhitespace).map { String(start[..<$0]).trimmed } ?? ""
    return (words.isEmpty ? String(start.dropLast()) : words) + "…"
  }

  /// Returns the first line of a text that is not blank, as a short name. Empty for a blank text.
  package static func firstLine(of text: String) -> String {
    of(String(text.trimmed.prefix { !$0.isNewline }).trimmed, upTo: longestLine)
  }
}
