import Conversation
import FeatureKit
import HTTP
import Synchronization
import WebRendering

/// Converts commands to addresses and back, for the links and buttons of a page.
///
/// A command with a route of its feature gets that path, with its options as a query; any other command gets `/c?line=`. Every address
/// names the athlete whom a parent views, so that two tabs can show two athletes.
struct Addresses: Sendable {
  let index: CommandIndex
  /// Named in every address; nil without a choice.
  var athlete: RecordID?
  /// The address of the current page, which "try again" opens.
  var current = "/"
  /// Addresses that were computed for other pages.
  var known = KnownPlaces()
  /// Commands that lead to a page of the app's own.
  var ownPages: [String: String] = [:]

  static let command = OwnPath.command.address
  static let anyLine = OwnPath.anyLine.address
  /// Query fields that belong to the host and not to a command.
  static let athleteKey = "athlete"
  static let saidKey = "_said"

  /// The target of a command in a browser; nil for a command that works only at a prompt.
  func target(_ command: String) -> HTMLTarget? {
    if let page = ownPages[command] { return .page(page) }
    return switch known.place(of: command, { place(of: command) }) {
    case nil: nil
    case .page(let path): .page(path.map(withAthlete) ?? anyLine(command))
    case .file(let path): .file(path.map(withAthlete) ?? anyLine(command))
    case .press: .action(Self.command)
    case .sameAgain: .page(current)
    }
  }

  private func place(of command: String) -> CommandPlace? {
    guard let words = try? CommandText.words(command), let first = words.first else { return nil }
    if let host = HostCommand(word: first.text, in: index) { return place(of: host, words) }
    // A handle alone opens the record's page.
    if words.count == 1, let shown = index.shown(by: first.text) {
      return place(of: "\(shown.command) \(shown.handle)")
    }
    guard let match = try? index.match(words) else { return nil }
    switch match.command.mode {
    case .reads: return .page(ownPath(of: match))
    case .makesFile: return .file(ownPath(of: match))
    case .writes, .writesOwn: return match.needsForm ? .page(nil) : .press
    }
  }

  private func place(of host: HostCommand, _ words: [CommandText.Word]) -> CommandPlace? {
    switch host {
    case .back, .clear, .quit, .serve, .record, .replay: nil
    case .refresh: .sameAgain
    case .open where words.count == 2 && words[1].text.hasPrefix("/"):
      (try? RequestTarget(words[1].text)).map { .page($0.text) }
    case .open: nil
    case .undo, .redo: .press
    case .set where words.count > 2: .press
    case .help, .history, .doctor, .set: .page(nil)
    }
  }

  /// Returns the description of a command without its period; nil if the text is not a command.
  func summary(of command: String) -> String? {
    guard let words = try? CommandText.words(command), let first = words.first else { return nil }
    if index.omits(command) { return ownPages[command] == nil ? "" : command }
    if let host = HostCommand(word: first.text, in: index) { return host.description.label }
    return (try? index.match(words))?.command.label
  }

  /// The address of the page that a command shows.
  func address(showing line: String) -> String {
    if case .page(let path?) = known.place(of: line, { place(of: line) }) {
      return withAthlete(path)
    }
    return anyLine(line)
  }

  /// A part of a long form, counted from 1.
  func part(_ number: Int, of line: String) -> String {
    Self.adding(ServedForm.part, String(number), to: anyLine(line))
  }

  func anyLine(_ line: String) -> String {
    withAthlete("\(Self.anyLine)?\(Fields([.init("line", line)]).text)")
  }

  /// The address with the athlete whom it is about.
  func withAthlete(_ address: String) -> String {
    guard let athlete else { return address }
    return Self.adding(Self.athleteKey, athlete.description, to: address)
  }

  static func adding(_ name: String, _ value: String, to address: String) -> String {
    let field = Fields([.init(name, value)]).text
    return address + (address.contains("?") ? "&" : "?") + field
  }

  /// The route that a feature declares for the command, with the options as a query.
  private func ownPath(of match: CommandIndex.Match) -> String? {
    guard let draft = try? CommandDraft(match.command, words: match.rest) else { return nil }
    var query: [Fields.Field] = []
    var named: [CommandText.Word] = []
    for parameter in match.command.parameters {
      let texts = draft.given[parameter.name].map(\.text)
      switch parameter.role {
      case .argument: named += texts.map { CommandText.Word($0, isQuoted: $0.hasPrefix("--")) }
      case .option, .flag: query += texts.map { .init(parameter.name, $0) }
      case .secret: break
      }
    }
    let entry = index.entry(for: match.command.noun)
    let isOpening = entry?.noun.opens == match.command.verb
    let noun = CommandText.Word(match.command.noun)
    let verb = CommandText.Word(match.command.verb)
    let beginnings = [verb.text.isEmpty ? [noun] : [noun, verb]] + (isOpening ? [[noun]] : [])
    for beginning in beginnings {
      let routes = (entry?.feature.routes ?? []).compactMap { $0.route(for: beginning + named) }
        .filter { !OwnPath.takes($0.path) }
      // A path without a query is preferred.
      guard let route = routes.first(where: { !$0.path.contains("?") }) ?? routes.first else {
        continue
      }
      return query.reduce(route.path) { Self.adding($1.name, $1.value, to: $0) }
    }
    return nil
  }
}

/// The target of a command for any viewer: a page or a file with its path, or by its line if the path is nil.
enum CommandPlace: Sendable {
  case page(String?)
  case file(String?)
  /// The command has no address of its own; it runs when its button is pressed.
  case press
  case sameAgain
}

/// Caches the targets of commands. A page has a hundred commands, and the previous page had nearly all of them too.
final class KnownPlaces: Sendable {
  private let places = Mutex<[String: CommandPlace?]>([:])
  private static let most = 10_000

  func place(of command: String, _ find: () -> CommandPlace?) -> CommandPlace? {
    if let known = places.withLock({ $0[command] }) { return known }
    let found = find()
    places.withLock { places in
      if places.count >= Self.most { places = [:] }
      places[command] = .some(found)
    }
    return found
  }
}

extension CommandIndex.Match {
  /// Whether the line says too little to run with one press.
  var needsForm: Bool {
    guard let draft = try? CommandDraft(command, words: rest, leavesOpen: true) else { return true }
    let asks = command.parameters.contains { $0.role != .flag && draft.given[$0.name].isEmpty }
    return !draft.missing.isEmpty
      || ((command.isGuided || command.isFilledInOnPages) && draft.namesNoMoreThanARecord && asks)
  }
}

/// An address of this host in a form; an address of another host, or none, becomes the start page.
enum LocalAddress {
  static func target(_ text: String?) -> RequestTarget? {
    // A browser reads `//host/` as another host.
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"),
      let target = try? RequestTarget(text),
      target.host == nil
    else { return nil }
    return target
  }

  /// The address without fields that belong to a single display of the page.
  static func plain(_ target: RequestTarget, without names: [String] = [Addresses.saidKey])
    -> String
  {
    let kept = target.query.all.filter { !names.contains($0.name) }
    return kept.isEmpty ? target.path : "\(target.path)?\(Fields(kept).text)"
  }
}
