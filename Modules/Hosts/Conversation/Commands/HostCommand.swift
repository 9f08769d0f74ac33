package import FeatureKit

/// A command that belongs to no feature, such as `help` or `undo`. The host (the shell or the web
/// server) runs it itself. Help, completion and the manual list it with the commands of features.
package enum HostCommand: String, CaseIterable, Sendable {
  case help, open, back, refresh, undo, redo, history, doctor, set, serve, record, replay, clear,
    quit

  /// The first words of the commands that belong to no feature, such as `help`. No feature may use
  /// one of them for a command of its own.
  package static let words = allCases.flatMap { [$0.rawValue] + $0.aliases }

  var aliases: [String] { self == .quit ? ["exit"] : [] }

  package init?(word: String) {
    let word = word.lowercased()
    guard
      let found = Self.allCases.first(where: { $0.rawValue == word || $0.aliases.contains(word) })
    else { return nil }
    self = found
  }

  /// Finds the command, such as `undo`, that a word names. The result is nil if the word names no
  /// such command, or if this host (the shell or the web server) does not offer it.
  package init?(word: String, in index: CommandIndex) {
    self.init(word: word)
    if index.omits(rawValue) { return nil }
  }

  /// Whether the command can be typed in a browser. If a person types one of the other commands
  /// there, its words are searched for among the records.
  package var isForBrowser: Bool {
    switch self {
    case .help, .undo, .redo, .history, .doctor, .set: true
    case .open, .back, .refresh, .serve, .record, .replay, .clear, .quit: false
    }
  }

  /// Whether the command needs a prompt with a page on the screen. Elsewhere, as in a browser, it
  /// is refused.
  package var needsPrompt: Bool { self == .back || self == .refresh || self == .clear }

  /// Whether the command is only accepted as an argument when the program starts, as in
  /// `compass-shell serve`.
  package var startsProgram: Bool {
    switch self {
    case .serve, .record, .replay: true
    case .help, .open, .back, .refresh, .undo, .redo, .history, .doctor, .set, .clear, .quit: false
    }
  }

  package var description: CommandDescription {
    CommandDescription(
      noun: rawValue, summary: summary, mode: mode, parameters: parameters, examples: examples,
      explanation: explanation)
  }

  private var summary: String {
    switch self {
    case .help: "Say what can be done, or how one command works."
    case .open: "Open a numbered link of the page, a command or a web path."
    case .back: "Go back to the page before."
    case .refresh: "Load the page again."
    case .undo: "Take back your last change, or an earlier one by its number."
    case .redo: "Do again what you took back."
    case .history: "Show who changed what, and when."
    case .doctor: "Check the data file and this computer."
    case .set: "Show or change a setting of this computer, such as the time zone."
    case .serve: "Show the pages in a browser on this computer, until Ctrl-C."
    case .record: "Note a session in a file, so that what went wrong in it can be repeated."
    case .replay: "Repeat a recorded session, in a folder of its own."
    case .clear: "Clear the screen."
    case .quit: "Leave."
    }
  }

  private var mode: CommandMode {
    switch self {
    case .undo, .redo, .set: .writesOwn
    case .help, .open, .back, .refresh, .history, .doctor, .serve, .record, .replay, .clear,
      .quit:
      .reads
    }
  }

  private var parameters: [ParameterDescription] {
    switch self {
    case .help:
      [
        Argument.rest("command", "The command to explain", max: 200).optional.completing("commands")
      ]
    case .open:
      [Argument.rest("what", "A number, a command or a path", ask: "Open what?").description]
    case .set:
      [
        Argument(
          "setting",
          ValueKind<String>(
            "SETTING", completion: .words(Setting.allCases.map(\.rawValue)), words: .program
          ) {
            text, _ in text
          }, "Which setting"
        ).optional.description,
        Argument(
          "value", ValueKind<String>.text(max: 64, placeholder: "VALUE", words: .program),
          "What it should be"
        )
        .optional.completing("settings"),
      ]
    case .doctor:
      [
        Flag("repair", "Repair what can be repaired, after a backup; you are asked first")
          .description
      ]
    case .serve:
      [
        Option(
          "port", ValueKind<String>.text(max: 5, placeholder: "N", words: .program),
          "The number behind the colon of the address"
        ).description,
        Flag("open", "Open the browser too").description,
        Flag("install", "Put it into this desktop's menu, and serve from signing in on")
          .description,
        Flag("uninstall", "Take it out of the menu again").description,
      ]
    case .record:
      [
        Argument("file", Self.fileName, "The file to write; it must not be there yet").description,
        Flag("raw", "Keep people's own words instead of putting others in their place").description,
      ]
    case .replay: [Argument("file", Self.fileName, "A file that `record` wrote").description]
    case .history:
      [
        Argument("page", Self.pageNumber, "The second page of older steps, the third, …").optional
          .description
      ]
    case .undo:
      [
        Argument(
          "step", ValueKind<Int>.integer(1...Int.max), "The number of a step in `history`"
        ).optional.description
      ]
    case .back, .refresh, .redo, .clear, .quit: []
    }
  }

  private static let fileName = ValueKind<String>.text(
    max: 4_096, placeholder: "FILE", words: .program)
  private static let pageNumber = ValueKind<Int>.integer(1...10_000, placeholder: "PAGE")

  private var examples: [CommandExample] {
    switch self {
    case .help: [CommandExample("help undo", prints: "undo\n…")]
    case .set: [CommandExample("set width 100", prints: "✓ width is 100.")]
    case .open: [CommandExample("open 3", prints: "…")]
    case .undo: [CommandExample("undo", prints: "…")]
    case .redo: [CommandExample("redo", prints: "…")]
    case .history: [CommandExample("history", prints: "History\n…")]
    case .doctor: [CommandExample("doctor", prints: "Doctor\n…")]
    case .serve: [CommandExample("serve --help", prints: "serve\n…")]
    case .record: [CommandExample("record --help", prints: "record\n…")]
    case .replay: [CommandExample("replay --help", prints: "replay\n…")]
    case .back, .refresh, .clear, .quit: [CommandExample(rawValue, prints: "…")]
    }
  }

  private var explanation: String? {
    switch self {
    case .open: "At the prompt a number alone does the same: `3` opens link 3 of the page you see."
    case .undo:
      "Your own last change is taken back, whichever command made it, and `redo` does it again. `undo 41` takes back step 41 of `history`: an earlier one of yours, or, where the data are yours, one of a parent who helps. That is a step of your own, which `undo` takes back like any other. When something was changed or built on it since, nothing is touched and you are told."
    case .set:
      "Settings: "
        + Setting.allCases.map { "\($0.rawValue) (\($0.choices.joined(separator: ", ")))" }
        .joined(separator: "; ") + ". `auto` takes a setting back."
    case .doctor:
      "A value that another program left malformed is named with its table, id and column; its row is left out of pages until it is repaired. `doctor --repair` writes again what can be understood, empties what may be empty and removes rows that cannot be read, and says so before it does. `undo` takes it back."
    case .serve:
      "It is given when the program starts: `compass-shell serve`. Only this computer can open the pages. The address that is printed lets one browser in, once and within a minute; `serve` given again prints another for the pages that are being served already. With `--install` the program stands in the menu of the desktop, and the pages are served from the next time you sign in to this computer; you need no terminal then."
    case .record:
      "It is given when the program starts: `compass-shell record fault.txt`. The file begins with the rows of your data, and gets a line for each line and answer you type, with its moment. Names, texts and numbers of people are replaced by made-up ones of the same length, the same for the same, in the rows and in what you type; handles, days and the words of commands stay. Look through it before you give it to another person. With `--raw` everything stays as it is; that is an athlete's to do, as long as no other person in the file has a passphrase. Passphrases and mail servers are never in it. `quit` ends it, and what was typed until then is in it even after a crash."
    case .replay:
      "It is given when the program starts: `compass-shell replay fault.txt`. The rows of the recording are put into a new folder, which goes at the end; the clock stands where it stood at each line. Your own data are not touched, no file is written, nothing is sent, and files that the session read are not there."
    case .help, .back, .refresh, .redo, .history, .clear, .quit: nil
    }
  }
}

extension Argument {
  /// Returns the parameter's description, with completions from the list of this name, such as
  /// `profiles`. The program looks the words of the list up when it completes a line.
  fileprivate func completing(_ name: String) -> ParameterDescription {
    var description = description
    description.completion = .named(name)
    return description
  }
}

extension CommandIndex {
  /// The commands that belong to no feature, such as `undo`, without those that this host (the
  /// shell or the web server) does not offer.
  var hostCommands: [HostCommand] { HostCommand.allCases.filter { !omits($0.rawValue) } }

  /// Returns whether a typed line is a command. A line of one word is one if the word names a
  /// command or a noun (the first word of several commands, such as `tasks`). A longer line is one
  /// only if it begins with a noun and a verb, so that an answer such as `tasks are hard` is not
  /// taken for a command.
  package func isCommand(_ line: String) -> Bool {
    guard let words = try? CommandText.words(line), let first = words.first, !first.isQuoted else {
      return false
    }
    if words.count == 1 {
      return HostCommand(word: first.text, in: self) != nil || entry(for: first.text) != nil
    }
    guard let match = try? match(words) else { return false }
    return match.rest.count <= words.count - 2
  }
}
