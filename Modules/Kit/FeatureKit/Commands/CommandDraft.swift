import CivilTime

/// A command line between parsing and running: its values, the missing values, and the texts
/// that name records, which have to be looked up.
///
/// The host (shell or web server) asks for missing values, looks up the records, and then creates
/// the action (decision 2).
public struct CommandDraft: Sendable {
  /// The command whose parameters are filled.
  public let command: CommandDescription
  public private(set) var given = GivenValues()
  private var open: [String] = []

  /// Assigns the words of a command line to the command's parameters. An unknown option or an extra
  /// word throws a usage problem that names the possible options and parameters.
  ///
  /// - Parameter leavesOpen: whether an option without its value is accepted, because the shell can
  ///   ask for the value.
  public init(
    _ command: CommandDescription, words: [CommandText.Word], leavesOpen: Bool = false
  ) throws(Problem) {
    try self.init(command, words, leavesOpen, wordsOfRecord: 1)
  }

  /// Returns the ways to read a command line with too many words in which two or more neighbouring
  /// words are the name of one record, as in `people add Jared Embick blue river head`. The longest
  /// name comes first.
  ///
  /// The caller has to look up each name to find out which of the ways is meant, if any.
  public static func readings(
    of words: [CommandText.Word], for command: CommandDescription, leavesOpen: Bool = false
  ) -> [CommandDraft] {
    let arguments = command.parameters.filter { $0.role == .argument }
    guard arguments.first?.isFreeText == true, words.count > arguments.count,
      arguments.count(where: { $0.namesRecords }) == 1
    else { return [] }
    return (2...words.count).reversed().compactMap { count in
      try? CommandDraft(command, words, leavesOpen, wordsOfRecord: count)
    }
  }

  /// - Parameter wordsOfRecord: the number of words of a record's name if the command line has more
  ///   words than the command has arguments. If the number is greater than one and the line has no
  ///   such name, the line is refused.
  private init(
    _ command: CommandDescription, _ words: [CommandText.Word], _ leavesOpen: Bool,
    wordsOfRecord: Int
  ) throws(Problem) {
    self.command = command
    var rest = words[...]
    var arguments = command.parameters.filter { $0.role == .argument }[...]
    var optionsEnded = false
    var several: [CommandText.Word] = []
    var text: [CommandText.Word] = []
    var placed: [CommandText.Word] = []
    var extra: [CommandText.Word] = []
    while let word = rest.popFirst() {
      if !optionsEnded, !word.isQuoted, word.text == "--" {
        optionsEnded = true
      } else if !optionsEnded, word.isOption {
        try takeOption(word.text, rest: &rest, leavesOpen)
      } else if let argument = arguments.first {
        if Self.namesSeveral(argument) {
          several.append(word)
          continue
        }
        given.append(GivenValue(word.text), to: argument.name)
        placed.append(word)
        if !argument.isRepeated { arguments.removeFirst() }
        text = argument.isFreeText ? [word] : []
      } else if mayContinue(text, word) {
        text.append(word)
      } else {
        extra.append(word)
      }
    }
    if let word = extra.first {
      try takeNames(placed + extra, wordsOfRecord: wordsOfRecord, tooMany: word)
    } else if wordsOfRecord > 1 {
      throw Problem(.usage)
    }
    if let argument = arguments.first, Self.namesSeveral(argument) {
      try share(several, between: argument, and: arguments.dropFirst())
    }
    if text.count > 1 { take(text) }
  }

  private static func namesSeveral(_ argument: ParameterDescription) -> Bool {
    argument.isRepeated && argument.namesRecords
  }

  /// Divides words between the argument that names records and the next arguments. The last of them
  /// may be a day of several words, as in `tasks due t3 t4 feb 14`.
  private mutating func share(
    _ words: [CommandText.Word], between argument: ParameterDescription,
    and following: ArraySlice<ParameterDescription>
  ) throws(Problem) {
    guard case .references(let kinds) = argument.completion else { return }
    let count = following.isEmpty ? words.count : Self.recordCount(in: words, of: kinds)
    given[argument.name] += Self.names(Array(words.prefix(count)), of: kinds)
      .map { GivenValue($0) }
    var rest = words.dropFirst(count)
    for place in following {
      guard let word = rest.popFirst() else { return }
      var text = [word.text]
      if place.isDay, place.name == following.last?.name {
        text += rest.map(\.text)
        rest = []
      }
      given.append(GivenValue(text.joined(separator: " ")), to: place.name)
    }
    if let extra = rest.first { throw oneTooMany(extra.text) }
  }

