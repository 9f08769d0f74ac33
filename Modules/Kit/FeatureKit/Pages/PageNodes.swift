/// A strip at the top of a page that says in which role the viewer sees the page. For example, it
/// tells a viewer that they may read the data but not change it.
public struct Banner: Equatable, PageNode {
  /// An icon in front of the text. The spoken text does not contain it.
  public var icon: String?
  /// The lines of text. The first line is the most important.
  public var lines: [String]
  public var tone: Tone
  public var links: [CommandLink]
  /// The text for a screen reader: all lines, without the icon.
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
  /// One sentence that says what succeeded, what needs attention, or what failed.
  public var text: String
  /// Further facts, one line each.
  public var details: [String]
  public var tone: Tone
  /// The commands that follow from the message, such as one that tries again.
  public var links: [CommandLink]
  /// The text for a screen reader: the sentence with its details.
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

  /// Creates the message of a failed load, with the problem's text and a link to try again.
  public init(_ problem: Problem) {
    self.init(
      problem.title, details: problem.details + [problem.fix].compactMap { $0 }, tone: .danger,
      links: [CommandLink("Try again", "refresh")])
  }

  public var block: Block { .message(self) }
}

/// A text of one or more sentences on a page.
public struct Paragraph: Equatable, PageNode {
  /// The sentences. Renderers break them into lines.
  public var text: String
  public var tone: Tone

  public init(_ text: String, tone: Tone = .neutral) {
    self.text = text
    self.tone = tone
  }

  public var block: Block { .paragraph(self) }
}

/// A group of blocks (such as paragraphs and lists) with a title.
public struct Section: Equatable, PageNode {
  public var title: String
  public var tone: Tone
  /// Commands that concern the whole section, such as adding an entry.
  public var links: [CommandLink]
  /// A form at the top of the section, such as one that adds an entry.
  ///
  /// A terminal leaves the form out. The page also has a link that runs the form's command, for a
  /// terminal.
  public var writing: SectionForm?
  public var blocks: [Block]

  public init(
    _ title: String, tone: Tone = .neutral, links: [CommandLink] = [],
    writing: SectionForm? = nil,
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

/// A form at the top of a section. A browser makes its fields from the declaration of the command.
public struct SectionForm: Equatable, Sendable {
  public var title: String
  /// The command that runs when the form is sent.
  public var command: String
  /// The label of the button that sends the form.
  public var button: String
  /// The names of the fields that are visible at first, in order. The other fields are collapsed.
  /// Empty if all fields are visible.
  public var visible: [String]
  /// The choices that the form offers for some fields, by the name of the field, in place of all
  /// choices of the field. The first choice is selected at first. A field with a single choice is
  /// sent and not shown.
  public var narrowed: [String: [Form.Field.Choice]]
  /// The words that the first field shows while it is empty. Nil if it shows none.
  public var placeholder: String?

  public init(
    _ title: String, _ command: String, button: String, visible: [String] = [],
    narrowed: [String: [Form.Field.Choice]] = [:], placeholder: String? = nil
  ) {
    self.title = title
    self.command = command
    self.button = button
    self.visible = visible
    self.narrowed = narrowed
    self.placeholder = placeholder
  }
}

/// A group of cards that show one number each.
public struct StatGrid: Equatable, PageNode {
  /// The cards, in reading order.
  public var stats: [Stat]

  public init(_ stats: [Stat]) {
    self.stats = stats
  }

  public var block: Block { .stats(self) }
}

/// A card with one number and its name, such as `Tasks 31`.
public struct Stat: Equatable, Sendable {
  public var title: String
  /// The number as text.
  ///
  /// `--` means that the number is not known, for example because it could not be loaded. A 0 would
  /// be a false number in such a case.
  public var value: String
  /// A short text below the number.
  ///
  /// Nil if there is none.
  public var note: String?
  public var tone: Tone
  /// The command that the card opens, such as one that lists the counted records.
  public var link: CommandLink?
  /// The picture on the card, which shows what the card counts. If the card has a picture, a
  /// browser colors the whole card in the picture's tone.
  public var symbol: Symbol?
  /// The text for a screen reader: the name, the number and the note.
  public var spoken: String

  /// The pictures that a card can show.
  public enum Symbol: String, Sendable { case people, places, messages, gift, check, star }

  public init(
    _ title: String, _ value: String, note: String? = nil, tone: Tone = .neutral,
    link: CommandLink? = nil, symbol: Symbol? = nil, spoken: String? = nil
  ) {
    self.title = title
    self.value = value
    self.note = note
    self.tone = tone
    self.link = link
    self.symbol = symbol
    self.spoken = spoken ?? "\(title): \(value)" + (note.map { ", \($0)" } ?? "")
  }
}

/// A bar that shows how many of several items are done.
public struct ProgressBar: Equatable, PageNode {
  /// The progress in words, such as `12 of 31 tasks complete`.
  public var text: String
  /// The number of items that are done.
  public var done: Int
  /// The total number of items.
  public var total: Int
  /// The filled part of the bar in percent. It may differ from `done` divided by `total`, because
  /// items can have different weights.
  public var percent: Int
  /// The text for a screen reader, which says the progress in words.
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

/// A list of labels, each with its value, such as "Phone: 555-0100".
public struct Facts: Equatable, PageNode {
  public var facts: [Fact]

  public init(_ facts: [Fact]) {
    self.facts = facts
  }

  public var block: Block { .facts(self) }
}

/// A labeled value on a page, such as "Phone: 555-0100".
public struct Fact: Equatable, Sendable {
  public var label: String
  public var value: String
  public var tone: Tone
  /// Commands that set this value, one for each possible value including the current one.
  ///
  /// A browser shows them as a menu of values. A terminal leaves them out, because the page also
  /// has a link for the change. Empty if the value is changed in a form.
  public var changes: [CommandLink]
  /// Whether people copy the value to send it to other people. A browser shows a button that copies
  /// it.
  public var isToCopy: Bool

  public init(
    _ label: String, _ value: String, tone: Tone = .neutral, changes: [CommandLink] = [],
    isToCopy: Bool = false
  ) {
    self.label = label
    self.value = value
    self.tone = tone
    self.changes = changes
    self.isToCopy = isToCopy
  }
}

/// The text that a page shows in place of missing content, such as an empty list.
public struct EmptyState: Equatable, PageNode {
  /// One sentence that says what is missing.
  public var text: String
  /// The reason why the content is missing, or a description of the content that will appear.
  public var detail: String?
  /// Commands that add the missing content.
  public var links: [CommandLink]

  public init(_ text: String, detail: String? = nil, links: [CommandLink] = []) {
    self.text = text
    self.detail = detail
    self.links = links
  }

  public var block: Block { .empty(self) }
}

/// A block of links, such as to other pages.
public struct Links: Equatable, PageNode {
  public var links: [CommandLink]

  public init(_ links: [CommandLink]) {
    self.links = links
  }

  public var block: Block { .links(self) }
}
