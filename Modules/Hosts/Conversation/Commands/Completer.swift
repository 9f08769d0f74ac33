package import FeatureKit

/// Finds the words that can complete a command line at the cursor: commands, options, choices, and
/// names of records.
package struct Completer: Sendable {
  let index: CommandIndex
  let resolver: ReferenceResolver
  let names: @Sendable (String) async -> [String]
  let fileNames: @Sendable (_ beginning: String) -> [String]

  /// One word or name that can complete the word at the cursor.
  package struct Candidate: Equatable, Sendable {
    /// The candidate without quotation marks.
    package var text: String
    /// A short description of the candidate, which is shown beside it in a list of candidates.
    package var summary: String
    package var endsWord: Bool
    package var meaning: Meaning

    /// What the candidate is. A host (the shell or the web server) can then show it in other words,
    /// for example a command by the label of its page.
    package enum Meaning: Equatable, Sendable {
      /// A word that names no command, option or record, such as a choice or the name of a setting.
      case word
      case option
      /// The command that the line names if the candidate is its last word, such as `tasks add` for
      /// the candidate `add`.
      case command(String)
      case record(ReferenceResolver.Named)
    }

    init(
      _ text: String, summary: String = "", endsWord: Bool = true, meaning: Meaning = .word
    ) {
      self.text = text
      self.summary = summary
      self.endsWord = endsWord
      self.meaning = meaning
    }
  }

  /// The largest number of records that are offered when the beginning of a name is typed.
  private static let limit = 50

  /// Returns the candidates for the word at the cursor of a line.
  ///
  /// - Parameter cursor: the number of Unicode scalars before the cursor.
  package func candidates(_ line: String, _ cursor: Int) async -> [Candidate] {
    let typed = String(String.UnicodeScalarView(line.unicodeScalars.prefix(cursor)))
    guard let (before, beginning) = Self.split(typed) else { return [] }
    return await candidates(after: before, beginning)
  }

  /// Returns the candidates that can follow the words in `before` and begin with the text
  /// `beginning`.
  package func candidates(after before: [CommandText.Word], _ beginning: String) async
    -> [Candidate]
  {
    guard let first = before.first else {
      return fitting(beginning.hasPrefix("-") ? globalOptions : firstWords, beginning)
    }
    if let host = HostCommand(word: first.text, in: index) {
      switch host {
      case .help, .open:
        return await candidates(after: Array(before.dropFirst()), beginning)
          .filter { host == .open || !$0.text.hasPrefix("--") }
      case .set where before.count == 2:
        let setting = Setting(rawValue: before[1].text.lowercased())
        let zones = setting == .timezone ? await names("zones") : []
        return fitting(
          (setting?.choices ?? []).map { Candidate($0) } + zones.map { Candidate($0) }, beginning)
      default:
        return await parameters(host.description, Array(before.dropFirst()), beginning)
      }
    }
    guard let entry = index.entry(for: first.text) else { return [] }
    var found: [Candidate] = []
    if before.count == 1 {
      found = fitting(
        entry.commands.filter { !$0.verb.isEmpty }.map {
          Candidate($0.verb, summary: $0.summary, meaning: .command($0.words))
        }, beginning)
    }
    guard let match = try? index.match(before) else { return found }
    return found + (await parameters(match.command, match.rest, beginning))
  }

  private var globalOptions: [Candidate] {
    GlobalOption.allCases.map { Candidate($0.name, summary: $0.summary, meaning: .option) }
  }

  private var firstWords: [Candidate] {
    index.entries.map { entry in
      Candidate(
        entry.noun.word, summary: entry.noun.summary, meaning: .command(entry.noun.word))
    }
      + index.hostCommands.map { host in
        Candidate(
          host.rawValue, summary: host.description.summary, meaning: .command(host.rawValue))
      }
  }
}

// MARK: - Completing parameters and values

extension Completer {
  private func parameters(
    _ command: CommandDescription, _ given: [CommandText.Word], _ beginning: String
  ) async -> [Candidate] {
    let options = command.parameters.filter { $0.role != .argument }
    if let option = Self.optionWaitingForValue(given, options) {
      return await values(option.completion, beginning)
    }
    if beginning.hasPrefix("--") {
      if let sign = beginning.firstIndex(of: "=") {
        let name = beginning[..<sign].dropFirst(2)
        guard let option = options.first(where: { $0.isNamed(name) }) else { return [] }
        let value = String(beginning[beginning.index(after: sign)...])
        return await values(option.completion, value).map {
          Candidate(
            beginning[...sign] + $0.text, summary: $0.summary, endsWord: $0.endsWord,
            meaning: .option)
        }
      }
      return fitting(optionNames(command, given), beginning)
    }
    let arguments = command.parameters.filter { $0.role == .argument }
    let filled = Self.wordsInPlace(given, options)
    guard let argument = filled < arguments.count ? arguments[filled] : arguments.last,
      filled < arguments.count || argument.isRepeated
    else { return beginning.isEmpty ? fitting(optionNames(command, given), "") : [] }
    return await values(argument.completion, beginning)
  }

  package func values(_ completion: Completion, _ beginning: String) async -> [Candidate] {
    switch completion {
    case .none: return []
    case .words(let words): return fitting(words.map { Candidate($0) }, beginning)
    case .named(let name), .suggested(let name):
      return fitting(await names(name).map { Candidate($0) }, beginning)
    case .file:
      return fileNames(beginning).map { Candidate($0, endsWord: !$0.hasSuffix("/")) }
    case .references(let kinds): return await records(kinds, beginning)
    }
  }

