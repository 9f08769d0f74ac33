import Basics

/// A name within a sentence. Beside a long one the sentence would not be read, in a narrow window least of all.
package enum ShortName {
  package static let longest = 24

  /// The name, or as many of its words as fit and an ellipsis; of a first word that does not fit, its beginning.
  package static func of(_ name: String) -> String {
    guard name.count > longest else { return name }
    let start = name.prefix(longest)
    let words = start.lastIndex(where: \.isWhitespace).map { String(start[..<$0]).trimmed } ?? ""
    return (words.isEmpty ? String(start.dropLast()) : words) + "…"
  }
}
