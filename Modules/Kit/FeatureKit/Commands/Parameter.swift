import CivilTime

/// One parameter of a command: an argument, an option, a flag or a secret, with the type of its
/// value.
public protocol CommandParameter: Sendable {
  associatedtype Value: Sendable
  var description: ParameterDescription { get set }
  func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value
  /// Returns a question for each of these values that is unlikely, such as a height of nine feet.
  func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt]
}

extension CommandParameter {
  /// Returns no question about the values. It is the default for a parameter without a rule that
  /// finds unlikely values.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    []
  }

  /// The method `doubts` as a closure, which asks about unlikely values, such as a height of nine
  /// feet. A command stores the closure without the parameter's type.
  var judge: @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt] {
    { given, context throws(Problem) in try doubts(given, context) }
  }

  /// A closure that throws if a value of the parameter is not valid. A command stores it without
  /// the parameter's type.
  var check: @Sendable (GivenValues, ParseContext) throws(Problem) -> Void {
    { given, context throws(Problem) in _ = try decode(given, context) }
  }
}

/// The data about a parameter that help, completion, prompts and forms read.
public struct ParameterDescription: Equatable, Sendable {
  /// How a parameter is written on a command line: `argument` by position, `option` as `--on fri`,
  /// and `flag` as `--all`. A `secret` is never written there, because other processes can read a
  /// command line.
  public enum Role: Equatable, Sendable { case argument, option, flag, secret }

  /// How a command line says that the stored value of a parameter is to be removed.
  public enum Emptying: Equatable, Sendable {
    /// An option that takes the parameter's name removes the value: `--clear notes`.
    case option(String)
    /// A flag in the command line removes the value: `--no-event`.
    case flag(String)
    /// A word in place of the new value removes the stored one: `--notes none`.
    case word(String)
  }

  /// The name of the option without its dashes, or the name of the argument in usage lines.
  public var name: String
  /// Other spellings of the option, such as `--date` for `--on`. Help and completion show only the
  /// name.
  public var otherNames: [String] = []
  /// Whether the parameter is an argument, an option, a flag or a secret.
  public var role: Role
  /// The word for the value in usage lines, such as `DAY` in `[--on DAY]`.
  public var placeholder: String
  /// Who chooses the words of the value: the program or the person who types them.
  public var wordSource = WordSource.program
  /// The message if the value is empty, such as "Please enter a value". Nil if the parameter has
  /// no message of its own.
  public var missing: String?
  /// The sentence about the parameter in the help of its command.
  public var summary: String
  /// The label of the field in a browser form. Nil uses the question, such as "Which task?".
  public var label: String?
  /// The sentence below the label in a form, such as "For example 41.5".
  ///
  /// If the declaration of the label has no hint, this is the hint of the value's kind. Nil if
  /// there is none, or if the text in brackets at the end of the label takes its place.
  public var hint: String?
  /// The question that a terminal asks if the value is missing, such as "Which task?".
  public var question: String
  /// Whether the command needs a value for the parameter.
  public var isRequired: Bool
  /// Whether an argument takes all remaining words, or an option may be repeated.
  public var isRepeated: Bool
  /// What completes the beginning of a word of the parameter, such as the paths of files.
  public var completion: Completion
  /// The labels that a form shows for the words of a choice. Nil shows the words.
  public var choiceLabels: ChoiceLabels?
  /// The answer that the question suggests and that Enter accepts. Nil if there is none.
  public var suggestion: SuggestedAnswer?
  /// The condition under which a terminal asks for the parameter. Nil always asks.
  ///
  /// A browser form shows the field in any case, unless the web address contains an answer that
  /// does not fulfill the condition.
  public var askedWhen: AskCondition?
  /// The name of the parameter whose question comes directly after the question for this one. Nil
  /// if a terminal asks in the order of the command line.
  public var askedBefore: String?
  /// Whether a browser form, and a terminal that asks for all values of a guided command, require a
  /// value although a command line may omit it. A field that the form leaves out is not required.
  public var isNeededInForm = false
  /// Whether a browser form for the next record begins with the value that was just saved, because
  /// several records in a row usually have the same one.
  public var isKeptForNext = false
  /// The browser's autofill token, such as "name" or "email". It is set only for data about the
  /// person who fills in the form.
  public var autofill: String?
  /// Whether the parameter is useful only at a terminal or to a program. Pages do not show such a
  /// parameter.
  public var isForTerminal = false
  /// Whether a terminal asks for the parameter in a guided command, which asks for its values one
  /// by one.
  ///
  /// A browser form shows it in any case.
  public var isAsked = true
  /// Whether a terminal asks for the parameter only after the person asks for more details.
  public var isDetail = false
  /// The part of a long form (fields under one heading) to which the parameter's field belongs. A
  /// browser shows one part at a time. Nil in a form without parts.
  public var part: FormPart?
  /// How a command line removes the stored value. Nil if it cannot remove the value.
  public var emptying: Emptying?
  /// Whether an empty field of a browser form removes the stored value, even if the form has not
  /// shown that value.
  public var canBeLeftEmpty = false
  /// The value that the option has if a command line contains it without a value. Nil if the option
  /// needs a value.
  public var alone: String?
  /// The word that counts as the value of a choice if the option is omitted, such as `all`. A page
  /// then marks this word as the current choice.
  public var assumed: String?
  /// Words that count as the option's value if one of them ends a longer text, such as `yesterday`
  /// in `… talked ten minutes yesterday`.
  public var lastWords: [String] = []
  /// Whether a terminal asks for the value a second time and compares both.
  public var isTypedTwice = false
  /// The name of an option that can replace this parameter, such as `all` for `--all`. If the line
  /// has that option, the parameter is not missing.
  public var standIn: String?
  /// Whether a command with this option does not create its usual file, for example
  /// because it sends the content by e-mail. Options such as `--out` are then refused.
  public var replacesFile = false
  /// What the command does with this option. A browser form in which the option has a
  /// value shows these words as its heading and on its button, instead of the command's summary.
  public var formHeading: String?
  /// Whether the value is the path of a file that the command creates.
  public var namesMadeFile: Bool { name == "out" && completion == .file }

