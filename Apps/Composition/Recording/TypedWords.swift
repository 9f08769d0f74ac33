import Conversation
import Domain
import FeatureKit
import LineEditing
import Recording

/// Replaces people's own words in the lines and answers that they typed in a recorded session, so
/// that the recording reveals none of them to its reader.
///
/// The grammar of the commands tells which arguments are people's own texts and names. Such an
/// argument is replaced as a whole, even if it contains words that are also words of commands.
struct TypedWords: Sendable {
  private let index: CommandIndex

  init(_ boxes: [FeatureBox]) {
    index = CommandIndex(boxes, reserved: HostCommand.words)
  }

  /// How a recording replaces a value that a person made up.
  private enum Use {
    case text
    /// The value names a record or a profile. A handle (a short name such as `s4`) is not replaced.
    case record
    /// The value names a task. The words of the task's title are not replaced, because they come
    /// with the program.
    case task
    /// The value is a state of the United States. A name such as `Ohio` becomes its letters, `OH`,
    /// because the program would refuse a made-up name.
    case state
  }

  /// Returns the typed line with people's own words replaced. If the line is no valid command, all
  /// words are replaced except those that occur in commands.
  func line(_ line: String, _ pseudonyms: inout Pseudonyms) -> String {
    guard let words = try? CommandText.words(line), let found = uses(of: words),
      found.contains(where: { $0 != nil })
    else { return pseudonyms.line(line) }
    var parts: [String] = []
    var others: [String] = []
    func putOthers(_ pseudonyms: inout Pseudonyms) {
      if !others.isEmpty { parts.append(pseudonyms.line(others.joined(separator: " "))) }
      others = []
    }
    for (word, use) in zip(words, found) {
      guard let use else {
        others.append(Self.written(word))
        continue
      }
      putOthers(&pseudonyms)
      var replaced = word
      if word.isOption {
        let name = String(word.text.prefix { $0 != "=" })
        replaced.text = "\(name)=\(Self.replaced(Self.value(word), use, &pseudonyms))"
      } else {
        replaced.text = Self.replaced(word.text, use, &pseudonyms)
      }
      parts.append(Self.written(replaced))
    }
    putOthers(&pseudonyms)
    return parts.joined(separator: " ")
  }

  /// Returns the answer to a question with people's own words replaced. If a command was typed
  /// instead of an answer, it is replaced as any line is.
  func answer(
    _ text: String, to wanted: Prompt.Wanted, _ pseudonyms: inout Pseudonyms
  ) -> String {
    if index.isCommand(text) { return line(text, &pseudonyms) }
    switch wanted {
    case .text: return Self.replaced(text, .text, &pseudonyms)
    case .records(let kinds): return Self.replaced(text, Self.use(of: kinds), &pseudonyms)
    case .word:
      // The answer to a question for a state is a word such as `Ohio`. A text of two letters may be
      // another word, such as `me`.
      let state = text.count > 2 ? NamedState.letters(of: text) : nil
      return state ?? pseudonyms.line(text)
    }
  }

  private static func replaced(
    _ value: String, _ use: Use, _ pseudonyms: inout Pseudonyms
  ) -> String {
    switch use {
    case .text: pseudonyms.text(value)
    case .record: pseudonyms.reference(value)
    case .task: ListedTexts.isOfTitle(value) ? value : pseudonyms.reference(value)
    case .state: NamedState.letters(of: value) ?? pseudonyms.text(value)
    }
  }

  /// Returns for each word how it is replaced as a part of a person's own text or name; nil for
  /// other words. Returns nil unless exactly one command accepts the line.
  private func uses(of words: [CommandText.Word]) -> [Use?]? {
    let matches =
      (try? index.match(words)).map { [$0] } ?? index.matches(withoutNoun: words)
    let taken = matches.compactMap { uses(of: words, in: $0) }
    return taken.count == 1 ? taken[0] : nil
  }

  private func uses(of words: [CommandText.Word], in match: CommandIndex.Match) -> [Use?]? {
    var options = LineOptions()
    guard let rest = try? options.take(from: match.rest, of: match.command),
      let draft = try? CommandDraft(match.command, words: rest, leavesOpen: true),
      let parameters = draft.parameters(of: rest)
    else { return nil }
    // The list `rest` contains the arguments of the command. Options such as `--json`, which choose
    // the form of the output, are not in it. Each word of the line is therefore compared with the
    // next word of `rest`.
    var left = zip(rest, parameters).map { (word: $0, parameter: $1) }[...]
    let behind = match.rest.map { word -> Use? in
      guard let next = left.first, next.word == word else { return nil }
      left.removeFirst()
      return next.parameter.flatMap { Self.use(of: Self.value(word), as: $0, of: match.command) }
    }
    return [Use?](repeating: nil, count: words.count - behind.count) + behind
  }

  private static func use(
    of value: String, as parameter: ParameterDescription, of command: CommandDescription
  ) -> Use? {
    // The letters of a state, such as `OH`, say too little about a person to be replaced, and the
    // program would accept no other letters in their place.
    guard !NamedState.allLetters.contains(value) else { return nil }
    switch parameter.completion {
    case .references(let kinds):
      // A form of address is not a part of the person's name, such as `coach` in `coach rivera`. It
      // is therefore not replaced.
      return kinds.contains { $0.isAddressed(by: value) } ? nil : use(of: kinds)
    case .named(OfferedMeasures.choices), .named(OfferedMeasures.ownChoices):
      return MetricType(written: value) == nil ? .text : nil
    case .suggested(Sport.choices), .suggested(Sport.positionChoices): return nil
    case .words(let choices):
      return !choices.contains(value.lowercased()) && isStored(parameter, by: command) ? .text : nil
    case .named: return isStored(parameter, by: command) ? .record : nil
    case .none, .suggested, .file:
      if parameter.wordSource == .state { return .state }
      return isStored(parameter, by: command) ? .text : nil
    }
  }

  private static func use(of kinds: [ReferenceKind]) -> Use { kinds == [.task] ? .task : .record }

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
