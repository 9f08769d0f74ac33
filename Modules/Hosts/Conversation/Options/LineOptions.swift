package import FeatureKit

/// The format in which pages and results are written, as the option `--format` names it.
package enum OutputFormat: String, CaseIterable, Sendable {
  case terminal, plain, json, html
}

/// Whether the person agrees in advance to the question of a command, with the option `--yes`.
package enum Agreement: Equatable, Sendable {
  /// The person has not agreed in advance. At a terminal the question is asked. Elsewhere it is
  /// only reported, and the command changes nothing.
  case none
  case toAll
  /// The person agrees in advance to the question with this digest (a hash of its text), and to no
  /// other question.
  case to(digest: String)

  func covers(_ digest: String) -> Bool {
    switch self {
    case .none: false
    case .toAll: true
    case .to(let agreed): agreed == digest
    }
  }
}

/// The options that decide how a command is answered, such as the output format.
///
/// An option before the command applies to all lines of a prompt or script. An option after a
/// command applies only to the line of that command.
package struct LineOptions: Equatable, Sendable {
  package static let widths = 40...200

  package var agreement = Agreement.none
  package var format: OutputFormat?
  package var width: Int?
  package var noColor = false
  package var wantsHelp = false
  /// The path of the file, from the option `--out`, into which the command's result is written; nil
  /// without the option.
  package var out: String?
  package var toOutput = false
  package var opensFile = false

  package init() {}

  /// Returns the format that an option among the words names; nil if there is none. An error in a
  /// line is reported in this format even if no command was found for the line.
  package static func format(askedIn words: [String]) -> OutputFormat? {
    let options = words.prefix { $0 != "--" }
    if options.contains("--json") { return .json }
    let option = "--" + GlobalOption.format.rawValue
    for (place, word) in options.enumerated() {
      if word.hasPrefix(option + "=") {
        return OutputFormat(rawValue: word.dropFirst(option.count + 1).lowercased())
      }
      if word == option, place + 1 < options.count {
        return OutputFormat(rawValue: options[place + 1].lowercased())
      }
    }
    return nil
  }

  package mutating func take(_ option: GlobalOption, _ value: String) throws(Problem) {
    switch option {
    case .format: format = try Self.format(value)
    case .json: format = .json
    case .width: width = try Self.width(value)
    case .noColor: noColor = true
    case .yes: agreement = value.isEmpty ? .toAll : .to(digest: value)
    case .out: out = value
    case .stdout: toOutput = true
    case .open: opensFile = true
    case .help: wantsHelp = true
    case .data, .profile, .now, .timezone, .demo, .file, .keepGoing, .only, .version: break
    }
    if out != nil, toOutput {
      throw Problem(.usage, "--out and --stdout cannot both be used.", fix: "Choose one of them.")
    }
  }

  static func format(_ text: String) throws(Problem) -> OutputFormat {
    guard let format = OutputFormat(rawValue: text.lowercased()) else {
      throw Problem.noChoice(
        text, among: OutputFormat.allCases.map(\.rawValue), title: "`\(text)` is not a format.")
    }
    return format
  }

  static func width(_ text: String) throws(Problem) -> Int {
    guard let width = Int(text), widths.contains(width) else {
      throw Problem(
        .usage, "`\(text)` is not a width.",
        fix: "Use a number from \(widths.lowerBound) to \(widths.upperBound).")
    }
    return width
  }
}

extension LineOptions {
  /// Removes the program's own options, such as `--json`, from the words of a line, and returns the
  /// words that remain for the command.
  ///
  /// If the command declares an option with the same name, the option and its value remain.
  package mutating func take(
    from words: [CommandText.Word], of command: CommandDescription
  ) throws(Problem) -> [CommandText.Word] {
    var kept: [CommandText.Word] = []
    // An option of the command may lack its value. If the next word is an option of the program,
    // such as `--json`, that word is removed, and the word after it would be taken for the missing
    // value. So the option without a value is moved to the end of the line.
    var open: [CommandText.Word] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard !word.isQuoted, word.text.hasPrefix("--") else {
        kept.append(word)
        continue
      }
      if word.text == "--" { return kept + open + [word] + rest }
      let given = try GivenOption(word.text)
      if let own = command.parameters.first(where: { $0.isNamed(given.name) }),
        own.role != .argument
      {
        let takesValue = own.role == .option && given.value == nil
        if takesValue, let value = rest.first, !value.isOption {
          kept += [word, value]
          rest.removeFirst()
        } else if takesValue {
          open.append(word)
        } else {
          kept.append(word)
        }
      } else if let option = GlobalOption.named(given.name), option.mayFollowCommand {
        guard option.mayFollow(command) else {
          throw Problem(
            .usage, "`\(command.words)` makes no file, so \(option.name) means nothing to it.",
            fix: "Usage:  \(command.usage)")
        }
        try take(option, try option.value(of: given) { rest.popFirst()?.text })
      } else if GlobalOption.named(given.name) != nil {
        throw Problem(
          .usage, "--\(given.name) is for the whole run of the program, and not for one line.",
          fix: "Write:  compass-shell --\(given.name) … \(command.words)")
      } else {
        kept.append(word)
      }
    }
    return kept + open
  }

  /// Throws if the line has an option for the file that the command creates, such as `--out`, and
  /// also an option with which the command creates no file, such as `--eml`, which writes e-mail
  /// messages instead.
  func refuseFileOptions(beside words: [CommandText.Word], of command: CommandDescription)
    throws(Problem)
  {
    let file = out != nil ? "--out" : toOutput ? "--stdout" : opensFile ? "--open" : nil
    guard let file,
      let other = command.parameters.first(where: { parameter in
        parameter.replacesFile
          && words.contains {
            $0.isOption
              && $0.text.split(separator: "=").first.map { $0 == "--\(parameter.name)" } ?? false
          }
      })
    else { return }
    throw Problem(
      .usage, "--\(other.name) and \(file) cannot both be used.", fix: "Choose one of them.")
  }
}
