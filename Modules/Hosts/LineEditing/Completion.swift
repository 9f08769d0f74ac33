import Basics

/// The candidates at the cursor of a line. The cursor counts Unicode scalars from the line's start.
package typealias LineCompletion = @Sendable (_ line: String, _ cursor: Int) -> Completions

/// The values that fit the word at the cursor.
package struct Completions: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// The value; the editor quotes it if it has spaces.
    package var text: String
    /// A few words about it, shown in the list only.
    package var summary: String
    /// Whether a space follows, because nothing can be added to the word.
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

/// The effect of TAB on a line.
enum TabAnswer: Equatable {
  case nothing
  /// Replaces the last `count` scalars before the cursor.
  case replace(count: Int, text: String)
  case list([Completions.Candidate])
}

extension Completions {
  /// Inserts a single candidate, or the common beginning of several; a second TAB lists them. A value with control characters is not
  /// offered, because it cannot be typed.
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

/// The unquoted word that ends at the cursor.
struct WordAtCursor: Equatable {
  /// The text as the person typed it, with its opening quote.
  var typed = ""
  var text = ""
  /// The quote that is open at the cursor.
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

  /// Inside a word that started without a quote, a quote is an ordinary character: `6'2"`.
  private var mayOpenQuote: Bool {
    guard let first = typed.first else { return true }
    return "\"'\\".contains(first) || text.last == "="
  }

  /// The value as it has to be typed; the quote stays open while the word is incomplete.
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
