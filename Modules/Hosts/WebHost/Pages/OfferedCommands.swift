import Conversation
import FeatureKit
import WebRendering

// Finds the commands that a page offers, and the commands that typed words mean.
extension PageFrame {
  /// Returns links for a command's page to other commands with the same noun (first word), such as
  /// `schools`. On a record's page, they are the commands for this record, and on other pages the
  /// commands that need no record.
  ///
  /// A record's page also has links that add a record of another kind for this record, such as a
  /// coach or a file of a school. A list's page also has a link that adds many records at once.
  func actions(beside match: CommandIndex.Match, _ record: Reference?) -> [CommandLink] {
    let others = record.map { additions(naming: $0, besides: match.command.noun) } ?? []
    let pasting = record == nil ? pasting(match.command.noun) : []
    return others
      + commands(of: match).compactMap { command in
        guard !command.takesSeveral else { return nil }
        let first = command.parameters.first { $0.role == .argument && $0.isRequired }
        // A command that adds a record, such as an offer, may need an existing record, such as its
        // school. The form of the command asks for that record, so the link does not name it.
        guard case .references(let kinds) = first?.completion, command.verb != "add" else {
          return record == nil ? CommandLink(command.label, command.words) : nil
        }
        guard let record, kinds.contains(record.kind) else { return nil }
        return CommandLink(command.label, "\(command.words) \(record.handle)")
      } + pasting
  }

  /// Returns the links at the end of a page to forms that add a record, such as an event on the page
  /// of the calendar. The first of them can be the page's primary action.
  func additions(offeredBy page: Page) -> [CommandLink] {
    guard case .links(let links)? = page.blocks.last else { return [] }
    return links.links.filter { link in
      guard let command = try? AskedCommand(link.command, in: conversation.index),
        case .feature(let match) = command
      else { return false }
      return match.command.verb == "add"
    }
  }

  /// Returns links to forms that add a record of another kind and already contain the page's
  /// record. Examples on the page of a school are a new coach of the school, and a file that is
  /// uploaded for it.
  private func additions(naming record: Reference, besides noun: String) -> [CommandLink] {
    conversation.index.entries.flatMap(\.commands).compactMap { command in
      guard ["add", "upload"].contains(command.verb), command.noun != noun, command.mode == .writes,
        looking.offers(command),
        let first = command.parameters.first(where: { $0.takesRecord })
      else { return nil }
      guard case .references(let kinds) = first.completion, kinds.contains(record.kind) else {
        return nil
      }
      // The page itself may have a link to this command with the record as an argument. Two links
      // count as the same if their command lines are equal, so this function writes the line in the
      // same way.
      if command.parameters.first?.name == first.name, first.role == .argument {
        return CommandLink(command.label, "\(command.words) \(record.handle)")
      }
      let line = "\(command.words) --\(first.name) \(record.handle)"
      begun[line] = Addresses.adding(
        first.name, record.handle, to: addresses.anyLine(command.words))
      return CommandLink(command.label, line)
    }
  }

  /// Returns the commands that add a record of one of the kinds that a parameter accepts. In each
  /// result, `name` is the parameter for the new record's name, and `thing` is the kind, such as
  /// `school`.
  func adding(
    for parameter: ParameterDescription
  ) -> [(command: CommandDescription, name: String, thing: String)] {
    guard case .references(let kinds) = parameter.completion else { return [] }
    return kinds.compactMap { kind in
      guard
        let noun = conversation.index.shown(by: "\(kind.letter)1")?.command.split(separator: " ")
          .first,
        let command = conversation.index.entry(for: String(noun))?.commands.first(where: {
          $0.verb == "add"
        }), looking.offers(command),
        let name = command.parameters.first(where: { $0.role == .argument })
      else { return nil }
      return (command, name.name, kind.singular)
    }
  }

  /// Returns a link to the form into which a person pastes many records of the list's kind as rows;
  /// empty if no command imports such records.
  private func pasting(_ noun: String) -> [CommandLink] {
    conversation.index.entries.flatMap(\.commands).compactMap { command in
      guard command.takesRows, looking.offers(command),
        case .words(let words)? = command.parameters.first?.completion,
        let kind = words.first(where: { conversation.index.entry(for: $0)?.noun.word == noun })
      else { return nil }
      return CommandLink(Self.pasteMany, "\(command.words) \(kind)")
    }
  }

