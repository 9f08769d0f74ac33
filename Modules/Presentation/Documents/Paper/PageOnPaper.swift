public import CivilTime
public import FeatureKit

extension PDFDocument {
  /// Creates a document from a page of the program, with all of its content except links, forms and
  /// calendar months.
  public init(_ page: Page, madeAt: Instant, footer: String) {
    let lines = [page.subtitle, page.context].compactMap(\.self)
    var blocks: [PaperBlock] = [.title(page.title, lines: lines)]
    if let problem = page.problem, !page.saysItsProblem {
      blocks.append(.words(problem.title, tone: .danger))
    }
    self.init(
      title: page.title, madeAt: madeAt, footer: footer,
      blocks: blocks + page.blocks.flatMap { $0.onPaper(level: 1) })
  }
}

extension Block {
  fileprivate func onPaper(level: Int) -> [PaperBlock] {
    switch self {
    case .banner(let banner): banner.lines.map { .words($0, tone: banner.tone) }
    case .message(let message):
      [.words(message.text, tone: message.tone)] + message.details.map { .words($0) }
    case .paragraph(let paragraph): [.words(paragraph.text, tone: paragraph.tone)]
    case .stats(let grid): [.cards(grid.stats)]
    case .section(let section):
      [.heading(section.title, level: level)]
        + section.blocks.flatMap { $0.onPaper(level: level + 1) }
    case .list(let list):
      [.facts(list.rows.map(\.onPaper))]
        + list.rows.flatMap { $0.expanded.flatMap { $0.onPaper(level: level + 1) } }
        + (list.more.map { [.words($0.label, tone: .muted)] } ?? [])
    case .board: inSequence.flatMap { $0.onPaper(level: level) }
    case .table(let table): [.table(PaperTable(table))]
    case .progress(let progress): [.words(progress.text)]
    case .chart(let chart): [.chart(chart)]
    case .facts(let facts): [.facts(facts.facts)]
    case .empty(let empty):
      [.words(empty.text)] + (empty.detail.map { [.words($0, tone: .muted)] } ?? [])
    case .form, .links, .month: []
    }
  }
}

extension Row {
  /// The row of a list as a label and a value: the record's name, with the rest of the row beside
  /// it.
  fileprivate var onPaper: Fact {
    let extras = badges.map(\.text) + [trailing?.text, detail].compactMap(\.self)
    return Fact(title, extras.joined(separator: " · "), tone: tone)
  }
}
