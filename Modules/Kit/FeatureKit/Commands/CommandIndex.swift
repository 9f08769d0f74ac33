/// All commands of all features, found by their words. The shell and the web server look up every
/// command line here first.
///
/// A feature that cannot be loaded is left out completely, and `refusals` contains the reason. The
/// other features work.
public struct CommandIndex: Sendable {
  /// The first word of commands, such as `tasks`, with the commands that begin with it and their
  /// feature.
  public struct Entry: Equatable, Sendable {
    /// The feature whose manifest lists the noun (first word of commands).
    public var feature: FeatureManifest
    /// The noun (first word of commands), with its aliases.
    public var noun: Noun
    /// Returns the feature's commands that begin with a noun (first word). It is called only for
    /// the noun of the command line, so that the commands of other nouns are not created.
    let declared: @Sendable (Noun) -> DeclaredCommands

    /// All commands that begin with the noun (first word).
    public var commands: [CommandDescription] { declared(noun).all }

    public static func == (left: Entry, right: Entry) -> Bool {
      left.feature == right.feature && left.noun == right.noun && left.commands == right.commands
    }

    /// The command that runs if a person types only the noun (first word). For example, `tasks`
    /// runs `tasks list`.
    public var opening: CommandDescription? { declared(noun).command(noun.opens) }
  }

  /// The command that a command line names, and the remaining words, which become the values of its
  /// parameters.
  public struct Match: Equatable, Sendable {
    /// The identifier of the feature that declared the command.
    public var feature: String
    public var command: CommandDescription
    /// The words after the noun and the verb (the first and the second word), in their order.
    public var rest: [CommandText.Word]
  }

  /// The nouns (first words) of all features with their commands, in the order of the features in
  /// menus.
  public let entries: [Entry]
  /// The reasons why features were left out. Such a feature was built for another version of the
  /// module FeatureKit, or its commands begin with a word that the host (shell or web server) or
  /// another feature already uses.
  public let refusals: [Problem]

  private let positions: [String: Int]
  private let reserved: [String]
  private let omitted: Set<String>

  /// - Parameter reserved: the first words that the shell or the web server itself uses, such as
  ///   `help` and `undo`. No feature may claim them.
  public init(
    _ features: [(manifest: FeatureManifest, commands: [CommandDescription])],
    reserved: [String] = []
  ) {
    let declared = features.map { manifest, commands in
      let stray = commands.first { command in !manifest.nouns.contains { $0.word == command.noun } }
      let declared = { @Sendable (noun: Noun) in
        DeclaredCommands(
          commands.filter { $0.noun == noun.word }, under: noun, of: manifest, stray: stray)
      }
      let fault = manifest.nouns.lazy.compactMap { declared($0).fault }.first
      return (manifest: manifest, declared: declared, fault: fault)
    }
    self.init(
      declared.filter { $0.fault == nil }.map { ($0.manifest, $0.declared) }, reserved: reserved,
      faults: declared.compactMap(\.fault))
  }

  /// Creates the index of the features that the host (shell or web server) has loaded. The commands
  /// that begin with a noun (first word) are declared only when a command line needs them, and a
  /// faulty declaration is reported at that time.
  ///
  /// - Parameter omitted: the words of commands that this host does not have.
  public init(_ boxes: [FeatureBox], reserved: [String] = [], omitting omitted: Set<String> = []) {
    self.init(
      boxes.map { box in (box.manifest, { box.declared(under: $0).without(omitted) }) },
      reserved: reserved, omitting: omitted, faults: [])
  }

