import FeatureKit

/// How tests read a page: what is on it, wherever it stands.
extension Page {
  var rows: [Row] { blocks.flatMap(\.rows) }
  var sections: [Section] {
    blocks.compactMap { if case .section(let section) = $0 { section } else { nil } }
  }
  var facts: [String: String] {
    let facts = blocks.flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
    return Dictionary(facts.map { ($0.label, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
  var banner: Banner? {
    blocks.lazy.compactMap { if case .banner(let banner) = $0 { banner } else { nil } }.first
  }
  var empty: EmptyState? {
    blocks.lazy.compactMap { if case .empty(let empty) = $0 { empty } else { nil } }.first
  }
  var more: CommandLink? {
    blocks.lazy.compactMap { if case .list(let list) = $0 { list.more } else { nil } }.first
  }
  var paragraphs: [String] {
    blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph.text } else { nil } }
  }
  var commands: [String] { links.map(\.command) }

  func section(_ title: String) -> Section? { sections.first { $0.title == title } }
}

extension Section {
  var rows: [Row] { blocks.flatMap(\.rows) }
  var text: String {
    blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph.text } else { nil } }
      .joined()
  }
}

extension Block {
  var rows: [Row] {
    switch self {
    case .list(let list): list.rows
    case .section(let section): section.rows
    default: []
    }
  }
}
