/// One thing that can be said to a feature: its words, what it takes, and the action it becomes.
///
/// Help, completion, the manual, forms and checks are all made from this one declaration.
///
///     Command("complete", "Mark a task complete.", .writes, Argument("task", .reference(.task))) {
///       .completionRequested($0)
///     }
public struct Command<Feature: FeatureModule>: Sendable {
  /// What help, completion, forms and hosts know of it.
  public private(set) var description: CommandDescription
  let makeAction: @Sendable (GivenValues, ParseContext) throws(Problem) -> Feature.Action
  /// What a form of it begins with.
  private(set) var current: CurrentValues?
  /// Reads one parameter's value and forgets it, in the order of the parameters.
  private(set) var checks: [@Sendable (GivenValues, ParseContext) throws(Problem) -> Void]
  /// What is unlikely about one parameter's value, in the same order.
  private(set) var doubts: [Doubting]

  typealias Doubting = @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt]

  public init<each Parameter: CommandParameter>(
    _ verb: String, _ summary: String, _ mode: CommandMode,
    _ parameters: repeat each Parameter,
    examples: [CommandExample] = [],
    action: @escaping @Sendable (repeat (each Parameter).Value) -> Feature.Action
  ) {
    var descriptions: [ParameterDescription] = []
    var checks: [@Sendable (GivenValues, ParseContext) throws(Problem) -> Void] = []
    var doubts: [Doubting] = []
    for parameter in repeat each parameters {
      descriptions.append(parameter.description)
      checks.append(parameter.check)
      doubts.append(parameter.judge)
    }
    self.checks = checks
    self.doubts = doubts
    description = CommandDescription(
      noun: Feature.manifest.nouns.first?.word ?? "", verb: verb, summary: summary, mode: mode,
      parameters: descriptions, examples: examples)
    makeAction = { given, context throws(Problem) in
      action(repeat try (each parameters).decode(given, context))
    }
  }

  /// A command with a parameter for each entry of a table, for what is too many to name one by one. Words stand before options,
  /// whichever of them the table holds.
  ///
  /// - Parameter action: gets the values that were given, by the names of their parameters.
  public init<Value, each Parameter: CommandParameter>(
    _ verb: String, _ summary: String, _ mode: CommandMode, table: [TableParameter<Value>],
    _ parameters: repeat each Parameter,
    examples: [CommandExample] = [],
    action:
      @escaping @Sendable ([String: Value], repeat (each Parameter).Value) -> Feature.Action
  ) {
    self.init(
      verb, summary, mode, ParameterTable(entries: table), repeat each parameters,
      examples: examples, action: action)
    let descriptions = table.map(\.description) + description.parameters.dropFirst()
    let readers = table.map(\.check) + checks.dropFirst()
    let judges = table.map(\.doubts) + doubts.dropFirst()
    let order =
      descriptions.indices.filter { descriptions[$0].role == .argument }
      + descriptions.indices.filter { descriptions[$0].role != .argument }
    description.parameters = order.map { descriptions[$0] }
    checks = order.map { readers[$0] }
    doubts = order.map { judges[$0] }
  }

  /// The same for a table of options that become one type.
  public init<Value, each Parameter: CommandParameter>(
    _ verb: String, _ summary: String, _ mode: CommandMode, table: [Option<Value>],
    _ parameters: repeat each Parameter,
    examples: [CommandExample] = [],
    action:
      @escaping @Sendable ([String: Value], repeat (each Parameter).Value) -> Feature.Action
  ) {
    self.init(
      verb, summary, mode, table: table.map { TableParameter($0) }, repeat each parameters,
      examples: examples, action: action)
  }

  /// The action of a draft of this command whose references have been resolved.
  package func action(
    for draft: CommandDraft, in context: ParseContext
  ) throws(Problem) -> Feature.Action {
    try makeAction(draft.given, context)
  }

  /// The same command under another of the feature's nouns.
  public func under(_ noun: String) -> Command {
    var copy = self
    copy.description.noun = noun
    return copy
  }

  /// The same command; a terminal asks for everything one by one when at most a record was named.
  public var guided: Command {
    var copy = self
    copy.description.isGuided = true
    return copy
  }

  /// The same command; the button of its form says this.
  public func button(_ words: String) -> Command {
    var copy = self
    copy.description.button = words
    return copy
  }

  /// The same command, which pages show as a form, and offer only where there is something to do with it.
  public var filledInWhereOffered: Command {
    var copy = self
    copy.description.isFilledInOnPages = true
    copy.description.isOfferedByPage = true
    return copy
  }

  /// The same command; somebody who may look and not change is told this with the refusal: what they can do instead.
  public func whoMayOnlyLook(_ advice: String) -> Command {
    var copy = self
    copy.description.adviceToViewers = advice
    return copy
  }

  /// The same command, which changes that part of the data: a read-only viewer can be allowed to use it.
  public func changing(_ area: WriteArea) -> Command {
    var copy = self
    copy.description.area = area
    return copy
  }

  /// The same command, whose form begins with what is there now: an edit of a record shows the record.
  ///
  /// - Parameter values: texts as the command takes them, by the names of its parameters, for what was given so far.
  public func beginning(with values: @escaping CurrentValues) -> Command {
    var copy = self
    copy.current = values
    return copy
  }

  /// The same command with paragraphs for `help <command>`.
  public func explained(_ text: String) -> Command {
    var copy = self
    copy.description.explanation = text
    return copy
  }
}

