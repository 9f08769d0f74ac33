package import CivilTime
package import Conversation
package import FeatureKit

/// The options that stand before the command, such as the data folder, the time, and the format of
/// answers.
///
/// Parsing them reads no clock, no data and no terminal; only a time zone is looked up in the
/// system's files.
package struct GlobalOptions: Equatable, Sendable {
  /// The folder with the data file `compass.sqlite`; nil uses the default folder.
  package var dataFolder: String?
  package var profile: String?
  package var now: Instant?
  package var zone: Zone?
  package var demo = false
  package var scriptFile: String?
  package var keepsGoing = false
  /// The name of the only feature to load (`--only`), which then shows an example family; nil loads
  /// all features.
  package var onlyFeature: String?
  package var wantsHelp = false
  package var wantsVersion = false
  /// The options for answers that apply to every line. An option after a command overrides them for
  /// its line.
  package var answer = LineOptions()
  /// The words of the command, without the options before it.
  package var command: [String] = []
  /// The words of an unfinished command, which a shell's completion script passes after
  /// `--complete`; nil if no completion was requested.
  package var completing: [String]?
  /// The option before the command whose value is being completed, such as `--format`; nil if the
  /// completed word is no option's value.
  var completingValueOf: GlobalOption?

  package init() {}
}

extension GlobalOptions {
  /// Parses the arguments of the program, without the program's own name.
  ///
  /// The options before the command end here. An option for answers, such as `--json`, may also
  /// follow the command, and is parsed together with it later.
  package static func parse(
    _ arguments: [String], environment: Environment = Environment()
  ) throws(Problem) -> GlobalOptions {
    var options = GlobalOptions()
    var rest = arguments[...]
    var moment: String?
    while let word = rest.first {
      guard word.hasPrefix("-"), word != "-" else { break }
      rest.removeFirst()
      if word == "--" { break }
      if word == "--complete" {
        options.complete(rest.first == "--" ? rest.dropFirst() : rest)
        return options
      }
      let given = try GivenOption(word)
      try options.take(given, rest: &rest, moment: &moment)
    }
    options.command = Array(rest)
    if let file = options.scriptFile, let first = rest.first {
      throw Problem(
        .usage, "`\(first)` and the script `\(file)` cannot both be run.",
        fix: "Give a command or --file, not both.")
    }
    if let moment {
      options.now = try instant(moment, options.zone ?? .local(variable: environment["TZ"]))
    }
    return options
  }

  private mutating func take(
    _ given: GivenOption, rest: inout ArraySlice<String>, moment: inout String?
  ) throws(Problem) {
    guard let option = GlobalOption.named(given.name) else { throw GlobalOption.unknown(given) }
    let value = try option.value(of: given) { rest.popFirst() }
    switch option {
    case .data: dataFolder = value
    case .profile: profile = value
    case .now: moment = value
    case .timezone: zone = try Setting.zone(value)
    case .demo: demo = true
    case .file: scriptFile = value
    case .keepGoing: keepsGoing = true
    case .only: onlyFeature = value
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    case .format, .json, .width, .noColor, .yes, .out, .stdout, .open:
      try answer.take(option, value)
    }
  }

  /// Reads the options before an unfinished command, because they decide which data file the
  /// candidates come from. An invalid option is skipped.
  private mutating func complete(_ words: ArraySlice<String>) {
    var rest = words
    var moment: String?
    while rest.count > 1, let word = rest.first, word.hasPrefix("--"),
      let given = try? GivenOption(word)
    {
      rest.removeFirst()
      if let option = GlobalOption.named(given.name), option.placeholder != nil,
        given.value == nil, rest.count == 1
      {
        completingValueOf = option
        break
      }
      try? take(given, rest: &rest, moment: &moment)
    }
    completing = Array(rest)
  }

  private static func instant(_ text: String, _ zone: Zone) throws(Problem) -> Instant {
    switch NaturalInstant.parse(text, zone: zone) {
    case .success(let instant): return instant
    case .failure:
      throw Problem(
        .usage, "`\(text)` is not a moment.",
        fix: "Examples: 2026-02-10, 2026-02-10 08:30, 2026-02-10T08:30:00-05:00")
    }
  }
}
