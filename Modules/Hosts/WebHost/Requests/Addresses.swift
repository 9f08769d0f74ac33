import Conversation
import FeatureKit
import HTTP
import WebRendering

/// Commands as addresses and back: what a page's links and buttons lead to.
///
/// A command with a web path of its feature is found there, its options in the query; any other under `/c?line=`. The athlete that
/// a parent looks at is named in each, so that two tabs can be about two athletes.
struct Addresses: Sendable {
  let index: CommandIndex
  /// Named in every address; nil where there is no choice.
  var athlete: RecordID?
  /// Of the page that the links stand on: what "try again" leads to.
  var current = "/"

  static let command = "/command"
  static let anyLine = "/c"
  /// What of a query is the host's and no command's.
  static let athleteKey = "athlete"
  static let saidKey = "_said"

  /// What a browser does with a command of a page; nil for one that means something at a prompt only.
  func target(_ command: String) -> HTMLTarget? {
    guard let words = try? CommandText.words(command), let first = words.first else { return nil }
    if let host = HostCommand(word: first.text) { return target(host, words, command) }
    guard let match = try? index.match(words) else { return nil }
    switch match.command.mode {
    case .reads: return .page(address(showing: command))
    case .makesFile: return .file(address(showing: command))
    case .writes, .writesOwn:
      return match.needsForm ? .page(anyLine(command)) : .action(Self.command)
    }
  }

  private func target(
    _ host: HostCommand, _ words: [CommandText.Word], _ command: String
  ) -> HTMLTarget? {
    switch host {
    case .back, .quit, .serve: nil
    case .refresh: .page(current)
    case .open where words.count == 2 && words[1].text.hasPrefix("/"):
      (try? RequestTarget(words[1].text)).map { .page(withAthlete($0.text)) }
    case .open: nil
    case .undo, .redo: .action(Self.command)
    case .set where words.count > 2: .action(Self.command)
    case .help, .history, .doctor, .set: .page(anyLine(command))
    }
  }

  /// The address of a page, by the command that shows it.
  func address(showing line: String) -> String {
    guard let found = ownPath(of: line) else { return anyLine(line) }
    return withAthlete(found)
  }

  func anyLine(_ line: String) -> String {
    withAthlete("\(Self.anyLine)?\(Fields([.init("line", line)]).text)")
  }

  /// The address with the athlete it is about.
  func withAthlete(_ address: String) -> String {
    guard let athlete else { return address }
    return Self.adding(Self.athleteKey, athlete.description, to: address)
  }

  static func adding(_ name: String, _ value: String, to address: String) -> String {
    let field = Fields([.init(name, value)]).text
    return address + (address.contains("?") ? "&" : "?") + field
  }

  /// The path that a feature declares for the command, its options behind it as a query.
  private func ownPath(of line: String) -> String? {
    guard let words = try? CommandText.words(line), let match = try? index.match(words),
      let draft = try? CommandDraft(match.command, words: match.rest)
    else { return nil }
    var query: [Fields.Field] = []
    var named: [String] = []
    for parameter in match.command.parameters {
      let texts = draft.given[parameter.name].map(\.text)
      switch parameter.role {
      case .argument: named += texts.map { CommandText.quoted($0) }
      case .option, .flag: query += texts.map { .init(parameter.name, $0) }
      case .secret: break
      }
    }
    let entry = index.entry(for: match.command.noun)
    let isOpening = entry?.noun.opens == match.command.verb
    let beginnings = [match.command.words] + (isOpening ? [match.command.noun] : [])
    // A path without a query of its own reads best.
    let patterns = (entry?.feature.routes ?? []).sorted {
      !$0.path.contains("?") && $1.path.contains("?")
    }
    for beginning in beginnings {
      let base = ([beginning] + named).joined(separator: " ")
      for pattern in patterns {
        guard let route = pattern.route(for: base) else { continue }
        return query.reduce(route.path) { Self.adding($1.name, $1.value, to: $0) }
      }
    }
    return nil
  }
}

extension CommandIndex.Match {
  /// Whether the line says too little to be sent with one press.
  var needsForm: Bool {
    guard let draft = try? CommandDraft(command, words: rest, leavesOpen: true) else { return true }
    let asks = command.parameters.contains { $0.role != .flag && draft.given[$0.name].isEmpty }
    return !draft.missing.isEmpty || (command.isGuided && draft.namesNoMoreThanARecord && asks)
  }
}

/// An address of this host, as a form gives it back: another host's, or none, is the beginning.
enum LocalAddress {
  static func target(_ text: String?) -> RequestTarget? {
    // `//host/` is another host to a browser.
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"),
      let target = try? RequestTarget(text),
      target.host == nil
    else { return nil }
    return target
  }

  /// Without what belongs to one showing of the page.
  static func plain(_ target: RequestTarget, without names: [String] = [Addresses.saidKey])
    -> String
  {
    let kept = target.query.all.filter { !names.contains($0.name) }
    return kept.isEmpty ? target.path : "\(target.path)?\(Fields(kept).text)"
  }
}
