import Conversation
import FeatureKit
import HTTP
import Synchronization
import WebRendering

/// Converts commands to addresses, for the links and buttons of a page.
///
/// If a feature declares a route (a web path) for a command, the command's address is this path
/// with the command's options as a query. Any other command gets `/c?line=`. Every address names
/// the athlete whom a parent views, so that two tabs can show two athletes.
struct Addresses: Sendable {
  let index: CommandIndex
  /// The athlete whom a parent views, and whom every address names; nil if the viewer is the
  /// athlete.
  var athlete: RecordID?
  /// The address of the current page. The link of the command `refresh` opens it again.
  var current = "/"
  /// Remembers, from the pages that were created before, what a command does in a browser: whether
  /// it opens a page, saves a file or changes data.
  var known = KnownPlaces()
  /// Paths of pages that the app which uses this web host makes itself, such as a server's page
  /// about accounts, by command line. For these commands, the app's page is shown instead of the
  /// feature's page.
  var ownPages: [String: String] = [:]

  static let command = OwnPath.command.address
  static let anyLine = OwnPath.anyLine.address
  /// The query fields `athlete` and `_said` (`saidKey`) belong to the web host and are never passed
  /// to a command. The first names the athlete whose data the page shows. The second names the
  /// outcome of an earlier command, such as "Added Kent", that the page shows.
  static let athleteKey = "athlete"
  static let saidKey = "_said"

  /// Returns what a link or button with the command does in a browser; nil if the command works
  /// only at a prompt.
  func target(_ command: String) -> HTMLTarget? {
    if let page = ownPages[command] { return .page(page) }
    return switch known.place(of: command, { place(of: command) }) {
    case nil: nil
    case .page(let path): .page(path.map(withAthlete) ?? anyLine(command))
    case .file(let path): .file(path.map(withAthlete) ?? anyLine(command))
    case .preview(let line):
      .preview(withAthlete(Self.adding("line", line, to: OwnPath.preview.address)))
    case .press: .action(Self.command)
    case .sameAgain: .page(current)
    }
  }

  private func place(of command: String) -> CommandPlace? {
    guard let words = try? CommandText.words(command), let first = words.first else { return nil }
    if let host = HostCommand(word: first.text, in: index) { return place(of: host, words) }
    // A handle alone (the short name of a record, such as `t3`) is a command that opens the
    // record's page.
    if words.count == 1, let line = index.lineOpening(first.text) { return place(of: line) }
    guard let match = try? index.match(words) else { return nil }
    switch match.command.mode {
    case .reads: return .page(ownPath(of: match))
    case .makesFile:
      return match.command.verb == "html" ? .preview(command) : .file(ownPath(of: match))
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

  /// Returns the summary of a command without its period, as a label for a link; nil if the text is
  /// not a command.
  func summary(of command: String) -> String? {
    guard let words = try? CommandText.words(command), let first = words.first else { return nil }
    if index.omits(command) { return ownPages[command] == nil ? "" : command }
    if let host = HostCommand(word: first.text, in: index) { return host.description.label }
    return (try? index.match(words))?.command.label
  }

  /// Returns the address of the page that a command shows.
  func address(showing line: String) -> String {
    if case .page(let path?) = known.place(of: line, { place(of: line) }) {
      return withAthlete(path)
    }
    return anyLine(line)
  }

  /// Returns the address of one part of a long form. The number of the first part is 1.
  func part(_ number: Int, of line: String) -> String {
    Self.adding(ServedForm.part, String(number), to: anyLine(line))
  }

  func anyLine(_ line: String) -> String {
    withAthlete("\(Self.anyLine)?\(Fields([.init("line", line)]).text)")
  }

  /// Returns the address to which a form with a file is sent. The address contains the form's
  /// command line: if the file is too large, the web host does not read the fields, and still knows
  /// which form to show again.
  func sending(_ line: String) -> String {
    withAthlete(Self.adding("line", line, to: Self.command))
  }

  /// Returns the address with a query field for the chosen athlete.
  func withAthlete(_ address: String) -> String {
    guard let athlete else { return address }
    return Self.adding(Self.athleteKey, athlete.description, to: address)
  }

  static func adding(_ name: String, _ value: String, to address: String) -> String {
    let field = Fields([.init(name, value)]).text
    return address + (address.contains("?") ? "&" : "?") + field
  }

  /// Returns the web path that the command's feature declares for the command, with the command's
  /// options as a query; nil if the feature declares none.
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
      // Several routes can show the same record, such as `/coaches/{id}` and
      // `/coaches?highlight={id}`. One without a query is used if there is one.
      guard let route = routes.first(where: { !$0.path.contains("?") }) ?? routes.first else {
        continue
      }
      return query.reduce(route.path) { Self.adding($1.name, $1.value, to: $0) }
    }
    return nil
  }
}

/// What a link or button with a command does in a browser. It is the same for every viewer.
///
/// The path in `page` and `file` is nil if the feature declares no path for the command. The
/// command is then opened with `/c?line=`, which accepts any command line.
enum CommandPlace: Sendable {
  case page(String?)
  case file(String?)
  /// The command creates a document that the browser shows. The value is the command line.
  case preview(String)
  /// The command changes data, so it has no address and runs when its button is pressed.
  case press
  case sameAgain
}

/// Stores what commands do in a browser, so that it is computed only once. A page has about a
/// hundred commands, and most of them were on the previous page too.
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
  /// Whether the command needs values that its command line lacks. A button with this line then
  /// opens a form.
  var needsForm: Bool {
    guard let draft = try? CommandDraft(command, words: rest, leavesOpen: true) else { return true }
    let asks = command.parameters.contains { $0.role != .flag && draft.given[$0.name].isEmpty }
    return !draft.missing.isEmpty || ((command.isFilledInOnPages || asksForMore) && asks)
  }

  /// Whether the command asks for more values than this line contains: it is a guided command (one
  /// that asks for all its values) or changes stored values, as `packet choose` does, and the line
  /// names at most a record. A button with the line then opens a form.
  var asksForMore: Bool {
    guard command.isGuided || command.beginsWithStoredValues,
      let draft = try? CommandDraft(command, words: rest, leavesOpen: true)
    else { return false }
    return draft.namesNoMoreThanARecord
  }
}

/// Checks that an address in a submitted form has no other host name, so that a redirect to it does
/// not lead to another site.
enum LocalAddress {
  static func target(_ text: String?) -> RequestTarget? {
    // A browser would read `//host/` as the address of another host.
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"),
      let target = try? RequestTarget(text),
      target.host == nil
    else { return nil }
    return target
  }

  /// Returns the address without the query fields that are valid only once, such as the name of the
  /// last command's outcome, which the page shows.
  static func plain(_ target: RequestTarget, without names: [String] = [Addresses.saidKey])
    -> String
  {
    let kept = target.query.all.filter { !names.contains($0.name) }
    return kept.isEmpty ? target.path : "\(target.path)?\(Fields(kept).text)"
  }
}
