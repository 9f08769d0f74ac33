import Conversation
import Domain
import FeatureKit
import Recording

/// Replaces the words that people typed in a session that is recorded. The grammar of the commands
/// tells which of them are texts and names of the people's own: those are replaced as whole values,
/// although they may contain words of commands.
struct TypedWords: Sendable {
  private let index: CommandIndex

  init(_ boxes: [FeatureBox]) {
    index = CommandIndex(boxes, reserved: HostCommand.words)
  }

  /// Returns the line with other words in place of people's own. Of a line that the grammar does
  /// not take, the words of commands stay.
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

  /// Returns the answer to a question for a text or a name with other words in place of people's
  /// own. A command stays one, because the question does not take it for an answer.
  func answer(_ text: String, _ pseudonyms: inout Pseudonyms) -> String {
    index.isCommand(text) ? pseudonyms.line(text) : pseudonyms.value(text)
  }

  /// Returns for each word whether it is of people's own; nil if no command, or more than one,
  /// takes the line.
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
    // The options for the answer, such as `--json`, are missing among the words of the draft.
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
    switch parameter.completion {
    case .references(let kinds):
      // A form of address, as in `coach rivera`, is no part of the name.
      return !kinds.contains { $0.formOfAddress == value.lowercased() }
    case .named(OfferedMeasures.choices), .named(OfferedMeasures.ownChoices):
      return MetricType(written: value) == nil
    case .words(let choices):
      return !choices.contains(value.lowercased()) && isStored(parameter, by: command)
    case .none, .named, .suggested, .file:
      return isStored(parameter, by: command)
    }
  }

  /// Returns whether the value is a text that the command stores. A text to search for may contain
  /// words that the search leaves out, so its words of commands stay.
  private static func isStored(
    _ parameter: ParameterDescription, by command: CommandDescription
  ) -> Bool {
    parameter.isOwnWords && command.mode != .reads
  }

  /// The value of the word, without the name of an option before it.
  private static func value(_ word: CommandText.Word) -> String {
    guard word.isOption, let sign = word.text.firstIndex(of: "=") else { return word.text }
    return String(word.text[word.text.index(after: sign)...])
  }

  /// Returns the word as it is typed. A word in quotes keeps them, because they change its meaning.
  private static func written(_ word: CommandText.Word) -> String {
    let text = CommandText.line([word])
    return word.isQuoted && !text.hasPrefix("\"") ? "\"\(text)\"" : text
  }
}
