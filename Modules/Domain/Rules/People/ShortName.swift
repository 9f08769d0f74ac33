import Basics

/// Shortens a name for use within a sentence. With a long name the sentence would be hard to read,
/// most of all in a narrow window.
package enum ShortName {
  package static let longest = 24

  /// Returns the name, or as many of its words as fit, followed by an ellipsis. A first word that
  /// does not fit is cut.
  package static func of(_ name: String) -> String {
    guard name.count > longest else { return name }
    let start = name.prefix(longest)
    let words = start.lastIndex(where: \.isWhitespace).map { String(start[..<$0]).trimmed } ?? ""
    return (words.isEmpty ? String(start.dropLast()) : words) + "…"
  }
}