  /// Returns whether a command line that contains this option name means this parameter.
  public func isNamed(_ word: some StringProtocol) -> Bool {
    word == name || otherNames.contains { $0 == word }
  }

  /// The parameter in a usage line, such as `<task>` or `[--on DAY]`.
  public var usage: String {
    let written =
      switch role {
      case .argument where standIn != nil: "[<\(name)>]"
      case .argument: isRequired ? "<\(name)>" : "[\(name)]"
      case .option: alone == nil ? "[--\(name) \(placeholder)]" : "[--\(name) [\(placeholder)]]"
      case .flag: "[--\(name)]"
      case .secret: "[--\(name)-file FILE | --\(name)-fd N]"
      }
    return isRepeated ? written + "…" : written
  }

  /// Whether the value is the name of a record, or the names of several.
  var namesRecords: Bool { if case .references = completion { true } else { false } }

  /// Whether all following words belong to the parameter, as in `notes add Buy new laces`.
  var isFreeText: Bool {
    role == .argument && !isRepeated && placeholder == ParameterDescription.freeText
      && completion == .none
  }

  /// Whether the value is a text, a name or an address that people make up themselves, and not one
  /// of the words that the program knows.
  public var isOwnWords: Bool {
    (role == .argument || role == .option) && wordSource == .person
  }

  /// The first word of the placeholder, which names the value in usage lines. It is `DAY` for the
  /// placeholder `DAY|none`.
  public var valueWord: Substring { placeholder.prefix { $0 != "|" } }

  /// Whether the value is a day. People write a day in one or several words, such as `feb 14`.
  public var isDay: Bool { valueWord == "DAY" }

  /// The sentence that asks for a value of this type, such as `Write a number.`
  public var request: String {
    if isDay { return "Write a day, such as \(NaturalDateFailure.examples.inSentence("or"))." }
    return switch valueWord {
    case "NUMBER": "Write a number."
    case "YEAR": "Write a year with four digits."
    case "ADDRESS": "Write an e-mail address."
    case "PHONE": "Write a phone number."
    default: "Write it here."
    }
  }

  /// The label of the parameter in a form, and the hint (a sentence about how to write the value)
  /// below it. The hint is the text in brackets at the end of the label or question, or the text
  /// after a colon in the summary.
  public var labelAndHint: (label: String, hint: String?) {
    if let hint { return (label ?? question, hint) }
    if role == .flag { return (label ?? summary, nil) }
    if label == nil, question == "\(summary)?" || question == summary {
      let parts = summary.split(maxSplits: 1) { $0 == ":" || $0 == ";" }
      guard parts.count == 2 else { return (summary, nil) }
      return (String(parts[0]), String(parts[1]).trimmed.capitalizedFirst)
    }
    let words = label ?? question
    guard words.hasSuffix(")"), let open = words.lastIndex(of: "(") else { return (words, nil) }
    let inside = words[words.index(after: open)...].dropLast()
    // At a terminal, a question says "Enter for none", where Enter is the key. A form has no such
    // key, so its hint says to leave the field empty.
    let hint = String(inside).trimmed.replacingFirst("Enter ", with: "Leave it empty ")
    return (String(words[..<open]).trimmed, hint.capitalizedFirst)
  }

  /// The placeholder (the word for a value) of an argument that takes any text of several words.
  public static let freeText = "TEXT"

