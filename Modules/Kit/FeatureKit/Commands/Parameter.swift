/// One parameter of a command: an argument, an option, a flag or a secret, with the type of its value.
public protocol CommandParameter: Sendable {
  associatedtype Value: Sendable
  var description: ParameterDescription { get set }
  func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value
  /// Returns the unlikely values among the given ones, with a question about each.
  func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt]
}

extension CommandParameter {
  /// By default a parameter has no doubt about a value that can be read.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    []
  }

  /// The method `doubts` as a closure.
  var judge: @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt] {
    { given, context throws(Problem) in try doubts(given, context) }
  }

  /// Reads the value to find out whether it can be read.
  var check: @Sendable (GivenValues, ParseContext) throws(Problem) -> Void {
    { given, context throws(Problem) in _ = try decode(given, context) }
  }
}

/// A parameter as help, completion, prompts and forms read it.
public struct ParameterDescription: Equatable, Sendable {
  /// The way in which a parameter is written on a line. A secret is never on a line, where other processes could read
  /// it.
  public enum Role: Equatable, Sendable { case argument, option, flag, secret }

  /// How a line says that a stored value is to be emptied.
  public enum Emptying: Equatable, Sendable {
    /// An option that takes the parameter's name empties it: `--clear notes`.
    case option(String)
    /// A flag empties it: `--no-event`.
    case flag(String)
    /// A word in place of the value empties it: `--notes none`.
    case word(String)
  }

  /// The option without its dashes, or what usage lines call the argument.
  public var name: String
  /// Other spellings of the option, such as `--date` for `--on`. Help and completion show only the name.
  public var otherNames: [String] = []
  /// The way in which the parameter is written on a line.
  public var role: Role
  /// The placeholder of the value in usage lines: `DAY`.
  public var placeholder: String
  /// The line about the parameter in help.
  public var summary: String
  /// The label in a form, if it differs from the question without its brackets. The question is
  /// then shown when the value is missing.
  public var label: String?
  /// The question that a terminal asks if the value is missing: "Which task?"
  public var question: String
  /// Whether the command cannot run without the parameter.
  public var isRequired: Bool
  /// Whether an argument takes all remaining words, or an option may be repeated.
  public var isRepeated: Bool
  /// The kind of completion that a host offers for the beginning of a word.
  public var completion: Completion
  /// The labels that a form shows for the words of a choice; nil if it shows the words.
  public var choiceLabels: ChoiceLabels?
  /// The answer that the question suggests.
  public var suggestion: SuggestedAnswer?
  /// The condition under which a form asks for the parameter; nil asks always.
  public var askedWhen: AskCondition?
  /// Whether a form that shows all fields at once requires a value, provided that the form asks for
  /// the parameter. A command line may omit it.
  public var isNeededInForm = false
  /// The browser's autofill token for data of the person who fills in the form: "name", "email"; nil for data of another person.
  public var autofill: String?
  /// Whether the parameter is only useful at a terminal or to a program, so that pages do not show
  /// it.
  public var isForTerminal = false
  /// Whether a form asks for the parameter without being told to.
  public var isAsked = true
  /// Whether a form asks for the parameter only after the person asks for more details.
  public var isDetail = false
  /// The part of a long form that the parameter belongs to; a browser shows a long form one part at a time.
  public var part: FormPart?
  /// The way to empty the stored value; nil if it cannot be emptied.
  public var emptying: Emptying?
  /// The value of an option that is given without one; nil if the option needs a value.
  public var alone: String?
  /// Words that count as the parameter's value at the end of a longer text:
  /// `… talked ten minutes yesterday`.
  public var lastWords: [String] = []
  /// Whether a terminal asks for the value a second time and compares both.
  public var isTypedTwice = false
  /// An option that replaces the parameter: with that option the parameter is not needed, and may not be given.
  public var standIn: String?
  /// Whether the value replaces the file that the command would create, so that the host's file
  /// options do not apply.
  public var replacesFile = false

  /// Returns whether an option of this name means this parameter.
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

  /// Whether all following words belong to the parameter: `notes add Buy new laces`.
  var isFreeText: Bool {
    role == .argument && !isRepeated && placeholder == ParameterDescription.freeText
      && completion == .none
  }

  /// The first word of the placeholder: `DAY` of `DAY|none`.
  public var valueWord: Substring { placeholder.prefix { $0 != "|" } }

  /// Whether the value is a day, which people write in one or several words: `feb 14`.
  public var isDay: Bool { valueWord == "DAY" }

  /// The placeholder of free text in help.
  public static let freeText = "TEXT"

