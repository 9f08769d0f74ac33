import Basics

/// Returns the candidates for the word at the cursor of a line.
///
/// The cursor is the number of Unicode scalars before it.
package typealias LineCompletion = @Sendable (_ line: String, _ cursor: Int) -> Completions

/// The candidates for the word at the cursor of a line, such as `tasks` for `ta`.
package struct Completions: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// The value without quotation marks; the editor adds them when it inserts a value with spaces.
    package var text: String
    /// A short description of the value, shown only in the list of candidates.
    package var summary: String
    /// Whether the editor inserts a space after the value.
    ///
    /// It is false for a value that can be continued, such as a folder in a path.
    package var endsWord: Bool

    package init(_ text: String, summary: String = "", endsWord: Bool = true) {
      self.text = text
      self.summary = summary
      self.endsWord = endsWord
    }
  }

  package var candidates: [Candidate]

  package init(_ candidates: [Candidate]) {
    self.candidates = candidates
  }

  package static let none = Completions([])
}

/// The effect of the TAB key on the line: none, a replacement of the word at the cursor, or a list
/// of candidates.
enum TabAnswer: Equatable {
  case nothing
  /// Replaces the last `count` Unicode scalars before the cursor by the text.
  case replace(count: Int, text: String)
  case list([Completions.Candidate])
}

extension Completions {
  /// Returns what pressing TAB does to a line.
  ///
  /// If there is one candidate, it is inserted. If there are several, their common beginning is
  /// inserted; if the line already ends with that beginning, a second TAB (`again`) lists the
  /// candidates. A candidate with control characters is left out, because such characters cannot be
  /// typed.
  func answer(line: String, cursor: Int, again: Bool) -> TabAnswer {
    let offered = candidates.filter { VisibleText($0.text).text == $0.text }
    guard let first = offered.first else { return .nothing }
    let word = WordAtCursor(line: line, cursor: cursor)
    if offered.count == 1 {
      let text = word.quoting(first.text, whole: first.endsWord) + (first.endsWord ? " " : "")
      return text == word.typed ? .nothing : .replace(count: word.length, text: text)
    }
    let shared = offered.dropFirst().reduce(first.text) { $0.sharedPrefix(with: $1.text) }
    if shared.count > word.text.count, shared.lowercased().hasPrefix(word.text.lowercased()) {
      return .replace(count: word.length, text: word.quoting(shared, whole: false))
    }
    return again ? .list(offered) : .nothing
  }
}

/// The word that ends at the cursor, both as typed and without its quotation marks and backslashes.
struct WordAtCursor: Equatable {
  /// The word as the person typed it, with its quotation marks and backslashes.
  var typed = ""
  var text = ""
  /// The quotation mark that is open at the cursor; nil if none is open.
  var openQuote: Character?
  var length: Int { typed.unicodeScalars.count }

  init(line: String, cursor: Int) {
    var escaped = false
    for character in String(line.unicodeScalars.prefix(cursor)) {
      if escaped {
        escaped = false
        text.append(character)
      } else if character == "\\", openQuote != "'" {
        escaped = true
      } else if character == openQuote {
        openQuote = nil
      } else if openQuote == nil, character == "\"" || character == "'", mayOpenQuote {
        openQuote = character
      } else if openQuote == nil, character.isWhitespace {
        typed = ""
        text = ""
        continue
      } else {
        text.append(character)
      }
      typed.append(character)
    }
  }

  /// Whether a quotation mark at this place opens a quoted text.
  ///
  /// Inside a word that began without a quotation mark it is an ordinary character, as in the
  /// height `6'2"`, except directly after an equals sign, as in `--name="…"`.
  private var mayOpenQuote: Bool {
    guard let first = typed.first else { return true }
    return "\"'\\".contains(first) || text.last == "="
  }

  /// Returns the value as it has to be typed, in quotation marks if it needs them.
  ///
  /// - Parameter whole: whether the value is a complete word. If it is only the beginning of one,
  ///   the closing quotation mark is left out, so that the person can continue to type.
  func quoting(_ value: String, whole: Bool) -> String {
    let isPlain =
      openQuote == nil && !value.isEmpty && !value.hasPrefix("#")
      && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" || $0 == "\\" }
    if isPlain { return value }
    var quoted = "\""
    for character in value {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return whole ? quoted + "\"" : quoted
  }
}

extension String {
  fileprivate func sharedPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
