package import FeatureKit

/// An option that applies to every command, such as `--json`. Help, the manual and completion are
/// made from this list.
package enum GlobalOption: String, CaseIterable, Sendable {
  case data, profile, now, timezone, format, json, width
  case noColor = "no-color"
  case yes, demo, file
  case keepGoing = "keep-going"
  case only, out, stdout, open, help, version

  package var name: String { "--" + rawValue }

  /// The placeholder for the option's value in help, such as `DIR`; nil for an option without a
  /// value.
  package var placeholder: String? {
    switch self {
    case .data: "DIR"
    case .profile: "NAME"
    case .now: "INSTANT"
    case .timezone: "ZONE"
    case .format: OutputFormat.allCases.map(\.rawValue).joined(separator: "|")
    case .width: "N"
    case .file: "SCRIPT"
    case .only: "FEATURE"
    case .out: "FILE"
    case .json, .noColor, .yes, .demo, .keepGoing, .stdout, .open, .help, .version: nil
    }
  }

  /// How the value of the option is completed at the prompt, such as with the names of files.
  package var completion: Completion {
    switch self {
    case .data, .file, .out: .file
    case .profile: .named("profiles")
    case .timezone: .named("zones")
    case .only: .named("features")
    case .format: .words(OutputFormat.allCases.map(\.rawValue))
    case .now, .width, .json, .noColor, .yes, .demo, .keepGoing, .stdout, .open, .help, .version:
      .none
    }
  }

  package var summary: String {
    switch self {
    case .data: "Keep the data in this folder, in its file compass.sqlite."
    case .profile: "Act as this person."
    case .now: "Take this for the current moment, as scripts and tests do."
    case .timezone: "Reckon days in this time zone."
    case .format: "Answer as terminal text, plain lines, JSON or a web page."
    case .json: "Answer as JSON; short for --format json."
    case .width: "Set pages this many columns wide, from 40 to 200."
    case .noColor: "Use no colour. NO_COLOR in the environment says the same."
    case .yes: "Agree to what the command would ask; --yes=CODE only to that very question."
    case .demo: "Fill an empty folder with a made-up family first."
    case .file: "Run the commands of this file, one a line."
    case .keepGoing: "In a script, go on after a failure."
    case .only: "Load this one feature, over made-up data."
    case .out: "Write the file a command makes here."
    case .stdout: "Write the file a command makes to the output."
    case .open: "Open the file a command made."
    case .help: "Say what can be done."
    case .version: "Say which version this is."
    }
  }

  /// Whether the option may follow a command, in a line at the prompt, in a script, or in the
  /// program's arguments. If the command declares an option with the same name, that option is
  /// used.
  ///
  /// All other options, such as `--data`, apply to the whole run of the program. They may be
  /// anywhere among its arguments, but not in a line at the prompt or in a script.
  package var mayFollowCommand: Bool {
    switch self {
    case .format, .json, .width, .noColor, .yes, .help: true
    case .out, .stdout, .open: true
    case .data, .profile, .now, .timezone, .demo, .file, .keepGoing, .only, .version: false
    }
  }

  /// Whether the option is about a file that the command creates, so that it needs a command that
  /// can create one.
  package var isForFiles: Bool { self == .out || self == .stdout || self == .open }

  /// Returns whether a line may have the option after this command. Options for a created file,
  /// such as `--out`, also need a command that creates a file.
  func mayFollow(_ command: CommandDescription) -> Bool {
    guard mayFollowCommand else { return false }
    return !isForFiles || command.mode == .makesFile || (self == .open && command.mayMakeFile)
  }

  /// The option's usage in help, such as `--format terminal|plain|json|html`.
  package var usage: String { name + (placeholder.map { " " + $0 } ?? "") }

  /// Returns the option with this name.
  ///
  /// `init(rawValue:)` is not used, because its first call makes a dictionary of all names, which
  /// takes longer than the few comparisons that one command needs.
  package static func named(_ name: String) -> GlobalOption? {
    allCases.first { $0.rawValue == name }
  }
}

/// One option as the person typed it: `--width=80`, or `--width` with its value in the next word.
package struct GivenOption: Equatable {
  package var name: String
  package var value: String?

  package init(_ word: String) throws(Problem) {
    if word == "-h" {
      name = "help"
      return
    }
    guard word.hasPrefix("--") else {
      throw Problem(
        .usage, "`\(word)` is not an option; options begin with two dashes.",
        fix: "See:  compass-shell --help")
    }
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts.first ?? "")
    value = parts.count > 1 ? String(parts[1]) : nil
  }
}

extension GlobalOption {
  /// Returns the option's value, which was typed after `=` or as the next word; empty for an option
  /// that takes no value.
  ///
  /// The value of `--yes` can only follow `=`. A plain `--yes` agrees to every question, and the
  /// word after it belongs to the command.
  package func value(of given: GivenOption, next: () -> String?) throws(Problem) -> String {
    if self == .yes { return given.value ?? "" }
    guard placeholder != nil else {
      guard given.value == nil else {
        throw Problem(.usage, "\(name) takes no value.", fix: "Write only \(name).")
      }
      return ""
    }
    guard let value = given.value ?? next(), !value.isEmpty else {
      throw Problem(.usage, "\(name) needs a value: \(usage)", fix: summary)
    }
    return value
  }

  package static func unknown(_ given: GivenOption) -> Problem {
    let nearest = Suggestion.nearest(to: given.name, among: allCases.map(\.rawValue))
    return Problem(
      .usage, "There is no option --\(given.name).",
      details: nearest.map { ["Did you mean --\($0)?"] } ?? [],
      fix: "See:  compass-shell --help")
  }
}
