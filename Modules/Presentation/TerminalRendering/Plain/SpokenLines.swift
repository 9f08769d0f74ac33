import Charts
import FeatureKit

/// Collects the lines that a screen reader speaks for a page, with one fact on each line.
struct SpokenLines {
  private(set) var lines: [String] = []
  private let numbersLinks: Bool
  private var nextNumber = 1

  init(numbersLinks: Bool = false) {
    self.numbersLinks = numbersLinks
  }

  /// Adds the lines of a text, each with a full stop at its end, so that a screen reader pauses.
  mutating func say(_ text: String) {
    for line in VisibleText.lines(text) {
      let words = line.text.trimmed
      if !words.isEmpty { lines.append(words.asSentence) }
    }
  }

  mutating func say(_ page: Page) {
    let context = page.context.map { " " + $0.withSpokenDots.asSentence } ?? ""
    say(page.title.asSentence + context)
    if let subtitle = page.subtitle { say(subtitle) }
    say(apart: page.blocks.flatMap(\.inSequence))
    if let problem = page.problem, !page.saysItsProblem { say(problem) }
  }

  /// Adds blocks (parts of a page, such as lists), with empty lines around each block that has a
  /// heading. A screen reader can jump from one empty line to the next.
  private mutating func say(apart blocks: [Block]) {
    var wasPart = false
    for block in blocks {
      if wasPart || block.isPart { breakOff() }
      say(block)
      wasPart = block.isPart
    }
  }

  private mutating func breakOff() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  mutating func say(_ problem: Problem) {
    // The cause `interrupted` means that the person stopped the command or canceled its questions.
    // That is no error, so the word for an error is left out.
    say((problem.cause == .interrupted ? "" : Tone.danger.spokenPrefix) + problem.title)
    problem.details.forEach { say($0) }
    if let fix = problem.fix { say(fix) }
  }

  mutating func say(_ block: Block) {
    switch block {
    case .banner(let banner):
      say(banner.spoken)
      say(banner.links)
    case .message(let message): say(message)
    case .paragraph(let paragraph): say(paragraph.text.withSpokenDots)
    case .stats(let grid):
      for stat in grid.stats {
        say(stat.spoken)
        if var link = stat.link {
          link.label = "Open"
          say([link])
        }
      }
    case .section(let section):
      say(heading: section.title)
      say(section.links)
      say(apart: section.blocks)
    case .list(let list):
      list.rows.forEach { say($0) }
      say([list.more].compactMap { $0 })
    case .board: say(apart: block.inSequence)
    case .month: break
    case .table(let table): say(table)
    case .progress(let bar): say(bar.spoken)
    case .chart(let chart): say(chart)
    case .form(let form): say(form)
    case .facts(let facts): facts.facts.forEach { say("\($0.label): \($0.value)") }
    case .empty(let empty):
      say(empty.text)
      if let detail = empty.detail { say(detail) }
      say(empty.links)
    case .links(let links): say(links.links)
    }
  }

  private mutating func say(_ message: Message) {
    let isUsual = message.spoken == ([message.text] + message.details).joined(separator: " ")
    say(message.tone.spokenPrefix + (isUsual ? message.text : message.spoken))
    if isUsual { message.details.forEach { say($0) } }
    say(message.links)
  }

  private mutating func say(_ row: Row) {
    let number = row.numbered.flatMap { self.number(of: $0) }
    say(row.announcement + (number.map { " \($0.capitalizedFirst)." } ?? ""))
    if let detail = row.detail, !row.isDetailSpoken { say(detail.withSpokenDots) }
    say(row.offered)
    row.expanded.forEach { say($0) }
  }

  private mutating func say(_ shown: Table) {
    let table = shown.byRow
    if let caption = table.caption { say(heading: caption) }
    for row in table.rows {
      say(
        zip(table.columns, row).filter { !$1.isEmpty }
          .map { "\($0.title): \($1)" }.joined(separator: ", "))
    }
  }

  private mutating func say(_ chart: Chart) {
    say(heading: chart.spoken)
    say(chart.sentence)
    if case .bars(let bars) = chart.form {
      bars.forEach { say("\($0.label): \(Figure.text($0.value))") }
    }
    say(chart.links)
  }

  private mutating func say(_ form: Form) {
    say(heading: form.title)
    for field in form.fields {
      let value = field.value.isEmpty ? "empty" : field.value
      say("\(field.spoken ?? field.label): \(value). Option --\(field.name)")
      if case .choice(let choices) = field.kind {
        say("One of " + choices.map { "\($0.value), \($0.label)" }.joined(separator: "; "))
      }
      if let problem = field.problem { say(Tone.danger.spokenPrefix + problem) }
    }
    say([form.submit])
  }

  /// Adds links. A command is written without a period after it, because a person could think that
  /// the period has to be typed.
  private mutating func say(_ links: [CommandLink]) {
    for link in links where link.isEnabled {
      let words = (link.spoken ?? link.label).spokenLabel
      // The prompt opens the link by its number. The number is at the end, because a listener first
      // needs to know what the link does.
      let number = number(of: link).map { " (\($0))" } ?? ""
      lines.append(VisibleText(words + ": " + link.command + number).text)
    }
  }

  private mutating func say(heading: String) {
    guard !heading.isEmpty else { return }
    lines.append(VisibleText(heading + ":").text)
  }

  private mutating func number(of link: CommandLink) -> String? {
    guard link.isEnabled else { return nil }
    defer { nextNumber += 1 }
    return numbersLinks ? "link \(nextNumber)" : nil
  }
}

extension Block {
  /// Whether the block (a part of a page) has a heading of its own, as a section or a chart has.
  /// Empty lines separate such a block from others.
  fileprivate var isPart: Bool {
    switch self {
    case .section, .board, .chart, .form: true
    case .banner, .message, .paragraph, .stats, .list, .table, .progress, .facts, .empty, .links,
      .month:
      false
    }
  }
}

extension String {
  /// The text with commas for its middle dots. A screen reader would read "middle dot" in `Grade 10
  /// · Class of 2028`.
  fileprivate var withSpokenDots: String {
    split(separator: " · ", omittingEmptySubsequences: false).joined(separator: ", ")
  }

  /// The label without an ellipsis at the start, as in "… 15 more".
  fileprivate var spokenLabel: String {
    hasPrefix("…") ? String(dropFirst()).trimmed : self
  }
}
