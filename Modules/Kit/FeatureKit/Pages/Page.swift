/// The content of a feature's page: a tree of blocks that every renderer (for a terminal, HTML,
/// JSON or speech) converts to its own format.
///
/// The blocks say what a text means, such as a warning, and never a color. They also contain words
/// for a screen reader. Texts are complete and unescaped. Each renderer shortens and escapes them
/// itself.
public struct Page: Equatable, Sendable {
  /// The title on screens, in tabs and in speech.
  public var title: String
  /// The text at the far end of the title line, such as `Grade 10 · Class of 2028`.
  public var context: String?
  /// A second line below the title.
  public var subtitle: String?
  /// The blocks of the page, such as paragraphs and lists, from top to bottom.
  public var blocks: [Block]
  /// The problem that prevents the page from showing the requested content, such as a failed load.
  /// A command that only reads exits with the problem's code.
  public var problem: Problem?
  /// The options that the person chose earlier for the page's command, such as a filter, with their
  /// values. They apply although the current command line does not contain them. A browser shows
  /// these values in the controls of the list.
  public var remembered: [String: String] = [:]

  public init(
    title: String, context: String? = nil, subtitle: String? = nil, problem: Problem? = nil,
    @BlockBuilder blocks: () -> [Block]
  ) {
    self.title = title
    self.context = context
    self.subtitle = subtitle
    self.blocks = blocks()
    self.problem = problem
  }
}

/// One block of a page, such as a paragraph, a list or a table.
public indirect enum Block: Equatable, Sendable {
  case banner(Banner)
  case message(Message)
  case paragraph(Paragraph)
  case stats(StatGrid)
  case section(Section)
  case list(RowList)
  case board(Board)
  case month(MonthGrid)
  case table(Table)
  case progress(ProgressBar)
  case chart(Chart)
  case form(Form)
  case facts(Facts)
  case empty(EmptyState)
  case links(Links)
}

/// A link or a button on a page.
///
/// It runs a command line.
public struct CommandLink: Hashable, Sendable {
  public var label: String
  /// The command line that runs.
  public var command: String
  /// The text for a screen reader, if the label alone is unclear.
  ///
  /// Nil uses the label.
  public var spoken: String?
  /// Whether the link can be used. A disabled link, such as the checkbox of a locked task, is still
  /// shown.
  public var isEnabled: Bool
  /// Whether the link is the current choice, such as the active filter. Such a link is highlighted,
  /// and cannot be followed.
  public var isCurrent: Bool
  /// Whether the link is the primary action of the page in a browser, although its command only
  /// opens another page or makes a file. The page shows it before its other links.
  public var leads = false

  public init(
    _ label: String, _ command: String, spoken: String? = nil, isEnabled: Bool = true,
    isCurrent: Bool = false
  ) {
    self.label = label
    self.command = command
    self.spoken = spoken
    self.isEnabled = isEnabled && !isCurrent
    self.isCurrent = isCurrent
  }

  /// Returns a copy of the link that is the primary action of its page in a browser.
  public consuming func leading(_ leads: Bool = true) -> CommandLink {
    self.leads = leads
    return self
  }
}

extension CommandLink {
  /// The name of the link for a screen reader and for voice control, if its label is shown; nil if
  /// the label is the name.
  ///
  /// For voice control, people say the label that they see, so the name contains the label (WCAG
  /// 2.5.3). If the spoken text does not contain the label, the name is the label followed by the
  /// spoken text.
  public var accessibleName: String? {
    guard let spoken else { return nil }
    // In most links, the spoken text begins with the label. This quick test avoids comparing all
    // words for every row of a list.
    if spoken.hasPrefix(label + " ") { return spoken }
    let words = label.spacedWords
    return words.isEmpty || spoken.spacedWords.contains(words) ? spoken : "\(label): \(spoken)"
  }
}

extension String {
  /// The words of the text in lower case, without punctuation and with a space on both sides of
  /// each word, so that a search in this text finds only whole words.
  fileprivate var spacedWords: String {
    let words = lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? "" : " " + words.joined(separator: " ") + " "
  }
}

/// Builds the blocks of a page from Swift code in which one block follows the other without commas,
/// with `if`, `switch` and `for`.
@resultBuilder
public enum BlockBuilder {
  public static func buildExpression(_ node: any PageNode) -> [Block] { [node.block] }
  public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }
  public static func buildBlock(_ parts: [Block]...) -> [Block] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [Block]?) -> [Block] { part ?? [] }
  public static func buildEither(first part: [Block]) -> [Block] { part }
  public static func buildEither(second part: [Block]) -> [Block] { part }
  public static func buildArray(_ parts: [[Block]]) -> [Block] { parts.flatMap { $0 } }
}

/// A type of block, such as a section or a table, that a page can contain.
public protocol PageNode: Sendable {
  var block: Block { get }
}

extension Page {
  /// All links of the page in reading order.
  ///
  /// At the prompt, a typed number opens the link at that position.
  public var links: [CommandLink] {
    blocks.flatMap(\.links)
  }
}

extension Page {
  /// The forms at the top of the page's sections, such as one that adds an entry.
  public var writings: [SectionForm] { blocks.flatMap(\.writings) }
}

extension Block {
  fileprivate var writings: [SectionForm] {
    guard case .section(let section) = self else { return [] }
    return [section.writing].compactMap { $0 } + section.blocks.flatMap(\.writings)
  }
}

extension Page {
  /// Whether a block of the page already shows the page's problem, such as a failed load.
  ///
  /// The problem is then not printed a second time.
  public var saysItsProblem: Bool {
    guard let problem else { return true }
    func says(_ block: Block) -> Bool {
      switch block {
      case .message(let message): message.text == problem.title
      case .empty(let empty): empty.text == problem.title
      case .section(let section): section.blocks.contains(where: says)
      default: false
      }
    }
    return blocks.contains(where: says)
  }
}

extension Block {
  /// The links and buttons of this block (such as a list or a section) that a person can open now,
  /// in reading order.
  public var links: [CommandLink] {
    let offered: [CommandLink] =
      switch self {
      case .banner(let banner): banner.links
      case .message(let message): message.links
      case .stats(let grid): grid.stats.compactMap(\.link)
      case .section(let section): section.links + section.blocks.flatMap(\.links)
      case .board(let board): board.filled.flatMap(\.block.links)
      case .list(let list):
        list.rows.flatMap { row in
          [row.numbered].compactMap { $0 } + row.offered + row.expanded.flatMap(\.links)
        } + [list.more].compactMap { $0 }
      case .empty(let empty): empty.links
      case .links(let links): links.links
      case .chart(let chart): chart.links
      case .form(let form): [form.submit]
      // The grid of a month offers no links, because the lists below it contain the same entries.
      case .paragraph, .table, .progress, .facts, .month: []
      }
    return offered.filter(\.isEnabled)
  }
}