  /// The words that ask for the parameter when it is missing: `<task>`, `<task>, or --grade`.
  public var need: String {
    guard role == .argument, isRepeated, case .references = completion else { return usage }
    return "<\(name)>" + (standIn.map { ", or --\($0)" } ?? "")
  }
}

/// A part of a long form.
public struct FormPart: Hashable, Sendable {
  /// The position of the part in the form.
  public var order: Int
  /// The heading of the part.
  public var title: String

  public init(_ order: Int, _ title: String) {
    self.order = order
    self.title = title
  }
}

/// A parameter whose value is found by its position: `tasks complete <task>`.
public struct Argument<Value: Sendable>: CommandParameter {
  /// The description of the argument, which the terminal and browser hosts read.
  public var description: ParameterDescription
  private let read: @Sendable (GivenValues, ParseContext) throws(Problem) -> Value
  private let judged: @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt]

  /// - Parameter ask: the question at a terminal when the word is missing.
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

  /// Returns a copy of the argument with a rule that looks at the other given values too.
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

  /// Returns a copy of the argument that may be omitted and then has this value.
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

  /// Returns the value; throws a problem that says what is wrong with the word.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value {
    try read(given, context)
  }

  /// Returns a question for each unlikely value of the argument.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    try judged(given, context)
  }
}

extension Argument where Value == String {
  /// Returns an argument that takes all remaining words, joined by spaces:
  /// `quick add Call the bank`.
  public static func rest(
    _ name: String, _ summary: String = "", max: Int = 500, ask: String? = nil
  ) -> Argument {
    .rest(name, .text(max: max), summary, ask: ask)
  }
}

extension Argument {
  /// Returns an argument that takes all remaining words, joined by spaces and read as one value:
  /// `goal velocity 85 by june`.
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

/// A named value that may be omitted: `--on fri`.
public struct Option<Value: Sendable>: CommandParameter {
  /// The description of the option, which the terminal and browser hosts read.
  public var description: ParameterDescription
  private let kind: ValueKind<Value>
  private var judgement: Judgement<Value>?

  public init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String = "", ask: String? = nil
  ) {
    self.kind = kind
    description = .describing(name, .option, kind, summary, ask, isRequired: false)
  }

  /// Returns the value; nil if the option was omitted.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> Value? {
    let values = given[description.name]
    guard values.count <= 1 else {
      throw Problem(
        .usage, "--\(description.name) was given \(values.count) times.", fix: "Give it once.")
    }
    guard let value = values.first else { return nil }
    return try kind.decode(value, for: "--" + description.name, context)
  }

  /// A copy of the option whose value replaces the file that the command would create: `--eml FOLDER`.
  public var insteadOfFile: Option {
    var copy = self
    copy.description.replacesFile = true
    return copy
  }

  /// Returns the doubts of the option's kind, and those of its judgment together with other values.
  public func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    let values = given[description.name]
    let doubts = try kind.doubts(values.prefix(1), context)
    guard let judgement, let value = try decode(given, context) else { return doubts }
    let doubt = try judgement.doubt(value, given, context)
    return doubts + [doubt].compactMap { $0 }.filter { $0 != values.first?.stoodBy }
  }

  /// Returns a copy of the option with a rule that looks at the other given values too.
  public func judged(by judgement: Judgement<Value>) -> Option {
    var copy = self
    copy.judgement = judgement
    return copy
  }

  /// A copy of the option that may be repeated.
  public var repeated: RepeatedOption<Value> { RepeatedOption(description, kind) }
}

/// An option without a value: `--all`.
public struct Flag: CommandParameter {
  /// The description of the flag, which the terminal and browser hosts read.
  public var description: ParameterDescription

  public init(_ name: String, _ summary: String = "", ask: String? = nil) {
    description = ParameterDescription(
      name: name, role: .flag, placeholder: "", summary: summary, question: ask ?? summary,
      isRequired: false, isRepeated: false, completion: .none)
  }

  /// Returns a copy of the flag that a form asks as a choice between two answers, and not as a
  /// checkbox.
  public func answered(no: String, yes: String) -> Flag {
    var copy = self
    copy.description.choiceLabels = ChoiceLabels { $0.isEmpty ? no : yes }
    return copy
  }

  /// Returns whether the flag was given.
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
      isRepeated: false, completion: kind.completion, choiceLabels: kind.labels,
      emptying: kind.nothing.map(Emptying.word))
  }
}

extension ValueKind {
  /// Returns the doubts about the values, without those that the person rejected by confirming the
  /// value.
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
