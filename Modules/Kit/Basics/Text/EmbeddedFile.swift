/// A text file with data that is built into the program, such as a list of sample names. A
/// character such as `|` separates the parts of a line. Empty lines and lines that begin with `#`
/// are ignored.
package struct EmbeddedFile: Sendable {
  private let bytes: [UInt8]
  /// The byte range of each line. The lines are not stored as texts, because a line is parsed only
  /// when it is needed.
  package let places: [Range<Int>]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var found: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      if end > start, bytes[start] != UInt8(ascii: "#") { found.append(start..<end) }
      start = end + 1
    }
    places = found
  }

  /// Returns the parts of each line, without the spaces around them.
  ///
  /// - Parameter most: the largest number of parts in a line. Further separators belong to the last
  ///   part.
  package func lines(separatedBy sign: UInt8, most: Int = .max) -> [[String]] {
    places.map { parts(of: $0, separatedBy: sign, most: most) }
  }

  package func parts(of place: Range<Int>, separatedBy sign: UInt8, most: Int = .max) -> [String] {
    bytes[place].split(separator: sign, maxSplits: most - 1, omittingEmptySubsequences: false)
      .map { Self.trimmed($0) }
  }

  /// Returns the byte range of the first line that begins with the key, a space and the separator
  /// `sign`.
  package func place(ofKey key: String, before sign: UInt8) -> Range<Int>? {
    let beginning = Array((key + " ").utf8) + [sign]
    return places.first { bytes[$0].starts(with: beginning) }
  }

  private static func trimmed(_ part: ArraySlice<UInt8>) -> String {
    let space = UInt8(ascii: " ")
    let text = part.drop { $0 == space }
    let end = text.lastIndex { $0 != space }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
  }
}

extension String {
  /// The items of a list with commas, as data files contain it, such as `Singles, Doubles`.
  package var listed: [String] {
    utf8.isEmpty ? [] : split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}