  /// Returns whether an extra word belongs to the unquoted text before it, as in `notes add Buy new
  /// laces`.
  ///
  /// In a command that takes a secret, an extra word never belongs to the text: the word may be the
  /// secret, and it would be stored readably as a part of the text.
  private func mayContinue(_ text: [CommandText.Word], _ word: CommandText.Word) -> Bool {
    !text.isEmpty && !(text + [word]).contains(where: \.isQuoted)
      && !command.parameters.contains { $0.role == .secret }
  }

  /// Assigns words to arguments if there are more words than arguments. The first argument is a
  /// name of one or two words, as in `people add Jared Embick akron head`, a record's name has this
  /// number of words, and every other argument has one.
  private mutating func takeNames(
    _ words: [CommandText.Word], wordsOfRecord: Int, tooMany: CommandText.Word
  ) throws(Problem) {
    let arguments = command.parameters.filter { $0.role == .argument }
    let wordsOfName = words.count - arguments.count + 2 - wordsOfRecord
    guard let name = arguments.first, name.isFreeText, (1...2).contains(wordsOfName),
      !words.contains(where: \.isQuoted),
      !command.parameters.contains(where: { $0.role == .secret })
    else { throw oneTooMany(tooMany.text) }
    var rest = words[...]
    for argument in arguments {
      let count =
        argument.name == name.name ? wordsOfName : argument.namesRecords ? wordsOfRecord : 1
      given[argument.name] = [GivenValue(rest.prefix(count).map(\.text).joined(separator: " "))]
      rest = rest.dropFirst(count)
    }
  }

  /// Assigns the remaining words to the last argument as one text.
  ///
  /// If the last of them is one of an option's `lastWords`, such as `yesterday`, it becomes that
  /// option's value.
  private mutating func take(_ text: [CommandText.Word]) {
    guard let argument = command.parameters.last(where: { $0.isFreeText }) else { return }
    var words = text.map(\.text)
    let ending = words[words.count - 1].lowercased()
    if let option = command.parameters.first(where: { $0.lastWords.contains(ending) }),
      given[option.name].isEmpty
    {
      given[option.name] = [GivenValue(ending)]
      words.removeLast()
    }
    given[argument.name] = [GivenValue(words.joined(separator: " "))]
  }

  /// Returns how many of the words name records, for a command that takes another argument after
  /// the records.
  ///
  /// Handles (short names such as `t3`) at the start are records, as in `t3 t4 feb 14`. Without
  /// handles, the last word is the next argument, and the words before it are the name of one
  /// record, as in `strength friday`.
  private static func recordCount(
    in words: [CommandText.Word], of kinds: [ReferenceKind]
  ) -> Int {
    let named = words.prefix { word in
      if word.isQuoted { return !word.text.isEmpty }
      return word.text.split(separator: ",").allSatisfy { part in
        let text = String(part)
        return RecordID(text) != nil || Handle.read(text, kinds: kinds) != .words
      }
    }
    // If every word looks like a record and the last one is quoted, the quoted one is the value of
    // the next argument, as in `due t3 "feb 14"`.
    let isValueQuoted =
      named.count == words.count && named.count > 1 && named.last?.isQuoted == true
    guard named.isEmpty || isValueQuoted else { return named.count }
    return max(words.count - 1, min(words.count, 1))
  }

  /// Returns the texts that name records, each of which is then looked up.
  ///
  /// If every word is a handle (a short name such as `t3`), an identifier or a quoted text, each
  /// word names one record. Otherwise all words together are the name of one record.
  private static func names(
    _ words: [CommandText.Word], of kinds: [ReferenceKind]
  ) -> [String] {
    let parts = words.flatMap { word in
      word.isQuoted || word.text.contains(where: \.isWhitespace)
        ? [(text: word.text, isWhole: true)]
        : word.text.split(separator: ",").map { part in
          let text = String(part)
          return (text, RecordID(text) != nil || Handle.read(text, kinds: kinds) != .words)
        }
    }
    guard parts.contains(where: { !$0.isWhole }) else { return parts.map(\.text) }
    return [words.map(\.text).joined(separator: " ")]
  }

  /// The parameters for which the host (shell or web server) has to ask: required ones that have no
  /// value and that no option replaces, and options that the line names without a value.
  public var missing: [ParameterDescription] {
    command.parameters.filter { parameter in
      let isStoodIn = parameter.standIn.map { !given[$0].isEmpty || open.contains($0) } ?? false
      return given[parameter.name].isEmpty
        && (parameter.isRequired && !isStoodIn || open.contains(parameter.name))
    }
  }

  /// The parameters that a terminal still has to ask for in a guided command, which asks for all
  /// values. They have no value yet, and their condition on earlier answers is fulfilled.
  public var unasked: [ParameterDescription] {
    command.parametersAsAsked.filter { parameter in
      parameter.isAsked && given[parameter.name].isEmpty
        && parameter.askedWhen?.holds(for: given) ?? true
    }
  }

