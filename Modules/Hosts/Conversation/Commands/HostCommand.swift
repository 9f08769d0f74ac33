package import FeatureKit

/// A command of the host itself, declared like any other so that help, completion and the manual know it.
package enum HostCommand: String, CaseIterable, Sendable {
  case help, open, back, refresh, undo, redo, history, doctor, set, serve, quit

  /// The first words that no feature may claim.
  package static let words = allCases.flatMap { [$0.rawValue] + $0.aliases }

  var aliases: [String] { self == .quit ? ["exit"] : [] }

  package init?(word: String) {
    let word = word.lowercased()
    guard
      let found = Self.allCases.first(where: { $0.rawValue == word || $0.aliases.contains(word) })
    else { return nil }
    self = found
  }

  /// Whether it means something only where a page is on a screen.
  package var needsPrompt: Bool { self == .back || self == .refresh }

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
    case .set: "Show or change a setting of this shell."
    case .serve: "Show the pages in a browser on this computer, until Ctrl-C."
    case .quit: "Leave."
    }
  }

  private var mode: CommandMode {
    switch self {
    case .undo, .redo, .set: .writesOwn
    case .help, .open, .back, .refresh, .history, .doctor, .serve, .quit: .reads
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
          ValueKind<String>("SETTING", completion: .words(Setting.allCases.map(\.rawValue))) {
            text, _ in text
          }, "Which setting"
        ).optional.description,
        Argument(
          "value", ValueKind<String>.text(max: 64, placeholder: "VALUE"), "What it should be"
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
          "port", ValueKind<String>.text(max: 5, placeholder: "N"),
          "The number behind the colon of the address"
        ).description,
        Flag("open", "Open the browser too").description,
      ]
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
    case .back, .refresh, .redo, .quit: []
    }
  }

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
    case .back, .refresh, .quit: [CommandExample(rawValue, prints: "…")]
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
      "It is given when the program starts: `compass-shell serve`. Nobody but this computer can open the pages. The address that is printed lets one browser in, once and within a minute; `serve` given again prints another for the pages that are being served already."
    case .help, .back, .refresh, .redo, .history, .quit: nil
    }
  }
}

extension Argument {
  /// Its description, completed by what the host knows under a name.
  fileprivate func completing(_ name: String) -> ParameterDescription {
    var description = description
    description.completion = .named(name)
    return description
  }
}
