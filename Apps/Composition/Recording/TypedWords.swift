import Conversation
import Domain
import FeatureKit
import Recording

/// Replaces people's own words in the lines and answers that they typed in a recorded session, so
/// that the recording can be given away.
///
/// The grammar of the commands tells which arguments are people's own texts and names. Such an
/// argument is replaced as a whole, even if it contains words that are also words of commands.
struct TypedWords: Sendable {
  private let index: CommandIndex

  init(_ boxes: [FeatureBox]) {
    index = CommandIndex(boxes, reserved: HostCommand.words)
  }

  /// Returns the typed line with people's own words replaced. If the line is no valid command, all
  /// words are replaced except those that occur in commands.
  func line(_ line: String, _ pseudonyms: inout Pseudonyms) -> String {
    guard let words = try? CommandText.words(line), let areOwn = ownWords(in: words),
      areOwn.contains(true)
    else { return pseudonyms.line(line) }
    var parts: [String] = []
    var others: [String] = []
    func putOthers(_ pseudonyms: inout Pseudonyms) {
      if !others.isEmpty { parts.append(pseudonyms.line(others.joined(separator: " "))) }
      others = []
    }
    for (word, isOwn) in zip(words, areOwn) {
      guard isOwn else {
        others.append(Self.written(word))
        continue
      }
      putOthers(&pseudonyms)
      var replaced = word
      if word.isOption {
        let name = String(word.text.prefix { $0 != "=" })
        replaced.text = "\(name)=\(pseudonyms.value(Self.value(word)))"
      } else {
        replaced.text = pseudonyms.value(word.text)
      }
      parts.append(Self.written(replaced))
    }
    putOthers(&pseudonyms)
    return parts.joined(separator: " ")
  }

  /// Returns the answer to a question for a text or a name, with people's own words replaced. If a
  /// command was typed instead of an answer, the words of the command stay.
  func answer(_ text: String, _ pseudonyms: inout Pseudonyms) -> String {
    index.isCommand(text) ? pseudonyms.line(text) : pseudonyms.value(text)
  }

  /// Returns for each word whether it belongs to a person's own text or name. Returns nil unless
  /// exactly one command accepts the line.
  private func ownWords(in words: [CommandText.Word]) -> [Bool]? {
    let matches =
      (try? index.match(words)).map { [$0] } ?? index.matches(withoutNoun: words)
    let taken = matches.compactMap { ownWords(in: words, of: $0) }
    return taken.count == 1 ? taken[0] : nil
  }

  private func ownWords(in words: [CommandText.Word], of match: CommandIndex.Match) -> [Bool]? {
    var options = LineOptions()
    guard let rest = try? options.take(from: match.rest, of: match.command),
      let draft = try? CommandDraft(match.command, words: rest, leavesOpen: true),
      let parameters = draft.parameters(of: rest)
    else { return nil }
    // `rest` lacks options such as `--json`, which choose the form of the answer, so the words of
    // the line are matched with the remaining words one by one.
    var left = zip(rest, parameters).map { (word: $0, parameter: $1) }[...]
    let behind = match.rest.map { word -> Bool in
      guard let next = left.first, next.word == word else { return false }
      left.removeFirst()
      return next.parameter.map { Self.isOwn(Self.value(word), $0, of: match.command) } ?? false
    }
    return Array(repeating: false, count: words.count - behind.count) + behind
  }

  private static func isOwn(
    _ value: String, _ parameter: ParameterDescription, of command: CommandDescription
  ) -> Bool {
    // The letters of a state, such as `OH`, tell too little about a person to be replaced, and no
    // other letters would be accepted in their place.
    guard !NamedState.allLetters.contains(value) else { return false }
    switch parameter.completion {
    case .references(let kinds):
      // A form of address is not a part of the person's name, such as `coach` in `coach rivera`. It
      // is therefore not replaced.
      return !kinds.contains { $0.formOfAddress == value.lowercased() }
    case .named(OfferedMeasures.choices), .named(OfferedMeasures.ownChoices):
      return MetricType(written: value) == nil
    case .words(let choices):
      return !choices.contains(value.lowercased()) && isStored(parameter, by: command)
    case .none, .named, .suggested, .file:
      return isStored(parameter, by: command)
    }
  }

  /// Returns whether the value is a text that the command stores. A text to search for is not
  /// stored, and may contain words of commands that the search ignores, so it is not replaced as a
  /// whole.
  private static func isStored(
    _ parameter: ParameterDescription, by command: CommandDescription
  ) -> Bool {
    parameter.isOwnWords && command.mode != .reads
  }

  /// The value of the word; for an option such as `--name=value`, only the text after the equals
  /// sign.
  private static func value(_ word: CommandText.Word) -> String {
    guard word.isOption, let sign = word.text.firstIndex(of: "=") else { return word.text }
    return String(word.text[word.text.index(after: sign)...])
  }

  /// Returns the word as it was typed. Quotes around a word are kept, because they change its
  /// meaning.
  private static func written(_ word: CommandText.Word) -> String {
    let text = CommandText.line([word])
    return word.isQuoted && !text.hasPrefix("\"") ? "\"\(text)\"" : text
  }
}
