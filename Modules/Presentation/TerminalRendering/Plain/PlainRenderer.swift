public import FeatureKit

/// Renders pages and the results of commands as sentences for a screen reader, with one fact on
/// each line.
///
/// No line is cut or wrapped, and characters that could control the terminal are made visible. The
/// shell uses this renderer at a terminal in accessible mode, and for plain text that other
/// programs read.
public enum PlainRenderer {
  public static func render(_ page: Page, numbersLinks: Bool = false) -> [String] {
    var speaker = SpokenLines(numbersLinks: numbersLinks)
    speaker.say(page)
    return speaker.lines
  }

  /// Renders rows without a page around them, such as the row of the record that a command has
  /// changed.
  public static func render(_ rows: [Row]) -> [String] {
    var speaker = SpokenLines()
    speaker.say(RowList(rows).block)
    return speaker.lines
  }

  public static func render(_ problem: Problem) -> [String] {
    var speaker = SpokenLines()
    speaker.say(problem)
    return speaker.lines
  }

  public static func render(_ done: Done) -> [String] {
    said([done.sentence.withoutFlourish] + done.lines)
  }

  public static func render(_ notice: Notice) -> [String] {
    said([notice.tone.spokenPrefix + notice.text])
  }

  /// Renders the words of a question and its details. The caller adds how to answer.
  public static func render(question words: String, details: [String] = []) -> [String] {
    said(["Question: " + words] + details)
  }

  public static func render(_ progress: Progress) -> String {
    let share = progress.total.map { ", \(progress.done) of \($0)" } ?? ""
    return said([progress.words + share]).joined(separator: " ")
  }

  private static func said(_ texts: [String]) -> [String] {
    var speaker = SpokenLines()
    texts.forEach { speaker.say($0) }
    return speaker.lines
  }
}

extension String {
  /// The text without an emoji at its end, because a screen reader would read `Great job! 🎉`
  /// with the words "party popper".
  ///
  /// An emoji in the middle stays, because it can be part of a name.
  fileprivate var withoutFlourish: String {
    guard let last = unicodeScalars.last, last.properties.isEmojiPresentation else { return self }
    return String(dropLast()).trimmed
  }
}

extension Tone {
  /// The word that is spoken before a text with this tone (a meaning, such as `danger`), for
  /// example `Error: `. It is empty for a tone without such a word.
  var spokenPrefix: String {
    switch self {
    case .danger: "Error: "
    case .warning, .caution: "Warning: "
    case .neutral, .muted, .info, .positive, .first, .second, .third, .fourth, .fifth, .sixth: ""
    }
  }
}