  /// The parameter as an error names it if its value is missing: `<task>`, or `<task>, or --grade`
  /// if the option `--grade` can replace it.
  public var need: String {
    let namesSeveral = isRepeated && namesRecords
    guard role == .argument, namesSeveral || standIn != nil else { return usage }
    return "<\(name)>" + (standIn.map { ", or --\($0)" } ?? "")
  }
}

extension String {
  /// Returns the text with its beginning replaced, if the text has this beginning.
  fileprivate func replacingFirst(_ beginning: String, with other: String) -> String {
    hasPrefix(beginning) ? other + dropFirst(beginning.count) : self
  }
}

/// A part of a long form: fields under one heading. A browser shows the form one part at a time.
public struct FormPart: Hashable, Sendable {
  /// The position of the part among the parts of the form.
  public var order: Int
  /// The heading above the fields of the part.
  public var title: String

  public init(_ order: Int, _ title: String) {
    self.order = order
    self.title = title
  }
}

/// A parameter whose value is found by its position, as in `tasks complete <task>`.
public struct Argument<Value: Sendable>: CommandParameter {
  public var description: ParameterDescription
  private let read: @Sendable (GivenValues, ParseContext) throws(Problem) -> Value
  private let judged: @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt]

  /// - Parameter ask: the question at a terminal when the value is missing.
  public init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String = "", ask: String? = nil
  ) {
    description = .describing(name, .argument, kind, summary, ask, isRequired: true)
    read = { given, context throws(Problem) in
      guard let value = given[name].first else {
        throw Problem(.usage, "`\(name)` is missing.")
      }
      return try kind.decode(value, for: name, context)
    }
    judged = { given, context throws(Problem) in
      try kind.doubts(given[name].prefix(1), context)
    }
  }

  private init(
    _ description: ParameterDescription,
    read: @escaping @Sendable (GivenValues, ParseContext) throws(Problem) -> Value,
    judge: @escaping @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt]
  ) {
    self.description = description
    self.read = read
    self.judged = judge
  }

  /// Returns a copy of the argument with a further rule that finds unlikely values and may also
  /// read the command's other values.
  public func judged(by judgement: Judgement<Value>) -> Argument {
    let name = description.name
    return Argument(description, read: read) { [read, judged] given, context throws(Problem) in
      guard let value = given[name].first else { return [] }
      let doubt = try judgement.doubt(try read(given, context), given, context)
      return try judged(given, context) + [doubt].compactMap { $0 }.filter { $0 != value.stoodBy }
    }
  }

  /// A copy of the argument that may be omitted.
  public var optional: Argument<Value?> {
    var description = description
    description.isRequired = false
    let name = description.name
    return Argument<Value?>(
      description,
      read: { [read] given, context throws(Problem) in
        given[name].isEmpty ? nil : try read(given, context)
      }, judge: judged)
  }

  /// Returns a copy of the argument that a command line may omit if it has an option whose value
  /// can contain the argument's value.
  public func or(within option: String) -> Argument<Value?> {
    var copy = optional
    copy.description.isRequired = true
    copy.description.standIn = option
    return copy
  }

  /// Returns a copy of the argument that may be omitted. If it is omitted, its value is `standIn`.
  public func or(_ standIn: Value) -> Argument<Value> {
    var description = description
    description.isRequired = false
    let name = description.name
    return Argument(
      description,
      read: { [read] given, context throws(Problem) in
        given[name].isEmpty ? standIn : try read(given, context)
      }, judge: judged)
  }

  /// Returns the argument's value, parsed from this word. Throws a problem about the word if
  /// it is not valid.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value {
    try read(given, context)
  }

  /// Returns a question for each unlikely value of the argument, such as a height of nine feet.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    try judged(given, context)
  }
}

extension Argument where Value == String {
  /// Returns an argument that takes all remaining words, joined by spaces, as in `quick add Call
  /// the bank`.
  public static func rest(
    _ name: String, _ summary: String = "", max: Int = 500, ask: String? = nil
  ) -> Argument {
    .rest(name, .text(max: max), summary, ask: ask)
  }
}

extension Argument {
  /// Returns an argument that takes all remaining words and parses them as one value, as in `goal
  /// velocity 85 by june`.
  public static func rest(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String = "", ask: String? = nil
  ) -> Argument {
    var description = ParameterDescription.describing(
      name, .argument, kind, summary, ask, isRequired: true)
    description.isRepeated = true
    return Argument(
      description,
      read: { given, context throws(Problem) in
        let words = given[name]
        guard !words.isEmpty else { throw Problem(.usage, "`\(name)` is missing.") }
        let joined = words.map(\.text).joined(separator: " ")
        return try kind.decode(GivenValue(joined), for: name, context)
      }, judge: { _, _ in [] })
  }
}