/// Looks up what a command's parameters stand at, for the record that was given.
public typealias CurrentValues =
  @Sendable (GivenValues) async throws(Problem) -> [String: [String]]

/// What a command may do; a host refuses a viewer before asking anything.
public enum CommandMode: Equatable, Sendable {
  case reads
  /// Changes the data that the page shows: refused to a read-only viewer.
  case writes
  /// Changes only what belongs to the viewer, such as their preferences; also allowed to a read-only viewer.
  case writesOwn
  case makesFile
}

/// A command as help, completion, the manual and hosts see it.
public struct CommandDescription: Equatable, Sendable {
  /// The first word: `tasks`.
  public var noun: String
  /// The second word: `complete`. Empty for a command of one word.
  public var verb: String
  /// One sentence for the list of commands, with its full stop.
  public var summary: String
  /// Decides before anything is asked whether this viewer may say it at all.
  public var mode: CommandMode
  /// In the order they are declared; arguments are filled in that order.
  public var parameters: [ParameterDescription]
  /// Lines with their output. They stand in help and in the manual, and are run as tests.
  public var examples: [CommandExample]
  /// What help says beyond the summary; nil where that says everything.
  public var explanation: String?
  /// Whether a terminal offers to ask for all of its parameters when only a record or nothing was given.
  public var isGuided = false
  /// Whether a host of pages shows its form, where a line without more words asks what there is.
  public var isFilledInOnPages = false
  /// What the button of its form says; made of the verb when nil.
  public var button: String?
  /// Whether its page offers it itself, when there is something to do with it.
  public var isOfferedByPage = false
  /// What somebody who is refused can do instead.
  public var adviceToViewers: String?
  /// The part of the data it changes; nil where only its owner may change it.
  public var area: WriteArea?

  public init(
    noun: String, verb: String = "", summary: String, mode: CommandMode,
    parameters: [ParameterDescription] = [], examples: [CommandExample] = [],
    explanation: String? = nil
  ) {
    self.noun = noun
    self.verb = verb
    self.summary = summary
    self.mode = mode
    self.parameters = parameters
    self.examples = examples
    self.explanation = explanation
  }

  /// What is typed; a command of one word has no verb.
  public var words: String { verb.isEmpty ? noun : "\(noun) \(verb)" }

  /// Whether a file can come of it: always, or when it is given a name for one.
  public var mayMakeFile: Bool {
    mode == .makesFile || parameters.contains { $0.name == "out" && $0.completion == .file }
  }

  /// The line that help and every usage problem show: `tasks due <task> [<day>]`.
  public var usage: String {
    ([words] + parameters.map(\.usage)).joined(separator: " ")
  }
}
