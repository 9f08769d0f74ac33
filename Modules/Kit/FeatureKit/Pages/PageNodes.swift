/// A strip that says in what capacity the page is seen: a parent's read-only view.
public struct Banner: Equatable, PageNode {
  /// A pictogram in front, kept out of what is spoken.
  public var icon: String?
  public var lines: [String]
  public var tone: Tone
  public var links: [CommandLink]
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
  public var text: String
  public var details: [String]
  public var tone: Tone
  public var links: [CommandLink]
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
  public var text: String
  public var tone: Tone

  public init(_ text: String, tone: Tone = .neutral) {
    self.text = text
    self.tone = tone
  }

  public var block: Block { .paragraph(self) }
}

/// A named group of blocks.
public struct Section: Equatable, PageNode {
  public var title: String
  public var tone: Tone
  public var links: [CommandLink]
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
  public var stats: [Stat]

  public init(_ stats: [Stat]) {
    self.stats = stats
  }

  public var block: Block { .stats(self) }
}

public struct Stat: Equatable, Sendable {
  public var title: String
  public var value: String
  public var note: String?
  public var tone: Tone
  public var link: CommandLink?
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
  public var text: String
  public var done: Int
  public var total: Int
  public var percent: Int
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
  public var facts: [Fact]

  public init(_ facts: [Fact]) {
    self.facts = facts
  }

  public var block: Block { .facts(self) }
}

public struct Fact: Equatable, Sendable {
  public var label: String
  public var value: String
  public var tone: Tone

  public init(_ label: String, _ value: String, tone: Tone = .neutral) {
    self.label = label
    self.value = value
    self.tone = tone
  }
}

/// Nothing to show, said kindly, with what to do about it.
public struct EmptyState: Equatable, PageNode {
  public var text: String
  public var detail: String?
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
  public var links: [CommandLink]

  public init(_ links: [CommandLink]) {
    self.links = links
  }

  public var block: Block { .links(self) }
}
