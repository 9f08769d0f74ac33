package import Basics

/// The result of reading a line.
package enum Reading: Equatable, Sendable {
  case line(String)
  /// The person pressed Ctrl-C. The typed text is discarded, and the program continues.
  case interrupted
  /// The person pressed Ctrl-D on an empty line, or the input has ended.
  case endOfInput
}

/// The text before the cursor of a line that is read, in spans that can each have a style.
package struct Prompt: Equatable, Sendable, ExpressibleByStringLiteral {
  /// A part of the prompt in one style.
  package struct Span: Equatable, Sendable {
    var text: String
    var look: String?

    /// Creates a span, in whose text control characters are replaced by visible signs.
    ///
    /// - Parameter look: the parameters of the terminal's control sequence for styles (“select
    ///   graphic rendition”), such as `1;34` for bold blue. A value with other characters than
    ///   digits and semicolons is ignored.
    package init(_ text: String, look: String? = nil) {
      self.text = VisibleText(text).text
      self.look = look.flatMap { look in
        let allowed = look.utf8.allSatisfy { $0 == 0x3B || (0x30...0x39).contains($0) }
        return allowed && !look.isEmpty ? look : nil
      }
    }
  }

  var spans: [Span]
  /// The kind of answer that a question expects. The command `record` uses it when it records a
  /// session: it decides which words of the answer are replaced by invented ones.
  package enum Wanted: Equatable, Sendable {
    /// A word that the program knows, a number or a day.
    case word
    /// A text or a name in the person's own words.
    case text
    /// The names or handles (short names such as `s4`) of records of these kinds. The list of kinds
    /// is empty if the answer is the name of a person with a profile, which is no record.
    case records([ReferenceKind])
  }

  package var wanted = Wanted.word

  package init(_ spans: [Span]) {
    self.spans = spans
  }

  package init(_ text: String) {
    self.init([Span(text)])
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Prompt {
  /// The text of the prompt without styles, for an output that shows none.
  package var plain: String { spans.map(\.text).joined() }

  /// The text of the prompt with a control sequence before each change of style, and U+0001 around
  /// each sequence.
  ///
  /// The character U+0001 tells libedit that a sequence takes no column. libedit drops a sequence
  /// that no visible character follows, so a space is added after a style at the end.
  var marked: String {
    guard spans.contains(where: { $0.look != nil }) else { return plain }
    var spans = self.spans
    if spans.last?.look != nil { spans.append(Span(" ")) }
    var marked = ""
    var current: String?
    for span in spans where !span.text.isEmpty {
      if span.look != current { marked += "\u{1}\u{1B}[0\(span.look.map { ";" + $0 } ?? "")m\u{1}" }
      current = span.look
      marked += span.text
    }
    return marked
  }
}
