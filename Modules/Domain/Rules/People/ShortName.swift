import Basics

/// Shortens long names for use within a sentence, because a sentence with a very long name is hard
/// to read.
package enum ShortName {
  package static let longest = 24

  /// Returns the name if it has at most `longest` characters. Otherwise it returns as many whole
  /// words as fit, or a part of the first word if that is too long, followed by an ellipsis.
  package static func of(_ name: String) -> String {
    guard name.count > longest else { return name }
    let start = name.prefix(longest)
    let words = start.lastIndex(where: \.isWhitespace).map { String(start[..<$0]).trimmed } ?? ""
    return (words.isEmpty ? String(start.dropLast()) : words) + "…"
  }
}
