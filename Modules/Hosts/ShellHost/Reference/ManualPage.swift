import Conversation
import FeatureKit

extension CommandReference {
  /// The manual page `compass-shell.1`, for `man`.
  package var manual: String {
    var page = Roff()
    page.macro("TH", [Self.program.uppercased(), "1", "", "Recruiting Compass", "User Commands"])
    page.alignLeft()
    page.macro("SH", ["NAME"])
    page.text("\(Self.program) - \(Self.promise)")
    page.macro("SH", ["SYNOPSIS"])
    page.text("\(Self.program) [options] [command ...]")
    page.macro("SH", ["DESCRIPTION"])
    page.text(
      "Without a command it opens a prompt at a terminal, and reads commands from the input elsewhere, one a line. A line of a script that fails ends it."
    )
    page.macro("SH", ["OPTIONS"])
    for option in GlobalOption.allCases { page.item(option.usage, option.summary) }
    for chapter in chapters {
      page.macro("SH", ["COMMANDS: \(chapter.word)"])
      page.text(chapter.summary)
      for command in chapter.commands { page.add(command) }
    }
    page.macro("SH", ["COMMANDS OF THE SHELL ITSELF"])
    for command in ownCommands { page.add(command) }
    page.macro("SH", ["EXIT STATUS"])
    for (code, meaning) in ExitCode.allDocumented { page.item(String(code.rawValue), meaning) }
    page.macro("SH", ["ENVIRONMENT"])
    page.item("NO_COLOR", "When set, no colours are used.")
    page.item("TZ", "The time zone, unless --timezone or a setting says otherwise.")
    return page.source
  }
}

/// A text in roff, the format of manual pages. Characters with a meaning in this format are
/// escaped.
private struct Roff {
  private(set) var source = ""

  mutating func macro(_ name: String, _ arguments: [String] = []) {
    let quoted = arguments.map { "\"" + Self.escaped($0) + "\"" }
    source += ([".\(name)"] + quoted).joined(separator: " ") + "\n"
  }

  /// Aligns the following text at the left margin only. Text that fills both margins would get wide
  /// gaps, because a list of choices such as `a|b|c` is one long word.
  mutating func alignLeft() { source += ".ad l\n" }

  mutating func text(_ text: String) {
    source += Self.escaped(text) + "\n"
  }

  mutating func item(_ label: String, _ text: String) {
    source += ".TP\n\\fB\(Self.escaped(label))\\fR\n"
    self.text(text)
  }

  mutating func add(_ command: CommandDescription) {
    item(command.usage, command.summary)
    if let explanation = command.explanation { text(explanation) }
    guard !command.parameters.isEmpty else { return }
    macro("RS")
    for parameter in command.parameters { item(parameter.usage, parameter.fact.value) }
    macro("RE")
  }

  /// Escapes a text for roff, the format of manual pages. Without the escapes, a dot at the start
  /// of a line would begin a formatting command, and `-` would be printed as another kind of dash.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      case "\n", "\r\n": escaped += " "
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