/// A named value that may be omitted, such as `--on fri`.
public struct Option<Value: Sendable>: CommandParameter {
  public var description: ParameterDescription
  private let kind: ValueKind<Value>
  private var judgement: Judgement<Value>?

  public init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String = "", ask: String? = nil
  ) {
    self.kind = kind
    description = .describing(name, .option, kind, summary, ask, isRequired: false)
  }

  /// Returns the option's value, parsed from this text. Nil if the option was omitted.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value? {
    let values = given[description.name]
    guard values.count <= 1 else {
      throw Problem(
        .usage, "--\(description.name) was given \(values.count) times.", fix: "Give it once.")
    }
    guard let value = values.first else { return nil }
    return try kind.decode(value, for: "--" + description.name, context)
  }

  /// Returns a copy of the option with the word of its choice that applies while the option is
  /// omitted. A page then marks this word as the current choice.
  public func assuming(_ word: String) -> Option {
    var copy = self
    copy.description.assumed = word
    return copy
  }

  /// A copy of the option for a command that usually creates one file. With the option, the
  /// command does not create that file, and `--out` is refused. For example, `--eml FOLDER` writes
  /// e-mail messages into a folder.
  public var insteadOfFile: Option {
    var copy = self
    copy.description.replacesFile = true
    return copy
  }

  /// Returns the questions about an unlikely value, such as a height of nine feet. The rule of the
  /// option's `ValueKind` knows only the value itself. The rule that `judged(by:)` has added also
  /// knows the other values of the command.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    let values = given[description.name]
    let doubts = try kind.doubts(values.prefix(1), context)
    guard let judgement, let value = try decode(given, context) else { return doubts }
    let doubt = try judgement.doubt(value, given, context)
    return doubts + [doubt].compactMap { $0 }.filter { $0 != values.first?.stoodBy }
  }

  /// Returns a copy of the option with a further rule that finds unlikely values and may also read
  /// the command's other values.
  public func judged(by judgement: Judgement<Value>) -> Option {
    var copy = self
    copy.judgement = judgement
    return copy
  }

  /// A copy of the option that may be repeated.
  public var repeated: RepeatedOption<Value> { RepeatedOption(description, kind) }
}

/// An option without a value, such as `--all`.
public struct Flag: CommandParameter {
  public var description: ParameterDescription

  public init(_ name: String, _ summary: String = "", ask: String? = nil) {
    description = ParameterDescription(
      name: name, role: .flag, placeholder: "", summary: summary, question: ask ?? summary,
      isRequired: false, isRepeated: false, completion: .none)
  }

  /// Returns a copy of the flag for which a form shows two labelled answers instead of a checkbox.
  ///
  /// - Parameters:
  ///   - no: the label of the answer that omits the flag.
  ///   - yes: the label of the answer that gives the flag.
  public func answered(no: String, yes: String) -> Flag {
    var copy = self
    copy.description.choiceLabels = ChoiceLabels { $0.isEmpty ? no : yes }
    return copy
  }

  /// Returns whether the line has the flag, such as `--all`.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Bool {
    !given[description.name].isEmpty
  }
}

extension ParameterDescription {
  static func describing<Value>(
    _ name: String, _ role: Role, _ kind: ValueKind<Value>, _ summary: String, _ ask: String?,
    isRequired: Bool
  ) -> ParameterDescription {
    ParameterDescription(
      name: name, role: role, placeholder: kind.placeholder, wordSource: kind.wordSource,
      missing: kind.missing,
      summary: summary, hint: kind.hint,
      question: ask ?? "\(summary.isEmpty ? name : summary)?", isRequired: isRequired,
      isRepeated: false, completion: kind.completion, choiceLabels: kind.labels,
      emptying: kind.nothing.map(Emptying.word))
  }
}

extension ValueKind {
  /// Returns a question for each unlikely value, such as a height of nine feet, except for a
  /// question to which the person has already answered yes.
  func doubts(
    _ values: some Collection<GivenValue>, _ context: ParseContext
  ) throws(Problem) -> [Doubt] {
    guard let doubt else { return [] }
    var doubts: [Doubt] = []
    for value in values {
      if let found = try doubt(value.text, context), found != value.stoodBy { doubts.append(found) }
    }
    return doubts
  }

  func decode(_ given: GivenValue, for name: String, _ context: ParseContext) throws(Problem)
    -> Value
  {
    switch source {
    case .text(let parse):
      return try parse(given.text, context)
    case .reference(_, let make):
      guard let reference = given.reference else {
        throw Problem(.usage, "`\(given.text)` was not looked up for \(name).")
      }
      return make(reference)
    }
  }
}