  /// Whether the command line has no value, or only the name of a record.
  ///
  /// If the command is guided (it asks for all its values at a terminal), the terminal then asks
  /// for the other values.
  public var namesNoMoreThanARecord: Bool {
    open.isEmpty
      && command.parameters.allSatisfy { parameter in
        if parameter.role == .argument, case .references = parameter.completion { return true }
        return given[parameter.name].isEmpty
      }
  }

  /// The texts of the command line that name records and have not been looked up yet.
  public var unresolved: [PendingReference] {
    command.parameters.flatMap { parameter -> [PendingReference] in
      guard case .references(let kinds) = parameter.completion else { return [] }
      return given[parameter.name].enumerated().compactMap { position, value in
        value.reference == nil
          ? PendingReference(
            parameter: parameter.name, position: position, text: value.text, kinds: kinds)
          : nil
      }
    }
  }

  /// Assigns a person's answer to a parameter.
  ///
  /// A parameter for several records takes all of them from one answer with commas, as in `c4, Ana
  /// Lee`. A parameter for several secrets gets one secret at each call.
  public mutating func fill(_ name: String, with text: String) {
    let parameter = command.parameters.first { $0.name == name }
    if let parameter, parameter.isRepeated, parameter.role == .secret {
      given.append(GivenValue(text), to: name)
      return
    }
    guard let parameter, parameter.isRepeated, case .references = parameter.completion else {
      given[name] = [GivenValue(text)]
      return
    }
    given[name] = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
      .map { GivenValue($0) }
  }

  /// Assigns to a parameter the values that a browser form has sent for its field.
  ///
  /// An empty field assigns nothing. Any value sets a flag, such as `--all`.
  public mutating func fill(_ name: String, withField texts: [String]) throws(Problem) {
    guard let parameter = command.parameters.first(where: { $0.name == name }) else {
      throw unknown(name)
    }
    var texts = texts.filter { !$0.isEmpty }
    // On a command line, the word `none` removes a day. A form has no such word, so an empty field
    // of a required day counts as `none` if the parameter takes that word.
    if texts.isEmpty, parameter.isRequired, parameter.isDay,
      case .word(let none)? = parameter.emptying
    {
      texts = [none]
    }
    guard !texts.isEmpty else { return }
    open.removeAll { $0 == name }
    if parameter.role == .flag {
      given[name] = [GivenValue("yes")]
    } else if parameter.isRepeated, parameter.role != .secret, texts.count > 1 {
      given[name] = texts.map { GivenValue($0) }
    } else {
      given[name] = []
      fill(name, with: texts[0])
    }
  }

  /// Replaces a typed value by the name that the program uses for it, such as the stored name of a
  /// measure that people added.
  public mutating func replace(_ text: String, with other: String, of parameter: String) {
    given[parameter] = given[parameter].map { $0.text == text ? GivenValue(other) : $0 }
  }

  /// Replaces two neighbouring values of a parameter by one, because together they are the name of
  /// one record.
  public mutating func join(_ position: Int, of parameter: String, as text: String) {
    given[parameter].replaceSubrange(position...(position + 1), with: [GivenValue(text)])
  }

  /// Stores that the person has confirmed an unlikely value of a parameter, such as a height of
  /// nine feet, so that the same question is not asked again.
  public mutating func stand(by doubt: Doubt, of parameter: String) {
    for position in given[parameter].indices { given[parameter][position].stoodBy = doubt }
  }

  /// Removes a parameter's value from the draft (the command line that is being completed).
  ///
  /// The host (shell or web server) does this when the person goes back to an earlier question with
  /// `<`.
  public mutating func clear(_ name: String) {
    given[name] = []
    switch emptying(name) {
    case .option(let option): given[option].removeAll { $0.text == name }
    case .flag(let flag): given[flag] = []
    case .word, nil: break
    }
  }

  /// Makes the command remove the parameter's stored value when it runs, as `--clear NAME` does on
  /// a command line.
  ///
  /// Returns false if the command cannot remove the value.
  public mutating func empty(_ name: String) -> Bool {
    guard let emptying = emptying(name) else { return false }
    given[name] = []
    switch emptying {
    case .option(let option): given.append(GivenValue(name), to: option)
    case .flag(let flag): given[flag] = [GivenValue("yes")]
    case .word(let word): given[name] = [GivenValue(word)]
    }
    return true
  }

  private func emptying(_ name: String) -> ParameterDescription.Emptying? {
    command.parameters.first { $0.name == name }?.emptying
  }

