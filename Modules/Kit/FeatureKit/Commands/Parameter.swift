/// One thing a command takes: an argument, an option, a flag or a secret, with the type it becomes.
public protocol CommandParameter: Sendable {
  associatedtype Value: Sendable
  var description: ParameterDescription { get set }
  func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value
  /// What is unlikely about what was given and can be read.
  func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt]
}

extension CommandParameter {
  /// Most parameters take whatever can be read.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    []
  }

  /// `doubts` as a value.
  var judge: @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt] {
    { given, context throws(Problem) in try doubts(given, context) }
  }

  /// Reads the value and forgets it.
  var check: @Sendable (GivenValues, ParseContext) throws(Problem) -> Void {
    { given, context throws(Problem) in _ = try decode(given, context) }
  }
}

/// What help, completion, prompts and forms know of a parameter.
public struct ParameterDescription: Equatable, Sendable {
  /// How it is given on a line. A secret never is: others could read it there.
  public enum Role: Equatable, Sendable { case argument, option, flag, secret }

  /// The option without its dashes, or what usage lines call the argument.
  public var name: String
  /// What people also write for the option: `--date` for `--on`. Help and completion name the first.
  public var otherNames: [String] = []
  /// How it is given on a line.
  public var role: Role
  /// What usage lines write for its value: `DAY`.
  public var placeholder: String
  /// What help says of it.
  public var summary: String
  /// What a form calls it where that is more than its question without brackets: the question is then what is said when it is missing.
  public var label: String?
  /// What a terminal asks when it is missing: "Which task?"
  public var question: String
  /// Whether the command cannot do without it.
  public var isRequired: Bool
  /// Takes all the words that are left (an argument) or may be given more than once (an option).
  public var isRepeated: Bool
  /// What a host offers for the beginning of a word.
  public var completion: Completion
  /// What a form calls the words of a choice, where that is more than the word.
  public var choiceLabels: [String: String] = [:]
  /// What a question offers as its answer.
  public var suggestion: SuggestedAnswer?
  /// When a form asks for it at all; always when nil.
  public var askedWhen: AskCondition?
  /// Whether a form that shows all its fields at once is not sent without it, where it is asked for. A line may leave it out.
  public var isNeededInForm = false
  /// What a browser knows of the person who fills it in: "name", "email"; nil where it is about somebody else.
  public var autofill: String?
  /// Whether it means something at a terminal or to a program only, so that no page shows it.
  public var isForTerminal = false
  /// Whether a form asks for it of its own accord.
  public var isAsked = true
  /// Whether a form asks for it only of those who want to say more.
  public var isDetail = false
  /// The option that empties it when it is given this parameter's name: `--clear notes`.
  public var emptiedBy: String?
  /// What an option without a value stands for; nil for one that needs its value.
  public var alone: String?
  /// Words that are its value at the end of a text in several words: `… talked ten minutes yesterday`.
  public var lastWords: [String] = []
  /// Whether a terminal asks for it a second time and compares.
  public var isTypedTwice = false
  /// The option that says the same in another way: with it the parameter is not needed, and may not be given.
  public var standIn: String?
  /// Whether what it names takes the place of a file, so that the host's options for files mean nothing beside it.
  public var replacesFile = false

  /// Whether an option of this name means this parameter.
  public func isNamed(_ word: some StringProtocol) -> Bool {
    word == name || otherNames.contains { $0 == word }
  }

  /// How the parameter is written in a usage line: `<task>`, `[--on DAY]`.
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

  /// Whether any words can follow it and belong to it: `notes add Buy new laces`.
  var isFreeText: Bool {
    role == .argument && !isRepeated && placeholder == ParameterDescription.freeText
      && completion == .none
  }

  /// Whether its value is a day, which people write in several words: `feb 14`.
  public var isDay: Bool { placeholder.prefix { $0 != "|" } == "DAY" }

  /// What help calls a text of any words.
  public static let freeText = "TEXT"

