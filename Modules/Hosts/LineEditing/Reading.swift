import Basics

/// The result of reading a line.
package enum Reading: Equatable, Sendable {
  case line(String)
  /// Ctrl-C: the typed text is discarded, and the program continues.
  case interrupted
  /// Ctrl-D on an empty line, or the end of the input.
  case endOfInput
}

/// The text before the cursor: spans, each with an optional style.
package struct Prompt: Equatable, Sendable, ExpressibleByStringLiteral {
  /// A part of the prompt in one style.
  package struct Span: Equatable, Sendable {
    var text: String
    var look: String?

    /// - Parameter look: parameters of the terminal's "select graphic rendition", such as `1;34`. Anything
    ///   else than digits and semicolons is ignored.
    package init(_ text: String, look: String? = nil) {
      self.text = VisibleText(text).text
      self.look = look.flatMap { look in
        let allowed = look.utf8.allSatisfy { $0 == 0x3B || (0x30...0x39).contains($0) }
        return allowed && !look.isEmpty ? look : nil
      }
    }
  }

  var spans: [Span]

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
  /// The text without styles.
  package var plain: String { spans.map(\.text).joined() }

  /// The text with U+0001 around each sequence without a width, as libedit expects it. libedit drops a sequence that no visible character
  /// follows, so a style never extends to the end of the prompt.
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