  /// Stores the record that was looked up for a text of the command line, such as `t24` for
  /// `strength`.
  public mutating func resolve(_ pending: PendingReference, as reference: Reference) {
    given[pending.parameter][pending.position].reference = reference
  }

  private mutating func takeOption(
    _ word: String, rest: inout ArraySlice<CommandText.Word>, _ leavesOpen: Bool
  ) throws(Problem) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let typed = String(parts.first ?? "")
    guard
      let parameter = command.parameters.first(where: { $0.isNamed(typed) && $0.role != .argument })
    else { throw unknown(typed) }
    let name = parameter.name
    switch parameter.role {
    case .secret:
      throw Problem(
        .usage, "--\(name) cannot be given on the command line, where others could read it.",
        fix: "Leave it out to be asked, or use --\(name)-file FILE or --\(name)-fd N.")
    case .flag:
      guard parts.count == 1 else {
        throw Problem(.usage, "--\(name) takes no value.", fix: "Usage:  \(command.usage)")
      }
      given[name] = [GivenValue("yes")]
    case .argument, .option:
      if parts.count > 1 {
        given.append(GivenValue(String(parts[1])), to: name)
      } else if let value = rest.first, !value.isOption {
        rest.removeFirst()
        let isOpenDay = parameter.isDay && !value.isQuoted
        let text = isOpenDay ? Self.day(beginningWith: value.text, &rest) : value.text
        given.append(GivenValue(text), to: name)
      } else if let alone = parameter.alone {
        given.append(GivenValue(alone), to: name)
      } else if leavesOpen {
        open.append(name)
      } else {
        throw Problem(
          .usage, "--\(name) needs a value.", fix: "Usage:  \(command.usage)")
      }
    }
  }

  /// Returns the day that begins with `word`, such as `nov 2` or `nov 2 2026`, as the value of an
  /// option such as `--on nov 2`. It removes the other words of the day from `rest`, the words of
  /// the line that are not assigned yet.
  private static func day(
    beginningWith word: String, _ rest: inout ArraySlice<CommandText.Word>
  ) -> String {
    guard word.first?.isLetter == true,
      let anyDay = CalendarDay(year: 2000, month: 1, day: 1)
    else { return word }
    var day = word
    for numbers in [1...31, 1900...2100] {
      guard let next = rest.first, !next.isQuoted, let number = Int(next.text),
        numbers.contains(number),
        case .success = NaturalDate.parse("\(day) \(next.text)", today: anyDay)
      else { return day }
      day += " " + next.text
      rest.removeFirst()
    }
    return day
  }

  /// The words with which a system shell such as bash joins programs and files. This program has no
  /// such words, and its error message says to type the line in that shell.
  private static let signsOfShells: Set = ["|", ">", ">>", "<", "&", "&&", "||", ";"]

  /// Returns the problem of an extra word. The message does not contain the word if it may be a
  /// secret.
  private func oneTooMany(_ word: String) -> Problem {
    if let secret = command.parameters.first(where: { $0.role == .secret }) {
      return Problem(
        .usage, "There is one word too many for `\(command.words)`.",
        details: ["The \(secret.name) is never typed on the line, where others could read it."],
        fix: "Usage:  \(command.usage)")
    }
    if Self.signsOfShells.contains(word) {
      return Problem(
        .usage, "`\(word)` is for the shell that starts this program.",
        fix: "Give the whole line there.")
    }
    return Problem(
      .usage, "`\(word)` is one word too many for `\(command.words)`.",
      details: ["Words with spaces need quotes: \"like this\"."],
      fix: "Usage:  \(command.usage)")
  }

  private func unknown(_ name: String) -> Problem {
    let options = command.parameters.filter { $0.role != .argument }.map(\.name)
    let nearest = Suggestion.nearest(to: name, among: options)
    return Problem(
      .usage, "`\(command.words)` has no option --\(name).",
      details: nearest.map { ["Did you mean --\($0)?"] } ?? [],
      fix: "Usage:  \(command.usage)")
  }
}

/// A text of a command line that names a record, which the host (shell or web server) has not
/// looked up yet.
public struct PendingReference: Equatable, Sendable {
  /// The name of the parameter to which the text belongs.
  public var parameter: String
  /// The index of the text among the values of the parameter, which may take several.
  public var position: Int
  /// The text as the person typed it.
  public var text: String
  /// The kinds of record that the parameter accepts, such as tasks. Records of other kinds are
  /// ignored.
  public var kinds: [ReferenceKind]

  public init(parameter: String, position: Int, text: String, kinds: [ReferenceKind]) {
    self.parameter = parameter
    self.position = position
    self.text = text
    self.kinds = kinds
  }
}
