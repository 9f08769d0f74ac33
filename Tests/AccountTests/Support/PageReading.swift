import FeatureKit

/// How tests read a page: what is on it, wherever it stands.
extension Page {
  var rows: [Row] { blocks.flatMap(\.rows) }
  var facts: [Fact] { blocks.flatMap(\.facts) }
  var sections: [Section] {
    blocks.compactMap { if case .section(let section) = $0 { section } else { nil } }
  }
  var messages: [Message] {
    blocks.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }
  var paragraphs: [String] {
    blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph.text } else { nil } }
  }
  var banner: Banner? {
    blocks.lazy.compactMap { if case .banner(let banner) = $0 { banner } else { nil } }.first
  }
  var empty: EmptyState? {
    blocks.lazy.compactMap { if case .empty(let empty) = $0 { empty } else { nil } }.first
  }

  /// Every command the page offers.
  var commands: [String] { links.map(\.command) }

  func fact(_ label: String) -> String? { facts.first { $0.label == label }?.value }
  func row(_ title: String) -> Row? { rows.first { $0.title == title } }
  func section(_ title: String) -> Section? { sections.first { $0.title == title } }
}

extension Section {
  var facts: [Fact] { blocks.flatMap(\.facts) }
  var rows: [Row] { blocks.flatMap(\.rows) }
}

extension Block {
  var rows: [Row] {
    switch self {
    case .list(let list): list.rows
    case .section(let section): section.blocks.flatMap(\.rows)
    default: []
    }
  }

  var facts: [Fact] {
    switch self {
    case .facts(let facts): facts.facts
    case .section(let section): section.blocks.flatMap(\.facts)
    default: []
    }
  }
}
