public import FeatureKit

/// Renders pages and outcomes of commands for a terminal.
///
/// Every method returns lines without line breaks. No line is wider than the style's width, so the
/// caller can print them or show them screen by screen. Characters that could control the terminal
/// are made visible.
public enum TerminalRenderer {
  public static func render(_ page: Page, _ style: TerminalStyle) -> [String] {
    var layout = Layout(style)
    return ink(layout.lines(of: page), style)
  }

  /// Renders rows without a page around them, such as the row of the record that a command has
  /// changed.
  public static func render(_ rows: [Row], _ style: TerminalStyle) -> [String] {
    var layout = Layout(style)
    return ink(layout.lines(of: RowList(rows).block, width: style.width), style)
  }

  /// Renders a problem as `✗ …`, with its details and its fix.
  public static func render(_ problem: Problem, _ style: TerminalStyle) -> [String] {
    ink(Layout(style).lines(of: problem, width: style.width), style)
  }

  /// Renders a result as `✓ …`, with its consequences.
  public static func render(_ done: Done, _ style: TerminalStyle) -> [String] {
    ink(Layout(style).lines(of: done, width: style.width), style)
  }

  public static func render(_ notice: Notice, _ style: TerminalStyle) -> [String] {
    ink(Layout(style).lines(of: notice, width: style.width), style)
  }

  /// Renders the words of a question and its details. The caller adds how to answer.
  public static func render(
    question words: String, details: [String] = [], _ style: TerminalStyle
  ) -> [String] {
    ink(Layout(style).lines(question: words, details: details, width: style.width), style)
  }

  /// Renders the progress of long work as one line.
  public static func render(_ progress: Progress, _ style: TerminalStyle) -> String {
    ink([Layout(style).line(of: progress, width: style.width)], style).joined()
  }

  /// Returns the lines of a text that belongs to no page, such as the shell's help. Control
  /// characters become visible, and lines are wrapped between words.
  public static func wrap(_ text: String, _ style: TerminalStyle) -> [String] {
    let pen = Pen(signs: style.marks, isColourless: style.depth == .none)
    return ink(pen.lines(text).flatMap { $0.wrapped(to: style.width, pen: pen) }, style)
  }

  private static func ink(_ lines: [StyledLine], _ style: TerminalStyle) -> [String] {
    var ink = Ink(style)
    return lines.map { ink.text($0) }
  }
}
