/// A strip at the top of a page that says in which role the viewer sees the page, such as a
/// read-only viewer.
public struct Banner: Equatable, PageNode {
  /// An icon in front of the text. The spoken text does not contain it.
  public var icon: String?
  /// The lines of text. The first line is the most important.
  public var lines: [String]
  /// The tone of the banner.
  public var tone: Tone
  /// The commands that the banner offers.
  public var links: [CommandLink]
  /// The whole text in words, without the icon.
  public var spoken: String

  public init(
    icon: String? = nil, _ lines: [String], tone: Tone = .info, links: [CommandLink] = [],
    spoken: String? = nil
  ) {
    self.icon = icon
    self.lines = lines
    self.tone = tone
    self.links = links
    self.spoken = spoken ?? lines.joined(separator: " ")
  }

  public var block: Block { .banner(self) }
}

/// A message of the page: a success, a warning, or a failure with a suggested fix.
public struct Message: Equatable, PageNode {
  /// The event in one sentence.
  public var text: String
  /// Further facts, one line each.
  public var details: [String]
  /// The tone of the message.
  public var tone: Tone
  /// The commands that help with the problem.
  public var links: [CommandLink]
  /// The whole message in words.
  public var spoken: String

  public init(
    _ text: String, details: [String] = [], tone: Tone = .info, links: [CommandLink] = [],
    spoken: String? = nil
  ) {
    self.text = text
    self.details = details
    self.tone = tone
    self.links = links
    self.spoken = spoken ?? ([text] + details).joined(separator: " ")
  }

  /// Creates a message from the result of a command.
  public init(_ done: Done) {
    self.init(done.sentence, details: done.details, tone: .positive, links: done.links)
  }

  /// Creates the message of a failed load. It contains the problem's text and a link to try again.
  public init(_ problem: Problem) {
    self.init(
      problem.title, details: problem.details + [problem.fix].compactMap { $0 }, tone: .danger,
      links: [CommandLink("Try again", "refresh", spoken: "Retry")])
  }

  public var block: Block { .message(self) }
}

/// Running text.
public struct Paragraph: Equatable, PageNode {
  /// The sentences. Renderers break them into lines.
  public var text: String
  /// The tone of the text.
  public var tone: Tone

  public init(_ text: String, tone: Tone = .neutral) {
    self.text = text
    self.tone = tone
  }

  public var block: Block { .paragraph(self) }
}

/// A group of blocks with a title.
public struct Section: Equatable, PageNode {
  /// The common title of the blocks.
  public var title: String
  /// The tone of the section.
  public var tone: Tone
  /// Commands for the whole section.
  public var links: [CommandLink]
  /// A form for writing at the top of the section, in hosts whose pages have forms. In other hosts,
  /// a link of the page leads to the form's command.
  public var writing: Form?
  /// The blocks below the title, from top to bottom.
  public var blocks: [Block]

  public init(
    _ title: String, tone: Tone = .neutral, links: [CommandLink] = [], writing: Form? = nil,
    @BlockBuilder blocks: () -> [Block]
  ) {
    self.title = title
    self.tone = tone
    self.links = links
    self.writing = writing
    self.blocks = blocks()
  }

  public var block: Block { .section(self) }
}

/// Cards with one figure each.
public struct StatGrid: Equatable, PageNode {
  /// The figures, in reading order.
  public var stats: [Stat]

  public init(_ stats: [Stat]) {
    self.stats = stats
  }

  public var block: Block { .stats(self) }
}

/// One figure with its name.
public struct Stat: Equatable, Sendable {
  /// The name of the figure.
  public var title: String
  /// The figure as text. `--` means that it is unknown, because 0 would be wrong.
  public var value: String
  /// A note about the figure.
  public var note: String?
  /// The tone of the figure.
  public var tone: Tone
  /// The link of the figure.
  public var link: CommandLink?
  /// The name, the figure and the note in words.
  public var spoken: String

  public init(
    _ title: String, _ value: String, note: String? = nil, tone: Tone = .neutral,
    link: CommandLink? = nil, spoken: String? = nil
  ) {
    self.title = title
    self.value = value
    self.note = note
    self.tone = tone
    self.link = link
    self.spoken = spoken ?? "\(title): \(value)" + (note.map { ", \($0)" } ?? "")
  }
}

/// The progress of a task with several items.
public struct ProgressBar: Equatable, PageNode {
  /// The progress in words, with its numbers.
  public var text: String
  /// The number of items that are done.
  public var done: Int
  /// The total number of items.
  public var total: Int
  /// The percentage. It is a separate value because items can count differently.
  public var percent: Int
  /// The whole text for a screen reader.
  public var spoken: String

  public init(_ text: String, done: Int, of total: Int, percent: Int, spoken: String? = nil) {
    self.text = text
    self.done = done
    self.total = total
    self.percent = percent
    self.spoken = spoken ?? text
  }

  public var block: Block { .progress(self) }
}

/// Labels with their values.
public struct Facts: Equatable, PageNode {
  /// The facts, in reading order.
  public var facts: [Fact]

  public init(_ facts: [Fact]) {
    self.facts = facts
  }

  public var block: Block { .facts(self) }
}

/// A labeled value on a page, such as "Phone: 555-0100".
public struct Fact: Equatable, Sendable {
  /// The name of the fact.
  public var label: String
  /// The value of the fact.
  public var value: String
  /// The tone of the fact.
  public var tone: Tone
  /// Commands that each set the value to one possible value, including the current one. Empty if a
  /// change needs a form. A host without buttons leaves them out, because the page's links offer
  /// the change too.
  public var changes: [CommandLink]

  public init(
    _ label: String, _ value: String, tone: Tone = .neutral, changes: [CommandLink] = []
  ) {
    self.label = label
    self.value = value
    self.tone = tone
    self.changes = changes
  }
}

/// A text in place of missing content, with commands that help.
public struct EmptyState: Equatable, PageNode {
  /// One sentence that says what is missing.
  public var text: String
  /// The reason why the content is missing, or a description of the content that will appear.
  public var detail: String?
  /// Commands that add content.
  public var links: [CommandLink]

  public init(_ text: String, detail: String? = nil, links: [CommandLink] = []) {
    self.text = text
    self.detail = detail
    self.links = links
  }

  public var block: Block { .empty(self) }
}

/// Links to other pages.
public struct Links: Equatable, PageNode {
  /// The commands, the most likely first.
  public var links: [CommandLink]

  public init(_ links: [CommandLink]) {
    self.links = links
  }

  public var block: Block { .links(self) }
}
