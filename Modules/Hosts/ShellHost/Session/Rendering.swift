import Conversation
import FeatureKit
import TerminalRendering

// Formats pages, results, notices and problems as text for the shell, each with the renderer of the
// chosen output format.
extension Appearance {
  func lines(of page: Page, numbersLinks: Bool) -> [String] {
    var style = style
    style.numbersLinks = numbersLinks
    let page = numbersLinks ? page : page.withoutLinksOfPrompt
    return format == .plain
      ? fitted(PlainRenderer.render(page, numbersLinks: numbersLinks))
      : TerminalRenderer.render(page, style)
  }

  func lines(of rows: [Row]) -> [String] {
    format == .plain ? fitted(PlainRenderer.render(rows)) : TerminalRenderer.render(rows, style)
  }

  func lines(of problem: Problem) -> [String] {
    format == .plain
      ? fitted(PlainRenderer.render(problem)) : TerminalRenderer.render(problem, style)
  }

  /// Returns the lines of a problem as text, even if the chosen format is JSON or HTML. The message
  /// that output was lost is printed in this way, because it goes to the other output stream and is
  /// no part of the document.
  func lines(inWords problem: Problem) -> [String] {
    isForPeople ? lines(of: problem) : PlainRenderer.render(problem)
  }

  func lines(of done: Done) -> [String] {
    format == .plain ? fitted(PlainRenderer.render(done)) : TerminalRenderer.render(done, style)
  }

  func lines(of notice: Notice) -> [String] {
    format == .plain
      ? fitted(PlainRenderer.render(notice)) : TerminalRenderer.render(notice, style)
  }

  func lines(question words: String, _ details: [String]) -> [String] {
    format == .plain
      ? fitted(PlainRenderer.render(question: words, details: details))
      : TerminalRenderer.render(question: words, details: details, style)
  }

  /// Returns the screen rows that lines in the plain format fill: long lines are wrapped between
  /// words, so that the rows of a page can be counted. Lines that are written to a file stay as
  /// they are.
  private func fitted(_ lines: [String]) -> [String] {
    isOnScreen ? lines.flatMap { wrapped($0) } : lines
  }

  func line(of progress: Progress) -> String { TerminalRenderer.render(progress, style) }

  func wrapped(_ text: String) -> [String] { TerminalRenderer.wrap(text, style) }

  /// Writes a problem that occurs before the session exists, such as an invalid option.
  func write(_ problem: Problem, to console: Console) {
    guard !isForPeople else {
      let text = lines(of: problem).map { $0 + "\n" }.joined()
      try? console.write(Array(text.utf8), .errors)
      return
    }
    var answer = GatheredAnswer()
    answer.add(problem, at: nil)
    try? console.write(Array(answer.text(as: format).utf8), .output)
  }
}

extension Page {
  /// The page without links that a person can only follow at a prompt, by typing their number.
  /// Output to a file or a pipe has no use for such links.
  fileprivate var withoutLinksOfPrompt: Page {
    var copy = self
    copy.blocks = blocks.map(\.withoutLinksOfPrompt)
    return copy
  }
}

extension Block {
  fileprivate var withoutLinksOfPrompt: Block {
    switch self {
    case .message(var message):
      message.links.removeAll { HostCommand(word: $0.command)?.needsPrompt == true }
      return .message(message)
    case .section(var section):
      section.blocks = section.blocks.map(\.withoutLinksOfPrompt)
      return .section(section)
    case .banner, .paragraph, .stats, .list, .board, .month, .table, .progress, .chart, .form,
      .facts,
      .empty,
      .links:
      return self
    }
  }
}
