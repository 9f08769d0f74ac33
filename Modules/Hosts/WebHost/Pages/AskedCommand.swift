import Conversation
import FeatureKit

/// A command that a browser requests with a command line such as `tasks list`, and the rules for
/// running it from a browser. `host` is a command that belongs to no feature, such as `undo`.
enum AskedCommand {
  case host(HostCommand, [CommandText.Word])
  case feature(CommandIndex.Match)

  init(_ line: String, in index: CommandIndex) throws(Problem) {
    let words = try CommandText.words(line)
    if let first = words.first, let host = HostCommand(word: first.text, in: index) {
      self = .host(host, Array(words.dropFirst()))
    } else {
      self = .feature(try index.match(words))
    }
  }

  var description: CommandDescription {
    switch self {
    case .host(let host, _): host.description
    case .feature(let match): match.command
    }
  }

  var isForBrowser: Bool {
    guard case .host(let host, let words) = self else { return true }
    // The command `set` changes a setting. If other words follow `set`, as in `set goals`, the line
    // is no command, and the page searches the records for its words.
    if host == .set, let first = words.first {
      return Setting(rawValue: first.text.lowercased()) != nil
    }
    // In general the command `open` works only in a terminal. With a path, as in `open /tasks`, it
    // is allowed, because links of pages use it.
    return host.isForBrowser || host == .open && words.first?.text.hasPrefix("/") == true
  }

  /// Whether the command may run when a browser opens its web address, without a submitted form.
  /// Every site can link to that address, so only a command that reads data or creates a file may
  /// run in this way.
  var mayBeOpened: Bool {
    switch self {
    case .host(.set, let words): words.isEmpty
    case .host(let host, _): host.description.mode == .reads
    case .feature(let match): match.command.mode == .reads || match.command.mode == .makesFile
    }
  }

  /// Returns a refusal if the command works only in a terminal, or if it names a file on the
  /// computer that runs the program, because the person may be viewing the page on another
  /// computer.
  func refusal(fields: [String: [String]], uploads: Set<String>) -> Problem? {
    if case .host(let host, _) = self, host == .quit || host == .clear {
      return Problem(
        .usage, "`\(host.rawValue)` means something in a terminal only.",
        fix: host == .quit
          ? "Close the page, or sign out:  account sign-out" : "Choose another page.")
    }
    guard case .feature(let match) = self else { return nil }
    let options = match.rest.prefix { $0.isQuoted || $0.text != "--" }.filter(\.isOption)
    let namesMadeFile = match.command.parameters.contains(where: \.namesMadeFile)
    for option in namesMadeFile ? ["stdout", "open"] : ["out", "stdout", "open"]
    where options.contains(where: { $0.text == "--" + option || $0.text.hasPrefix("--\(option)=") })
    {
      return Problem(
        .usage, "Here the browser decides where a file goes, so “\(option)” cannot be said.",
        fix: "Leave it out.")
    }
    let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    // A parameter that only names the file to be created is allowed, because the browser saves that
    // file where its person wants.
    for parameter in match.command.parameters
    where parameter.completion == .file && !parameter.namesMadeFile {
      let inWords = draft?.given[parameter.name].map(\.text) ?? []
      let inFields = (fields[parameter.name] ?? []).filter { !$0.isEmpty && !uploads.contains($0) }
      guard let named = (inWords + inFields).first else { continue }
      return Problem(
        .usage, "`\(named)` is not read here: this page is not the computer it stands on.",
        fix: "Send the file with the form of  \(match.command.words).")
    }
    return nil
  }
}

extension ParameterDescription {
  /// Whether a form on a page has a field for the parameter. A form does not ask where to store the
  /// file that a command creates, because the browser asks that.
  var isForPages: Bool {
    !isForTerminal && (completion != .file || !replacesFile) && !namesMadeFile
  }
}