  /// Returns the records that match the typed text as candidates, each written as its title.
  ///
  /// A record is written as its handle (short name), such as `t1`, if the typed text is a handle or
  /// if another record has an equal title.
  private func records(_ kinds: [ReferenceKind], _ beginning: String) async -> [Candidate] {
    if Self.isHandle(beginning, of: kinds) {
      let all = await resolver.candidates(for: "", as: kinds, limit: .max)
      let letter = beginning.first?.isNumber == true ? kinds.first.map { String($0.letter) } : ""
      return fitting(
        all.map {
          Candidate(
            $0.reference.handle, summary: $0.reference.title, meaning: .record($0))
        },
        (letter ?? "") + beginning)
    }
    let found = await resolver.candidates(for: beginning, as: kinds, limit: Self.limit)
    let titles = Dictionary(grouping: found, by: \.reference.title)
    return found.map { named in
      let (title, handle) = (named.reference.title, named.reference.handle)
      let detail = named.detail.map { " · " + $0 } ?? ""
      return titles[title]?.count == 1
        ? Candidate(title, summary: handle + detail, meaning: .record(named))
        : Candidate(handle, summary: title + detail, meaning: .record(named))
    }
  }

  /// Returns whether the text is a handle (short name of a record), such as `t1`. A number alone,
  /// such as `1`, counts as a handle if the parameter accepts only one kind of record.
  private static func isHandle(_ text: String, of kinds: [ReferenceKind]) -> Bool {
    let letters = text.prefix { !$0.isNumber }
    let digits = text.dropFirst(letters.count)
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
    return letters.isEmpty
      ? kinds.count == 1 : kinds.contains { String($0.letter) == letters.lowercased() }
  }

  private func optionNames(
    _ command: CommandDescription, _ given: [CommandText.Word]
  ) -> [Candidate] {
    let used = Set(given.filter(\.isOption).map { $0.text.prefix { $0 != "=" } })
    let own = command.parameters.flatMap { parameter -> [Candidate] in
      switch parameter.role {
      case .argument: []
      case .option, .flag:
        [Candidate("--" + parameter.name, summary: parameter.summary, meaning: .option)]
      case .secret:
        ["file", "fd"].map {
          Candidate(
            "--\(parameter.name)-\($0)", summary: parameter.summary, meaning: .option)
        }
      }
    }
    let hosts = GlobalOption.allCases.filter {
      $0.mayFollow(command)
    }.map { Candidate($0.name, summary: $0.summary, meaning: .option) }
    let repeated = Set(command.parameters.filter(\.isRepeated).map { "--" + $0.name })
    return (own + hosts.filter { host in !own.contains { $0.text == host.text } })
      .filter { !used.contains($0.text[...]) || repeated.contains($0.text) }
  }

  private func fitting(_ candidates: [Candidate], _ beginning: String) -> [Candidate] {
    let wanted = beginning.lowercased()
    return candidates.filter { $0.text.lowercased().hasPrefix(wanted) }
  }

  private static func optionWaitingForValue(
    _ given: [CommandText.Word], _ options: [ParameterDescription]
  ) -> ParameterDescription? {
    guard let last = given.last, last.isOption else { return nil }
    return options.first { $0.role == .option && $0.isNamed(last.text.dropFirst(2)) }
  }

  /// Returns how many of the typed words are arguments of the command, and neither options nor
  /// values of options. The word at the cursor is then the next argument.
  private static func wordsInPlace(
    _ given: [CommandText.Word], _ options: [ParameterDescription]
  ) -> Int {
    var count = 0
    var rest = given[...]
    while let word = rest.popFirst() {
      if !word.isOption {
        count += 1
      } else if options.contains(where: { $0.role == .option && $0.isNamed(word.text.dropFirst(2)) }
      ) {
        _ = rest.popFirst()
      }
    }
    return count
  }

  /// Returns the words before the cursor, and the word at the cursor without its quotation marks;
  /// nil if the cursor is in a comment, which begins with `#`.
  static func split(_ typed: String) -> (before: [CommandText.Word], beginning: String)? {
    // The line is split into words with a marker character at the cursor, because the word at the
    // cursor may still be empty. If a quotation mark is still open, a closing one is added after
    // the marker.
    let mark: Character = "\u{F8FF}"
    for ending in ["", "\"", "'"] {
      guard let words = try? CommandText.words(typed + String(mark) + ending) else { continue }
      guard let last = words.last, last.text.last == mark else { return nil }
      return (Array(words.dropLast()), String(last.text.dropLast()))
    }
    return nil
  }
}

extension Conversation {
  /// Returns a completer (it finds the words that can complete a command line) for the commands of
  /// this conversation.
  ///
  /// - Parameter fileNames: returns the names of local files that begin with a text. It returns
  ///   none if the people who use the program have no access to its files, as in a browser.
  package func completer(
    fileNames: @escaping @Sendable (_ beginning: String) -> [String] = { _ in [] }
  ) -> Completer {
    Completer(
      index: index, resolver: visit.resolver, names: visit.lists.words, fileNames: fileNames)
  }
}
