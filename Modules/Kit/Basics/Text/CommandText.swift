/// Splits command lines into words and joins words to lines. A prompt, a script and a link use the
/// same rules.
public enum CommandText {
  /// One word of a command line, and whether it began with a quotation mark. `"--yes"` began with
  /// one, so it is a text and no option. `--on="Feb 10"` did not, so it is an option.
  public struct Word: Hashable, Sendable {
    /// The word without its quotes and backslashes.
    public var text: String
    /// Whether the word was quoted. A quoted word is never an option, so people can type any text.
    public var isQuoted: Bool

    public init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }

  /// Splits a command line at spaces. Quotes `"…"` and `'…'` keep spaces if they start a word or
  /// the value after `=`. Inside other words, quotes are ordinary characters, as in `6'2"` and
  /// `O'Brien`. A backslash keeps the next character, except inside `'…'`. `#` at the start of a
  /// word starts a comment.
  public static func words(_ line: String) throws(Problem) -> [Word] {
    if let plain = plainWords(line) { return plain }
    var words: [Word] = []
    var current = ""
    var isQuoted = false
    var isOpen = false
    var quote: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case (let closing, let open?) where closing == open:
        quote = nil
      case ("\\", let open) where open != "'":
        guard let next = rest.popFirst() else {
          throw Problem(
            .usage, "The line ends with a backslash.", fix: "Write \\\\ for a backslash itself.")
        }
        current.append(next)
        isQuoted = isQuoted || !isOpen
        isOpen = true
      case (_, .some):
        current.append(character)
      case ("\"", nil) where !isOpen || isQuoted || current.last == "=",
        ("'", nil) where !isOpen || isQuoted || current.last == "=":
        quote = character
        isQuoted = isQuoted || !isOpen
        isOpen = true
      case ("#", nil) where !isOpen:
        rest = ""
      case (_, nil) where character.isWhitespace:
        if isOpen { words.append(Word(current, isQuoted: isQuoted)) }
        (current, isQuoted, isOpen) = ("", false, false)
      case (_, nil):
        current.append(character)
        isOpen = true
      }
    }
    if let quote {
      throw Problem(
        .usage, "A quote \(quote) was opened and not closed.",
        fix: "Close it, or write \\\(quote) for the character itself.")
    }
    if isOpen { words.append(Word(current, isQuoted: isQuoted)) }
    return words
  }

  /// Splits a command line that has only ASCII characters and no quotation mark, backslash or `#`.
  /// Nearly every line is so simple, and splitting it is fast. Nil for any other line, which
  /// `words(_:)` splits by the full rules.
  private static func plainWords(_ line: String) -> [Word]? {
    var words: [Word] = []
    var start: String.Index?
    for index in line.utf8.indices {
      switch line.utf8[index] {
      case 0x09...0x0D, UInt8(ascii: " "):
        if let from = start { words.append(Word(String(line[from..<index]))) }
        start = nil
      case 0x80..., UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"):
        return nil
      default:
        start = start ?? index
      }
    }
    if let from = start { words.append(Word(String(line[from...]))) }
    return words
  }

  /// Joins words to a command line. Words with spaces or quotes are quoted, so that `words(_:)`
  /// splits the line into the same words.
  public static func line(_ words: [Word]) -> String {
    words.map { word in
      guard word.isOption else { return quoted(word.text) }
      guard let sign = word.text.firstIndex(of: "=") else { return word.text }
      return word.text[...sign] + quoted(String(word.text[word.text.index(after: sign)...]))
    }.joined(separator: " ")
  }

  /// Returns the word as it has to be typed on a command line. It is quoted if it contains a space,
  /// a quote or a backslash, is empty, or begins with `#` or `--`.
  public static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && !word.hasPrefix("#") && !word.hasPrefix("--")
      && !word.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" || $0 == "\\" }
    if isPlain { return word }
    var quoted = "\""
    for character in word {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }
}

extension CommandText.Word {
  /// Whether the word is an option such as `--all`. A quoted word is text.
  public var isOption: Bool { !isQuoted && text.hasPrefix("--") }
}
