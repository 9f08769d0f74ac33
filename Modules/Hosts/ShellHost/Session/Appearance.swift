import Conversation
import FeatureKit
import LineEditing
import TerminalRendering

/// How answers are formatted: the output format, the width, and the colors and symbols of the
/// terminal.
struct Appearance: Equatable {
  var format: OutputFormat
  var style: TerminalStyle
  let isOnScreen: Bool

  init(_ line: LineOptions, _ settings: ShellSettings, _ console: Console) {
    // The environment variable `ACCESSIBLE` applies to every output, also to output into a file.
    // The stored setting `accessible` applies only to a terminal, so that output which other
    // programs read stays the same.
    let isAccessible =
      Self.asksForSentences(console.environment)
      || settings.isAccessible && console.outputIsTerminal
    format = line.format ?? (isAccessible ? .plain : .terminal)
    isOnScreen = console.outputIsTerminal
    let room =
      console.outputIsTerminal
      ? console.size()?.columns : console.environment["COLUMNS"].flatMap { Int($0) }
    let wanted = line.width ?? settings.width ?? room ?? 80
    style = TerminalStyle(
      width: wanted, depth: line.noColor ? .none : Self.depth(settings, console),
      marks: Self.marks(console.environment),
      ground: Ground(rawValue: settings[.theme]) ?? .dark)
  }

  /// Whether the output is for a person, who can also answer questions. The other formats, JSON and
  /// HTML, are for programs.
  var isForPeople: Bool { format == .terminal || format == .plain }

  /// Returns whether the environment variable `ACCESSIBLE` asks for plain sentences, which a screen
  /// reader can read. Other terminal programs use this variable too.
  private static func asksForSentences(_ environment: Environment) -> Bool {
    let value = environment["ACCESSIBLE"] ?? ""
    return !value.isEmpty && !["0", "no", "off", "false"].contains(value.lowercased())
  }

  private static func depth(_ settings: ShellSettings, _ console: Console) -> ColourDepth {
    let environment = console.environment
    let term = environment["TERM"] ?? ""
    switch settings[.color] {
    case "never": return .none
    case "always": break
    default:
      let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || term == "dumb" || term.isEmpty
      guard console.outputIsTerminal, !isRefused else { return .none }
    }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .trueColour }
    return term.contains("256color") ? .palette256 : .sixteen
  }

  /// Returns the set of symbols that the output can show: ASCII in the locales `C` and `POSIX`, and
  /// Unicode in all others. The order in which the variables are read is that of the C library.
  private static func marks(_ environment: Environment) -> VisibleText.Signs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return locale == "C" || locale == "POSIX" ? .ascii : .unicode
  }
}