  private init(
    _ features: [(manifest: FeatureManifest, declared: @Sendable (Noun) -> DeclaredCommands)],
    reserved: [String], omitting omitted: Set<String> = [], faults: [Problem]
  ) {
    self.omitted = omitted
    var entries: [Entry] = []
    var refusals: [Problem] = []
    var owners = Dictionary(
      reserved.map { ($0, "the program itself") }, uniquingKeysWith: { first, _ in first })
    for (manifest, declared) in features.sorted(by: { $0.manifest.order < $1.manifest.order }) {
      if let refusal = Self.refusal(of: manifest, owners) {
        refusals.append(refusal)
        continue
      }
      for noun in manifest.nouns {
        for word in noun.words { owners[word] = manifest.id }
        entries.append(Entry(feature: manifest, noun: noun, declared: declared))
      }
    }
    self.entries = entries
    self.refusals = refusals + faults
    self.reserved = reserved
    positions = Dictionary(
      entries.enumerated().flatMap { position, entry in entry.noun.words.map { ($0, position) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether some of the features' commands do not exist in this host (shell or web server). A
  /// server with accounts leaves some commands out.
  public var omitsSome: Bool { !omitted.isEmpty }

  /// Returns whether a command line begins with a command that this host (shell or web server) does
  /// not have.
  public func omits(_ line: String) -> Bool {
    guard !omitted.isEmpty else { return false }
    let words = line.split(separator: " ").prefix(2).map(String.init)
    guard let first = words.first else { return false }
    if omitted.contains(first) || omitted.contains(words.joined(separator: " ")) { return true }
    // A line with only a noun (first word) runs the command that `Noun.opens` names. The host
    // (shell or web server) may not have this command.
    guard words.count == 1, let noun = entry(for: first)?.noun else { return false }
    return omitted.contains("\(noun.word) \(noun.opens)")
  }

  /// Returns the noun for a first word. The word is the noun or one of its aliases, in upper or
  /// lower case.
  public func entry(for word: String) -> Entry? {
    positions[word.lowercased()].map { entries[$0] }
  }

  /// Returns the command that a command line names.
  ///
  /// The first word is the noun, and the second word is the verb. A line without a second word, or
  /// with an option as its second word, runs the command that `Noun.opens` names. So does a line
  /// whose second word is neither a verb nor an option, provided that this command takes words.
  public func match(_ words: [CommandText.Word]) throws(Problem) -> Match {
    guard let first = words.first else { throw Problem(.usage, "Say a command.", fix: Self.help) }
    guard let entry = entry(for: first.text) else { throw unknown(first.text) }
    let rest = Array(words.dropFirst())
    let commands = entry.declared(entry.noun)
    if let fault = commands.fault { throw fault }
    if let verb = rest.first?.text.lowercased(), !verb.isEmpty,
      let command = commands.command(verb)
    {
      return Match(feature: entry.feature.id, command: command, rest: Array(rest.dropFirst()))
    }
    // A command line may begin with the first noun of a feature although the second word is also a
    // noun of this feature, as in `performance measures add`. The line then means `measures add`.
    if let word = rest.first, let other = self.entry(for: word.text), other.noun != entry.noun,
      other.feature.id == entry.feature.id, entry.noun == entry.feature.nouns.first
    {
      return try match(rest)
    }
    guard let opening = entry.opening else {
      throw Self.unknownVerb(rest.first?.text ?? "", in: entry)
    }
    if let word = rest.first, !word.isOption, !opening.takesWords {
      throw word.isShortOption
        ? Self.shortOption(word.text, in: entry) : Self.unknownVerb(word.text, in: entry)
    }
    return Match(feature: entry.feature.id, command: opening, rest: rest)
  }
}

// MARK: - A verb without its noun

extension CommandIndex {
  /// Returns the commands that a command line may mean if it lacks the noun (first word) and begins
  /// with the verb, as in `log call ana`. Empty if the first word is a known noun.
  public func matches(withoutNoun words: [CommandText.Word]) -> [Match] {
    guard let verb = words.first?.text.lowercased(), words.count > 1, entry(for: verb) == nil else {
      return []
    }
    return entries.flatMap { entry in
      entry.commands.filter { $0.verb == verb }.map {
        Match(feature: entry.feature.id, command: $0, rest: Array(words.dropFirst()))
      }
    }
  }
}

// MARK: - A line that is only a short name, such as `t12`

extension CommandIndex {
  /// Returns the record that a line such as `t12` names, and the command that shows it. Nil for a
  /// word that is not a handle (a letter and a number), and for a kind that no command shows.
  public func shown(by word: String) -> (kind: ReferenceKind, handle: String, command: String)? {
    guard let letter = word.first, letter.isLetter else { return nil }
    for entry in entries {
      for (kind, command) in entry.feature.shows {
        if case .handle(let handle) = Handle.read(word, kinds: [kind]) {
          return (kind, "\(kind.letter)\(handle.number)", command)
        }
      }
    }
    return nil
  }

  /// Returns the command line that shows the record which a word such as `t12` names: the command
  /// with the record, or the command alone if it shows all records of the kind on one page. Nil for
  /// a word that is not a handle (a letter and a number).
  public func lineOpening(_ word: String) -> String? {
    guard let shown = shown(by: word) else { return nil }
    let match = (try? CommandText.words(shown.command)).flatMap { try? self.match($0) }
    guard match?.command.takesWords == true else { return shown.command }
    return "\(shown.command) \(shown.handle)"
  }
}

// MARK: - Problems of unknown commands

extension CommandIndex {
  private static let help = "All commands:  help"

  private func unknown(_ word: String) -> Problem {
    let title = "There is no command `\(word)`."
    let namesakes = commands(doing: word)
    guard namesakes.isEmpty else {
      return Problem(.usage, title, fix: "Say of what:  " + namesakes.joined(separator: ", "))
    }
    let known = (entries.flatMap(\.noun.words) + reserved).filter { !omits($0) }
    return Self.none(title, nearest: Suggestion.nearest(to: word, among: known))
  }

  /// Returns the commands with that verb (second word), such as `tasks complete` for `complete`,
  /// for a line that leaves out the noun.
  private func commands(doing verb: String) -> [String] {
    let verb = verb.lowercased()
    guard !verb.isEmpty else { return [] }
    return entries.flatMap(\.commands).filter { $0.verb == verb }.map(\.words)
  }

  private static func unknownVerb(_ word: String, in entry: Entry) -> Problem {
    let noun = entry.noun.word
    let verbs = entry.commands.map(\.verb).filter { !$0.isEmpty }
    let nearest = Suggestion.nearest(to: word, among: verbs).map { "\(noun) \($0)" }
    var problem = none("There is no command `\(noun) \(word)`.", nearest: nearest)
    problem.fix =
      verbs.isEmpty
      ? "Help:  help \(noun)" : "After \(noun):  \(verbs.joined(separator: ", "))"
    return problem
  }

  private static func shortOption(_ word: String, in entry: Entry) -> Problem {
    Problem(
      .usage, "`\(word)` is not an option; options begin with two dashes.",
      fix: "Help:  help \(entry.noun.word)")
  }

  private static func none(_ title: String, nearest: String?) -> Problem {
    guard let nearest else { return Problem(.usage, title, fix: help) }
    return Problem(.usage, "\(title) \(Problem.meaning(nearest))")
  }
}

// MARK: - Refusing a feature

extension CommandIndex {
  /// Returns the reason why the feature cannot be loaded: it was built for another version of the
  /// module FeatureKit, or one of its nouns (first words of commands) is already used. Nil if the
  /// feature can be loaded.
  private static func refusal(
    of manifest: FeatureManifest, _ owners: [String: String]
  ) -> Problem? {
    if let refusal = manifest.refusal { return refusal }
    var own: Set<String> = []
    for word in manifest.nouns.flatMap(\.words) {
      if let owner = owners[word] {
        return manifest.refused("the word `\(word)` belongs to \(owner)")
      }
      guard own.insert(word).inserted else {
        return manifest.refused("it claims the word `\(word)` twice")
      }
    }
    return nil
  }
}

extension FeatureManifest {
  /// Returns the fault in the declaration of the commands that begin with a noun (first word), such
  /// as two commands with one verb.
  ///
  /// Nil if there is none.
  func fault(
    in commands: [CommandDescription], under noun: Noun, stray: CommandDescription?
  ) -> Problem? {
    guard refusal == nil else { return nil }
    if let stray {
      return refused("its command `\(stray.words)` begins with a noun it does not claim")
    }
    var verbs: Set<String> = []
    for command in commands where !verbs.insert(command.verb).inserted {
      return refused("it declares `\(command.words)` twice")
    }
    guard verbs.contains(noun.opens) else {
      return refused(
        "`\(noun.word)` opens `\(noun.word) \(noun.opens)`, which it does not declare")
    }
    return nil
  }

  fileprivate func refused(_ reason: String) -> Problem {
    Problem(
      .failed, "The feature \(id) cannot be loaded: \(reason).",
      fix: "Everything else works. Please report this.")
  }
}

extension Noun {
  /// All words that people can type for the noun (first word of a command): the word itself and its
  /// aliases.
  public var words: [String] { [word] + aliases }
}

extension CommandDescription {
  /// Whether the command takes words that are not options, such as the task in `tasks complete t3`.
  public var takesWords: Bool { parameters.contains { $0.role == .argument } }
}

extension CommandText.Word {
  /// Whether the word looks like `-a`, an option of other programs.
  var isShortOption: Bool { !isQuoted && !isOption && text.count > 1 && text.hasPrefix("-") }
}
