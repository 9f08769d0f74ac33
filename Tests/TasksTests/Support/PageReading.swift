import FeatureKit
import Tasks

/// How tests read a page: what is on it, wherever it stands.
extension Page {
  var rows: [Row] { blocks.flatMap(\.rows) }
  var sections: [Section] { blocks.flatMap(\.sections) }
  var messages: [Message] {
    blocks.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }
  var paragraphs: [String] {
    blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph.text } else { nil } }
  }
  var progress: ProgressBar? {
    blocks.lazy.compactMap { if case .progress(let bar) = $0 { bar } else { nil } }.first
  }
  var banner: Banner? {
    blocks.lazy.compactMap { if case .banner(let banner) = $0 { banner } else { nil } }.first
  }
  var empty: EmptyState? {
    blocks.lazy.compactMap { if case .empty(let empty) = $0 { empty } else { nil } }.first
  }

  /// The first row with this handle.
  func row(_ handle: String) -> Row? { rows.first { $0.handle == handle } }
}

extension Row {
  var sections: [Section] { expanded.flatMap(\.sections) }
  var facts: [Fact] {
    expanded.flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
  }

  func section(_ title: String) -> Section? { sections.first { $0.title == title } }
}

extension Section {
  var rows: [Row] { blocks.flatMap(\.rows) }
  var more: CommandLink? {
    blocks.lazy.compactMap { if case .list(let list) = $0 { list.more } else { nil } }.first
  }
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

  var sections: [Section] {
    if case .section(let section) = self { [section] } else { [] }
  }
}

extension [Outcome<TasksFeature.Action>] {
  var problems: [Problem] {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }
  var done: [Done] {
    compactMap { if case .done(let done) = $0 { done } else { nil } }
  }
  var notices: [Notice] {
    compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }
}
