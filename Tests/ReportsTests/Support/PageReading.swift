import FeatureKit
import Reports

/// How tests read a page: what is on it, wherever it stands.
extension Page {
  /// Every block, those inside sections too.
  var everything: [Block] { blocks.flatMap(\.withInner) }

  private func all<Node>(_ pick: (Block) -> Node?) -> [Node] { everything.compactMap(pick) }

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

  var forms: [Form] { all { if case .form(let form) = $0 { form } else { nil } } }
  /// The links of every kind, those that cannot be followed now too.
  var everyLink: [CommandLink] {
    all { block -> [CommandLink]? in
      switch block {
      case .links(let links): links.links
      case .section(let section): section.links
      case .form(let form): [form.submit]
      default: nil
      }
    }.flatMap { $0 }
  }

  func link(_ label: String) -> CommandLink? { everyLink.first { $0.label == label } }

  /// The rows of the table in a section.
  func rows(of section: String) -> [[String]]? { self.section(section)?.tables.first?.rows }
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

extension [Outcome<ReportsFeature.Action>] {
  var problems: [Problem] {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }
  var notices: [String] {
    compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }
  var artifacts: [Artifact] {
    compactMap { if case .artifact(let artifact) = $0 { artifact } else { nil } }
  }
  var dones: [Done] {
    compactMap { if case .done(let done) = $0 { done } else { nil } }
  }
  var progresses: [Progress] {
    compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
  }
  var questions: [Question<ReportsFeature.Action>] {
    compactMap { if case .question(let question) = $0 { question } else { nil } }
  }
}