  /// What is said to be missing: `<task>`, `<task>, or --grade`.
  public var need: String {
    guard role == .argument, isRepeated, case .references = completion else { return usage }
    return "<\(name)>" + (standIn.map { ", or --\($0)" } ?? "")
  }
}

/// A word that stands in its place: `tasks complete <task>`.
public struct Argument<Value: Sendable>: CommandParameter {
  /// What hosts know of it.
  public var description: ParameterDescription
  private let read: @Sendable (GivenValues, ParseContext) throws(Problem) -> Value
  private let judged: @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt]

  /// - Parameter ask: the question a terminal asks when the word is missing.
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

  /// The same argument, judged together with what was given beside it.
  public func judged(by judgement: Judgement<Value>) -> Argument {
    let name = description.name
    return Argument(description, read: read) { [read, judged] given, context throws(Problem) in
      guard let value = given[name].first else { return [] }
      let doubt = try judgement.doubt(try read(given, context), given, context)
      return try judged(given, context) + [doubt].compactMap { $0 }.filter { $0 != value.stoodBy }
    }
  }

  /// The same argument, which may be left out.
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

  /// The same argument, which may be left out and then has this value.
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

  /// The value, or the problem that says what was wrong with the word.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value {
    try read(given, context)
  }

  /// What the kind of the chosen word makes unlikely.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    try judged(given, context)
  }
}

extension Argument where Value == String {
  /// All the words that are left, joined by spaces: `quick add Call the bank`.
  public static func rest(
    _ name: String, _ summary: String = "", max: Int = 500, ask: String? = nil
  ) -> Argument {
    .rest(name, .text(max: max), summary, ask: ask)
  }
}

extension Argument {
  /// All the words that are left, joined by spaces and read as one value: `goal velocity 85 by june`.
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

/// A named value that may be left out: `--on fri`.
public struct Option<Value: Sendable>: CommandParameter {
  /// What hosts know of it.
  public var description: ParameterDescription
  private let kind: ValueKind<Value>
  private var judgement: Judgement<Value>?

  public init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String = "", ask: String? = nil
  ) {
    self.kind = kind
    description = .describing(name, .option, kind, summary, ask, isRequired: false)
  }

  /// The value; nil when the option was left out.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value? {
    let values = given[description.name]
    guard values.count <= 1 else {
      throw Problem(
        .usage, "--\(description.name) was given \(values.count) times.", fix: "Give it once.")
    }
    guard let value = values.first else { return nil }
    return try kind.decode(value, for: "--" + description.name, context)
  }

  /// The same option, with which the command makes no file of its own: `--eml FOLDER`.
  public var insteadOfFile: Option {
    var copy = self
    copy.description.replacesFile = true
    return copy
  }

  /// What its kind and what was given beside it make unlikely.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    let values = given[description.name]
    let doubts = try kind.doubts(values.prefix(1), context)
    guard let judgement, let value = try decode(given, context) else { return doubts }
    let doubt = try judgement.doubt(value, given, context)
    return doubts + [doubt].compactMap { $0 }.filter { $0 != values.first?.stoodBy }
  }

  /// The same option, judged together with what was given beside it.
  public func judged(by judgement: Judgement<Value>) -> Option {
    var copy = self
    copy.judgement = judgement
    return copy
  }

  /// The same option, which may be given more than once.
  public var repeated: RepeatedOption<Value> { RepeatedOption(description, kind) }
}

/// A switch: `--all`.
public struct Flag: CommandParameter {
  /// What hosts know of it.
  public var description: ParameterDescription

  public init(_ name: String, _ summary: String = "", ask: String? = nil) {
    description = ParameterDescription(
      name: name, role: .flag, placeholder: "", summary: summary, question: ask ?? summary,
      isRequired: false, isRepeated: false, completion: .none)
  }

  /// Whether the flag was given.
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
      name: name, role: role, placeholder: kind.placeholder, summary: summary,
      question: ask ?? "\(summary.isEmpty ? name : summary)?", isRequired: isRequired,
      isRepeated: false, completion: kind.completion)
  }
}

extension ValueKind {
  /// What is unlikely about the values, except for those that were confirmed.
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
