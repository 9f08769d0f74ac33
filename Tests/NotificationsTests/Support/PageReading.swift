import FeatureKit
import Notifications

/// How tests read a page: what is on it, wherever it stands.
extension Page {
  var rows: [Row] {
    blocks.flatMap { block -> [Row] in
      if case .list(let list) = block { list.rows } else { [] }
    }
  }
  var handles: [String] { rows.compactMap(\.handle) }
  var more: CommandLink? {
    blocks.lazy.compactMap { if case .list(let list) = $0 { list.more } else { nil } }.first
  }
  var paragraphs: [String] {
    blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph.text } else { nil } }
  }
  var messages: [Message] {
    blocks.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }
  var empty: EmptyState? {
    blocks.lazy.compactMap { if case .empty(let empty) = $0 { empty } else { nil } }.first
  }
  var facts: [Fact] {
    blocks.flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
  }
  /// Links in their blocks, also those that cannot be followed now.
  var allLinks: [CommandLink] {
    blocks.flatMap { block -> [CommandLink] in
      if case .links(let links) = block { links.links } else { [] }
    }
  }

  func row(_ handle: String) -> Row? { rows.first { $0.handle == handle } }
  func fact(_ label: String) -> String? { facts.first { $0.label == label }?.value }
}

extension [Outcome<NotificationsFeature.Action>] {
  var problems: [Problem] {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }
  var done: [Done] { compactMap { if case .done(let done) = $0 { done } else { nil } } }
  var notices: [String] {
    compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }
  var questions: [Question<NotificationsFeature.Action>] {
    compactMap { if case .question(let question) = $0 { question } else { nil } }
  }
  var opened: [String] { compactMap { if case .open(let route) = $0 { route.path } else { nil } } }
}
