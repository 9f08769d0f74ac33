package import CivilTime
package import Conversation
package import FeatureKit

/// The options of one run of the program, such as the data folder, the time, and the format of
/// answers. They may stand before the command and after it.
///
/// Parsing them reads no clock, no data and no terminal; only a time zone is looked up in the
/// system's files.
package struct GlobalOptions: Equatable, Sendable {
  /// The folder with the data file `compass.sqlite`; nil uses the default folder.
  package var dataFolder: String?
  package var profile: String?
  package var now: Instant?
  /// The text of `--now` if it is a local time and no option names its time zone; otherwise nil.
  /// `now` is then a time in the machine's zone until `placeNow` is called.
  package private(set) var localNow: String?
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
  /// The words of the command, without the options of the program.
  package var command: [String] = []
  /// The words of an unfinished command, which a shell's completion script passes after
  /// `--complete`; nil if no completion was requested.
  package var completing: [String]?
  /// The option of the program whose value is being completed, such as `--data`; nil if the
  /// completed word is no value of such an option.
  var completingValueOf: GlobalOption?

  package init() {}
}

extension GlobalOptions {
  /// Parses the arguments of the program, without the program's own name.
  ///
  /// An option for answers, such as `--json`, that follows the command stays among its words and is
  /// parsed together with it later, because a command can declare an option of the same name.
  package static func parse(
    _ arguments: [String], environment: Environment = Environment()
  ) throws(Problem) -> GlobalOptions {
    var options = GlobalOptions()
    var rest = arguments[...]
    var moment: String?
    var hasEnded = false
    while let word = rest.first {
      guard word.hasPrefix("-"), word != "-" else { break }
      rest.removeFirst()
      hasEnded = word == "--"
      if hasEnded { break }
      if word == "--complete" {
        options.complete(rest.first == "--" ? rest.dropFirst() : rest)
        return options
      }
      let given = try GivenOption(word)
      try options.take(given, rest: &rest, moment: &moment)
    }
    options.command =
      try hasEnded ? Array(rest) : options.takeOptions(behindCommand: rest, moment: &moment)
    if let file = options.scriptFile, let first = options.command.first {
      throw Problem(
        .usage, "`\(first)` and the script `\(file)` cannot both be run.",
        fix: "Give a command or --file, not both.")
    }
    if let moment {
      options.now = try instant(moment, options.zone ?? .local(variable: environment["TZ"]))
      if options.zone == nil, Instant(moment) == nil { options.localNow = moment }
    }
    return options
  }

  /// Takes the text of `--now` as a time in this zone, if no option names a zone. Nothing changes
  /// if the text is no local time.
  package mutating func placeNow(in zone: Zone) throws(Problem) {
    if let localNow { now = try Self.instant(localNow, zone) }
  }

  /// Takes the options of the program, such as `--data`, out of the words of a command, and returns
  /// the other words. No command declares an option of such a name. The words after `--` stay.
  private mutating func takeOptions(
    behindCommand words: ArraySlice<String>, moment: inout String?
  ) throws(Problem) -> [String] {
    var command: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" { return command + [word] + rest }
      guard let (given, _) = Self.programOption(word) else {
        command.append(word)
        continue
      }
      try take(given, rest: &rest, moment: &moment)
    }
    return command
  }

  /// Returns the option of the program that the word is, such as `--data=DIR`; nil for another
  /// word, and for an option for answers.
  private static func programOption(_ word: String) -> (given: GivenOption, option: GlobalOption)? {
    guard word.hasPrefix("--"), let given = try? GivenOption(word),
      let option = GlobalOption.named(given.name), !option.mayFollowCommand
    else { return nil }
    return (given, option)
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

  /// Reads the options of an unfinished command line, because they decide which data file the
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
    guard let unfinished = rest.popLast() else { return completing = [] }
    if let last = rest.last, let (given, option) = Self.programOption(last),
      option.placeholder != nil, given.value == nil
    {
      completingValueOf = option
      rest.removeLast()
    }
    let command = try? takeOptions(behindCommand: rest, moment: &moment)
    completing = (command ?? Array(rest)) + [unfinished]
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
