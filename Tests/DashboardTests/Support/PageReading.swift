import Dashboard
import FeatureKit

/// How tests read a page: what is on it, wherever it stands.
extension Page {
  /// Every block, those inside sections too.
  var everything: [Block] { blocks.flatMap(\.withInner) }

  private func all<Node>(_ pick: (Block) -> Node?) -> [Node] { everything.compactMap(pick) }

  private var lists: [RowList] { all { if case .list(let list) = $0 { list } else { nil } } }
  var rows: [Row] { lists.flatMap(\.rows) }
  var more: CommandLink? { lists.lazy.compactMap(\.more).first }
  var sections: [Section] {
    all { if case .section(let section) = $0 { section } else { nil } }
  }
  var charts: [Chart] { all { if case .chart(let chart) = $0 { chart } else { nil } } }
  var tables: [Table] { all { if case .table(let table) = $0 { table } else { nil } } }
  var cards: [Stat] {
    all { if case .stats(let grid) = $0 { grid } else { nil } }.flatMap(\.stats)
  }
  var facts: [Fact] {
    all { if case .facts(let facts) = $0 { facts } else { nil } }.flatMap(\.facts)
  }
  var messages: [Message] {
    all { if case .message(let message) = $0 { message } else { nil } }
  }
  var paragraphs: [String] {
    all { if case .paragraph(let paragraph) = $0 { paragraph.text } else { nil } }
  }
  var banner: Banner? {
    all { if case .banner(let banner) = $0 { banner } else { nil } }.first
  }
  var empty: EmptyState? {
    all { if case .empty(let empty) = $0 { empty } else { nil } }.first
  }

  func section(_ title: String) -> Page? {
    sections.first { $0.title == title }.map { section in
      Page(title: section.title) { section.blocks }
    }
  }

  /// Handles of the history, in order.
  var handles: [String] { rows.compactMap(\.handle) }
}

extension Block {
  fileprivate var withInner: [Block] {
    if case .section(let section) = self {
      [self] + section.blocks.flatMap(\.withInner)
    } else {
      [self]
    }
  }
}

extension Chart {
  /// The values of its first line.
  var values: [Double] {
    if case .line(let series, _) = form { series.first?.points.map(\.value) ?? [] } else { [] }
  }
}

extension [Outcome<DashboardFeature.Action>] {
  var problems: [Problem] {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }
  var done: [Done] {
    compactMap { if case .done(let done) = $0 { done } else { nil } }
  }
  var artifacts: [Artifact] {
    compactMap { if case .artifact(let artifact) = $0 { artifact } else { nil } }
  }
  var questions: [Question<DashboardFeature.Action>] {
    compactMap { if case .question(let question) = $0 { question } else { nil } }
  }
}

extension Page {
  func card(_ title: String) -> Stat? { cards.first { $0.title == title } }

  func row(_ handle: String) -> Row? { rows.first { $0.handle == handle } }

  var sectionTitles: [String] { sections.map(\.title) }
}