  /// Returns links to the commands that can change several records at once. A page with a list
  /// shows them when the person has selected rows.
  func bulk(beside match: CommandIndex.Match) -> [CommandLink] {
    commands(of: match).filter(\.takesSeveral).map {
      CommandLink($0.verb.asChoice, $0.words, spoken: $0.label)
    }
  }

  /// Returns the commands that match a phrase such as "add a school" or "log a call". Each word of
  /// the phrase must begin a word of the command, of its summary, of its choices or of its label in
  /// the menu of every page.
  func commands(meantBy typed: String) -> [CommandDescription] {
    let words = Self.words(of: typed)
    guard words.count > 1 else { return [] }
    return changing { command, named in
      words.contains { command.verbs.contains($0) }
        && words.allSatisfy { word in named.contains { $0.hasPrefix(word) } }
    }
  }

  /// Returns the commands that have all words of a text in their summary or label, such as
  /// "passphrase". A word may be unfinished from its fourth letter on. A single verb such as "log"
  /// first gives the commands with this verb, and of these first the ones in the menu of every page.
  ///
  /// The result is empty for a text that begins with a noun (first word of commands), such as
  /// "schools", because the noun's page offers all its commands.
  func commands(about typed: String) -> [CommandDescription] {
    let words = Self.words(of: typed)
    guard let first = words.first, conversation.index.entry(for: first) == nil else { return [] }
    let menu = host.program.quick.map(\.command)
    let doing = words.count == 1 ? changing { command, _ in command.verbs.contains(first) } : []
    let found = doing.filter { menu.contains($0.words) } + doing.filter { !menu.contains($0.words) }
    guard words.allSatisfy({ $0.count >= Self.fewestLetters }) else { return found }
    let named = Set(found.map(\.words))
    return found
      + changing { command, texts in
        !named.contains(command.words)
          && words.allSatisfy { word in texts.contains { $0.hasPrefix(word) } }
      }
  }

  private static let fewestLetters = 4

  private static func words(of typed: String) -> [String] {
    typed.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { !fillers.contains($0) }
  }

  /// Returns the commands that change data, that menus may show to the viewer, and for which
  /// `isWanted` returns true. `isWanted` gets a command and the words of its description.
  private func changing(
    _ isWanted: (_ command: CommandDescription, _ named: Set<String>) -> Bool
  ) -> [CommandDescription] {
    conversation.index.entries.flatMap(\.commands).filter { command in
      guard command.mode == .writes || command.mode == .writesOwn,
        !command.isOfferedByPage, looking.offers(command)
      else { return false }
      let label = host.program.quick.first { $0.command == command.words }?.label
      return isWanted(command, command.namedWords(besides: label))
    }
  }

  private static let fillers: Set<String> = ["a", "an", "the", "my", "new", "to", "i", "with"]

  /// Returns the commands that have the same noun (first word, such as `schools`), change data and
  /// may be used by the viewer. Commands that the page itself already offers are left out.
  private func commands(of match: CommandIndex.Match) -> [CommandDescription] {
    (conversation.index.entry(for: match.command.noun)?.commands ?? []).filter {
      $0.mode == .writes && !$0.isOfferedByPage && looking.offers($0)
    }
  }
}

extension CommandDescription {
  /// Returns the words of the command, of its summary, of its arguments' choices and of `label`, in
  /// lowercase letters, with which a typed phrase is compared.
  fileprivate func namedWords(besides label: String?) -> Set<String> {
    var texts = [words, summary] + [label].compactMap { $0 }
    for parameter in parameters where parameter.role == .argument {
      if case .words(let choices) = parameter.completion { texts += choices }
    }
    return Set(
      texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
  }

  /// The verb of the command, and the first word of its label, such as "log" in "Log a contact".
  fileprivate var verbs: Set<String> { [verb, label.prefix { $0 != " " }.lowercased()] }

  /// Whether an argument of the command takes several records, so that the command can be applied
  /// to the selected rows of a list.
  fileprivate var takesSeveral: Bool {
    parameters.contains { parameter in
      guard parameter.role == .argument, parameter.isRepeated,
        case .references = parameter.completion
      else { return false }
      return true
    }
  }
}
