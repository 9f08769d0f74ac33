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
  /// The text of `--now`, if it is a local time and no option gives the time zone; otherwise nil.
  /// The right time zone is not known before the settings are read: until `placeNow` is called,
  /// `now` is computed with the zone of the machine.
  package private(set) var localNow: String?
  package var zone: Zone?
  package var demo = false
  package var scriptFile: String?
  package var keepsGoing = false
  /// The only feature to load, by its name (`--only`); nil loads all features. With one feature
  /// alone, the program shows the data of an example family.
  package var onlyFeature: String?
  package var wantsHelp = false
  package var wantsVersion = false
  /// The options that decide how commands are answered, such as `--json`. They apply to every line
  /// of a prompt or script, unless an option of the line overrides them.
  package var answer = LineOptions()
  /// The words of the command, without the options of the program.
  package var command: [String] = []
  /// The words of an unfinished command line, for which the candidates at its end are requested.
  /// The completion script of bash, zsh or fish passes them after `--complete`. It is nil if no
  /// completion was requested.
  package var completing: [String]?
  /// The program's option, such as `--data`, whose value is unfinished and is to be completed; nil
  /// if the unfinished word is part of the command.
  var completingValueOf: GlobalOption?

  package init() {}
}

extension GlobalOptions {
  /// Parses the arguments of the program, without the program's own name.
  ///
  /// An option after the command that decides about the answer, such as `--json`, stays among the
  /// command's words. It is parsed later together with the command, which can declare an option of
  /// the same name.
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

  /// Computes `now` again with this time zone, if `--now` is a local time and no option gives its
  /// zone. Otherwise nothing changes.
  package mutating func placeNow(in zone: Zone) throws(Problem) {
    if let localNow { now = try Self.instant(localNow, zone) }
  }

  /// Takes the options that concern the whole run, such as `--data`, out of the words of a command,
  /// and returns the other words. This is safe, because no command declares an option of such a
  /// name. Words after `--` are not touched.
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

  /// Returns the option, if the word is one that concerns the whole run of the program, such as
  /// `--data=DIR`. The result is nil for any other word, also for an option such as `--json` that
  /// decides about an answer.
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

  /// Parses the options before an unfinished command. They are needed because they decide which
  /// data file is searched for candidates. An invalid option is skipped.
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
