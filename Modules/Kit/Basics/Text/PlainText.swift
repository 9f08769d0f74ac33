extension StringProtocol {
  /// The text with its first letter in upper case and the rest unchanged.
  public var capitalizedFirst: String { String(self).withCapital }
}

extension String {
  // Written for `String` alone, because the same code for each type of text takes several times as
  // long and each page needs it for hundreds of words.
  fileprivate var withCapital: String {
    var bytes = utf8.makeIterator()
    let first = bytes.next()
    // If the first two bytes are ASCII, the first byte is a whole character. (A line break of two
    // bytes is an exception, but has no upper case.) A slow search for the end of the character is
    // then unnecessary.
    guard let first, first < 0x80, (bytes.next() ?? 0) < 0x80 else {
      return prefix(1).uppercased() + dropFirst()
    }
    guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return String(self) }
    let rest = self[utf8.index(after: utf8.startIndex)...]
    return String(UnicodeScalar(first - 0x20)) + rest
  }
}

extension Sequence<String> {
  /// Returns the words as part of a sentence, such as `a`, `a and b`, or `a, b and c`.
  public func inSentence(_ conjunction: String = "and") -> String {
    let words = Array(self)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

extension String {
  /// The letters and digits of the text, in lower case, such as `firstname` for `First name`. Two
  /// column headings count as equal if these are equal.
  public var lettersAndDigits: String {
    String(
      String.UnicodeScalarView(
        lowercased().unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }))
  }

  /// The text without NUL, which PostgreSQL cannot store.
  public var withoutNUL: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 }))
  }

  /// The text without white space at both ends.
  public var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }

  /// Whether every byte is printable ASCII, including the space. Such a text is shown unchanged,
  /// and its width on a terminal is its length.
  ///
  /// The program checks every word of a page, and most words are of this kind. So the check tests
  /// eight bytes at once.
  package var isPlainASCII: Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var index = 0
      while index + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // A byte is outside of the range if its highest bit is set. Subtracting 0x20 sets the bit
        // for a control character, and adding 1 sets it for the delete character.
        let below = word &- 0x2020_2020_2020_2020
        let above = word &+ 0x0101_0101_0101_0101
        guard (word | below | above) & 0x8080_8080_8080_8080 == 0 else { return false }
        index += 8
      }
      while index < raw.count {
        guard (0x20..<0x7F).contains(raw[index]) else { return false }
        index += 1
      }
      return true
    }
  }
}
