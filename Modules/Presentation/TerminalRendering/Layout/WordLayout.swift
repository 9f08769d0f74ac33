import FeatureKit

// Lays out the parts of a page that consist mostly of sentences: banners, messages, paragraphs,
// headings, texts of empty lists, and links.
extension Layout {
  mutating func lines(of banner: Banner, width: Int) -> [StyledLine] {
    let icon = banner.icon.map { pen($0 + " ", .words(banner.tone)) } ?? .empty
    let texts = banner.lines.flatMap { pen.lines($0, .words(banner.tone, bold: true)) }
    let first = icon + (texts.first ?? .empty)
    let rest = texts.dropFirst()
    let links = joined(banner.links.map { self.link($0) }, width: width)
    if rest.isEmpty, links.count == 1,
      let line = first.with(atEnd: links[0], width: width, gap: 3)
    {
      return [line]
    }
    let words = [first] + rest.map { $0.indented(by: icon.width) }
    return words.flatMap { $0.wrapped(to: width, hanging: icon.width, pen: pen) }
      + links.flatMap { $0.indented(by: icon.width).wrapped(to: width, hanging: 2, pen: pen) }
  }

  mutating func lines(of message: Message, width: Int) -> [StyledLine] {
    let sign = pen(sign(of: message.tone) + " ", .mark(message.tone))
    let text = pen.lines(message.text, .words(message.tone, bold: true))
    let details = message.details.flatMap { pen.lines($0) }
    let room = min(width, Self.measure)
    var lines = text.enumerated().flatMap { index, line in
      (index == 0 ? sign + line : line.indented(by: sign.width))
        .wrapped(to: room, hanging: sign.width, pen: pen)
    }
    lines += details.flatMap { $0.indented(by: 2).wrapped(to: room, hanging: 4, pen: pen) }
    lines += inline(message.links, width: width - 2).map { $0.indented(by: 2) }
    return lines
  }

  /// Returns the symbol before a message, such as `✓` or `error:`. It says without color whether
  /// the message is a success, a warning or a failure.
  func sign(of tone: Tone) -> String {
    switch (tone, style.marks) {
    case (.positive, .unicode): "✓"
    case (.danger, .unicode): "✗"
    case (.warning, .unicode), (.caution, .unicode): "!"
    case (_, .unicode): "•"
    case (.positive, .ascii): "ok:"
    case (.danger, .ascii): "error:"
    case (.warning, .ascii), (.caution, .ascii): "warning:"
    case (_, .ascii): "note:"
    }
  }

  func lines(of paragraph: Paragraph, width: Int) -> [StyledLine] {
    pen.lines(paragraph.text, .words(paragraph.tone))
      .flatMap { $0.wrapped(to: min(width, Self.measure), pen: pen) }
  }

  mutating func lines(of section: Section, columns: ListColumns, width: Int) -> [StyledLine] {
    var lines = heading(section.title, tone: section.tone, links: section.links, width: width)
    if section.blocks.count == 1, case .list(let list) = section.blocks[0] {
      return lines + self.lines(of: list, columns: columns, width: width)
    }
    lines += sequence(section.blocks, width: width)
    return lines
  }

  /// Returns a heading in capitals, with its links at the right edge or below it.
  mutating func heading(
    _ title: String, tone: Tone = .neutral, links: [CommandLink] = [], width: Int
  ) -> [StyledLine] {
    let title = pen(title.uppercased(), .words(tone, bold: true))
    let links = inline(links, width: width)
    if links.count == 1,
      let line = title.with(atEnd: links[0], width: width, gap: 3)
    {
      return [line]
    }
    return title.wrapped(to: width, pen: pen) + links
  }

  mutating func lines(of empty: EmptyState, width: Int) -> [StyledLine] {
    let room = min(width, Self.measure)
    var lines = pen.lines(empty.text).flatMap { $0.wrapped(to: room, pen: pen) }
    if let detail = empty.detail {
      lines += pen.lines(detail, .muted).flatMap { $0.wrapped(to: room, pen: pen) }
    }
    return lines + inline(empty.links, width: width)
  }

  /// Returns a link as its label and the command to type, such as `Add a coach: coaches add`. The
  /// label is left out if the command contains all words of the label. The result is empty for a
  /// disabled link.
  mutating func link(_ link: CommandLink) -> StyledLine {
    guard link.isEnabled else { return .empty }
    let number = number(of: link)
    if showsLabelsAlone, !link.label.isEmpty {
      return number + pen.start(of: link.label, .words(.info))
    }
    let command = pen(link.command, .words(.info))
    return number + (link.commandSaysLabel ? command : pen(link.label + ": ") + command)
  }

  /// Returns links on as few lines as possible, separated by dots. If the links run one command
  /// with different last words, its beginning is shown once, as in `notifications filter deadlines
  /// · inbound · digest`.
  mutating func inline(_ links: [CommandLink], width: Int) -> [StyledLine] {
    let offered = links.filter(\.isEnabled)
    guard !showsLabelsAlone, let beginning = offered.sharedBeginning, let first = offered.first
    else {
      return joined(offered.map { self.link($0) }, width: width)
    }
    // The first link gets its number before the others, because links are numbered from left to
    // right.
    let whole = self.link(first)
    let others = offered.dropFirst().map { link in
      number(of: link) + pen(String(link.command.dropFirst(beginning.count)), .words(.info))
    }
    return joined([whole] + others, width: width)
  }

  /// Whether links show only their number and their label. A narrow screen has no space for the
  /// command, and a person can type the number.
  private var showsLabelsAlone: Bool { style.numbersLinks && style.width < Self.narrow }

  func joined(_ parts: [StyledLine], width: Int) -> [StyledLine] {
    let dot = pen(" \(pen.dot) ", .muted)
    var lines: [StyledLine] = []
    for part in parts where !part.isEmpty {
      if let last = lines.last, last.width + dot.width + part.width <= width {
        lines[lines.count - 1] = last + dot + part
      } else {
        lines += part.wrapped(to: width, hanging: 2, pen: pen)
      }
    }
    return lines
  }
}

extension [CommandLink] {
  /// The beginning that the commands of all links share, such as `notifications filter `. It is nil
  /// unless there are at least three links that differ only in the last word.
  fileprivate var sharedBeginning: String? {
    guard count > 2, allSatisfy(\.commandSaysLabel), let space = self[0].command.lastIndex(of: " ")
    else { return nil }
    let beginning = String(self[0].command[...space])
    return allSatisfy { link in
      link.command.hasPrefix(beginning) && !link.command.dropFirst(beginning.count).contains(" ")
    } ? beginning : nil
  }
}

extension CommandLink {
  /// Whether every word of the label is also a word of the command. For example, the label `Filter`
  /// adds nothing to `tasks filter`.
  fileprivate var commandSaysLabel: Bool {
    guard label.utf8.count < 80, command.utf8.count < 200 else { return false }
    let said = Set(command.lowercased().split { !$0.isLetter && !$0.isNumber })
    return label.lowercased().split { !$0.isLetter && !$0.isNumber }.allSatisfy(said.contains)
  }
}
