/// A strip that says in what capacity the page is seen: by a read-only viewer, for example.
public struct Banner: Equatable, PageNode {
  /// A pictogram in front, kept out of what is spoken.
  public var icon: String?
  /// A line each; the first says the most important thing.
  public var lines: [String]
  /// How it stands.
  public var tone: Tone
  /// What can be done from here.
  public var links: [CommandLink]
  /// All of it in words, without the pictogram.
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

/// Something the page has to say now: a success, a failure with what to do, a warning.
public struct Message: Equatable, PageNode {
  /// What happened, as one sentence.
  public var text: String
  /// What belongs to it, a line each.
  public var details: [String]
  /// How it stands.
  public var tone: Tone
  /// What can be done about it.
  public var links: [CommandLink]
  /// All of it in words.
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

  /// What a command did, on a page.
  public init(_ done: Done) {
    self.init(done.sentence, details: done.details, tone: .positive, links: done.links)
  }

  /// A failed load as every page shows it: the words, and the way to try again.
  public init(_ problem: Problem) {
    self.init(
      problem.title, details: problem.details + [problem.fix].compactMap { $0 }, tone: .danger,
      links: [CommandLink("Try again", "refresh", spoken: "Retry")])
  }

  public var block: Block { .message(self) }
}

/// Running text.
public struct Paragraph: Equatable, PageNode {
  /// The sentence or sentences; renderers break the lines.
  public var text: String
  /// How it stands.
  public var tone: Tone

  public init(_ text: String, tone: Tone = .neutral) {
    self.text = text
    self.tone = tone
  }

  public var block: Block { .paragraph(self) }
}

/// A named group of blocks.
public struct Section: Equatable, PageNode {
  /// What the blocks have in common.
  public var title: String
  /// How it stands.
  public var tone: Tone
  /// What can be done with all of it.
  public var links: [CommandLink]
  /// What stands under the title, from top to bottom.
  public var blocks: [Block]

  public init(
    _ title: String, tone: Tone = .neutral, links: [CommandLink] = [],
    @BlockBuilder blocks: () -> [Block]
  ) {
    self.title = title
    self.tone = tone
    self.links = links
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
  /// What is counted.
  public var title: String
  /// The figure as text; `--` where it could not be had, because 0 would not be true.
  public var value: String
  /// What belongs to the figure.
  public var note: String?
  /// How it stands.
  public var tone: Tone
  /// Where choosing it leads.
  public var link: CommandLink?
  /// Name, figure and note in words.
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

/// How much of a whole is done.
public struct ProgressBar: Equatable, PageNode {
  /// What is under way, with its figures.
  public var text: String
  /// How many are done.
  public var done: Int
  /// How many there are.
  public var total: Int
  /// How far that is: given, because not everything that counts is counted alike.
  public var percent: Int
  /// All of it in words.
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

/// One thing that is known, with its name.
public struct Fact: Equatable, Sendable {
  /// What it is.
  public var label: String
  /// What is known of it.
  public var value: String
  /// How it stands.
  public var tone: Tone
  /// What it can be made with one press, the current one among them; none where it takes a form. A host without buttons
  /// leaves them to the page's links.
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

/// Nothing to show, said kindly, with what to do about it.
public struct EmptyState: Equatable, PageNode {
  /// What is not there, as one sentence.
  public var text: String
  /// Why that is, or what would be there.
  public var detail: String?
  /// How to get something there.
  public var links: [CommandLink]

  public init(_ text: String, detail: String? = nil, links: [CommandLink] = []) {
    self.text = text
    self.detail = detail
    self.links = links
  }

  public var block: Block { .empty(self) }
}

/// Where one can go from here.
public struct Links: Equatable, PageNode {
  /// The commands, the likeliest first.
  public var links: [CommandLink]

  public init(_ links: [CommandLink]) {
    self.links = links
  }

  public var block: Block { .links(self) }
}
