/// One command of a feature: its words, its parameters, and the action that it sends.
///
/// Help, completion, the manual, forms and checks are all made from this one declaration.
///
///     Command("complete", "Mark a task complete.", .writes, Argument("task", .reference(.task))) {
///       .completionRequested($0)
///     }
public struct Command<Feature: FeatureModule>: Sendable {
  /// The data of the command, such as its words and its mode. Help, completion, forms and hosts
  /// (shell and web server) read it.
  public private(set) var description: CommandDescription
  let makeAction: @Sendable (GivenValues, ParseContext) throws(Problem) -> Feature.Action
  /// Returns the stored values that the command's form shows at first, for editing them. Nil for a
  /// form whose fields are empty at first.
  private(set) var current: CurrentValues?
  /// Returns the values that a browser's form suggests. Nil for a form that suggests only what its
  /// parameters declare.
  private(set) var suggested: CurrentValues?
  private(set) var leftOut: LeftOutParameters?
  private(set) var hindrance: Hindrance?
  /// For each parameter, in the order of the declaration, a function that throws if the parameter's
  /// value is not valid.
  private(set) var checks: [@Sendable (GivenValues, ParseContext) throws(Problem) -> Void]
  /// For each parameter, in the order of the declaration, a function that returns a question about
  /// each unlikely value, such as a height of nine feet.
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

  /// Creates a command whose parameters are listed in an array, for commands that have too many
  /// parameters to write one by one. Arguments come before options, independent of their order in
  /// the array.
  ///
  /// - Parameter action: receives the values of the command line by parameter name.
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

  /// Creates a command with many options of one value type, such as the fields of a record.
  ///
  /// `action` receives their values in a dictionary by name.
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

  /// Returns the action (an enum case that the reducer receives) that the command sends with the
  /// values of `draft`, a parsed command line. The host (shell or web server) has already looked up
  /// the records that the draft's texts name.
  package func action(
    for draft: CommandDraft, in context: ParseContext
  ) throws(Problem) -> Feature.Action {
    try makeAction(draft.given, context)
  }

  /// Returns a copy of the command that begins with another noun (first word) of the feature, such
  /// as `measures` in place of `performance`.
  public func under(_ noun: String) -> Command {
    var copy = self
    copy.description.noun = noun
    return copy
  }

  /// A copy of the command for which a terminal asks for all parameters, if the command line gives
  /// no value or only names a record.
  public var guided: Command {
    var copy = self
    copy.description.isGuided = true
    return copy
  }

  /// Returns a copy of the command with this label on the button of its form.
  public func button(_ words: String) -> Command {
    var copy = self
    copy.description.button = words
    return copy
  }

  /// A copy of the command that appears in a browser only where a page links to it. One reason is
  /// that the command is not always possible; another is that it is a short way to type a second
  /// command, whose form a browser shows.
  public var onlyWhereOffered: Command {
    var copy = self
    copy.description.isOfferedByPage = true
    return copy
  }

  /// Returns a copy of the command that shows a list, for which another command of the same noun
  /// stores the filters. A browser's host runs that command when a person chooses filters on the
  /// list.
  ///
  /// - Parameter verb: the second word of the command that stores the filters, such as `filter`.
  public func filtersStored(by verb: String) -> Command {
    var copy = self
    copy.description.storesFiltersBy = verb
    return copy
  }

  /// A copy of the command whose link in a browser opens the command's form even if the command
  /// needs no value.
  public var filledIn: Command {
    var copy = self
    copy.description.isFilledInOnPages = true
    return copy
  }

  /// A copy of the command that appears in a browser only where a page links to it. The link opens
  /// the command's form, because the person has to say something that the page does not know, such
  /// as what they have done.
  public var filledInWhereOffered: Command { onlyWhereOffered.filledIn }

  /// Returns a copy of the command with advice for a viewer who may read the data but not change
  /// it. The advice is shown when the command is refused.
  public func whoMayOnlyLook(_ advice: String) -> Command {
    var copy = self
    copy.description.adviceToViewers = advice
    return copy
  }

  /// A copy of the command that also works while no person is signed in.
  public var withoutProfile: Command {
    var copy = self
    copy.description.worksWithoutProfile = true
    return copy
  }

  /// A copy of the command that menus offer only to the owner of the data on the pages, because the
  /// command refuses every other viewer.
  public var forOwner: Command {
    var copy = self
    copy.description.isForOwner = true
    return copy
  }

  /// Returns a copy of the command that changes this area of the data, such as the tasks.
  ///
  /// A viewer who may otherwise only read the data may use the command if the data's owner has
  /// allowed changes in that area.
  public func changing(_ area: WriteArea) -> Command {
    var copy = self
    copy.description.area = area
    return copy
  }

  /// Returns a copy of the command whose form shows the record's stored values at first.
  ///
  /// - Parameter values: returns the stored values by parameter name, written as a person would
  ///   type them. Its argument contains the values that the form or command line has already, such
  ///   as the record's name.
  public func beginning(with values: @escaping CurrentValues) -> Command {
    var copy = self
    copy.current = values
    copy.description.beginsWithStoredValues = true
    return copy
  }

  /// Returns a copy of the command whose form in a browser suggests values, such as what the person
  /// chose the last time. Suggested values are not stored ones, so the host (shell or web server)
  /// does not compare them with the submitted values.
  ///
  /// - Parameter values: returns the suggested values by parameter name. Its argument contains the
  ///   values that the form or command line has already.
  public func suggesting(_ values: @escaping CurrentValues) -> Command {
    var copy = self
    copy.suggested = values
    return copy
  }

  /// Returns a copy of the command whose form leaves out some parameters: those that do not concern
  /// the person who fills in the form, or that other values make unnecessary.
  ///
  /// A command line may still contain them.
  public func leavingOut(_ parameters: @escaping LeftOutParameters) -> Command {
    var copy = self
    copy.leftOut = parameters
    return copy
  }

  /// Returns a copy of the command whose form in a browser shows a problem when it opens: the
  /// command cannot run yet, or the person may have meant another command.
  public func hindered(by hindrance: @escaping Hindrance) -> Command {
    var copy = self
    copy.hindrance = hindrance
    return copy
  }

  /// Returns a copy of the command with further paragraphs for `help <command>`.
  public func explained(_ text: String) -> Command {
    var copy = self
    copy.description.explanation = text
    return copy
  }
}

/// Returns the values with which a command's form begins, by parameter name: the stored values of
/// the record that the person chose, or suggested values.
public typealias CurrentValues =
  @Sendable (GivenValues) async throws(Problem) -> [String: [String]]

/// Returns the names of the parameters that a form does not ask for. They do not concern the
/// signed-in person, or other values make them unnecessary.
public typealias LeftOutParameters =
  @Sendable (GivenValues) async throws(Problem) -> Set<String>

/// What a command does with data. A host (the shell or the web server) uses this value to decide
/// whether the viewer may use the command, before it asks any question.
public enum CommandMode: Equatable, Sendable {
  case reads
  /// The command changes the data that the page shows. A viewer who may only read the data may not
  /// use it, unless the data's owner allows changes in the command's area.
  case writes
  /// The command changes only data that belongs to the viewer (the signed-in person), such as
  /// preferences. A viewer who may only read other data may use it too.
  case writesOwn
  case makesFile
}

/// The data about a command that help, completion, the manual, the shell and the web server read.
public struct CommandDescription: Equatable, Sendable {
  /// The first word, such as `tasks`.
  public var noun: String
  /// The second word, such as `complete`. Empty for a command of one word.
  public var verb: String
  /// A sentence for the list of commands, with its period.
  public var summary: String
  /// Whether the command reads, writes or makes a file. If a viewer who may only read the data may
  /// not use the command, the host (shell or web server) says so before it asks any question.
  public var mode: CommandMode
  /// The parameters in the order of their declaration. The words of a command line that belong to
  /// no option become the arguments in this order.
  public var parameters: [ParameterDescription]
  /// The parameters in the order in which a form or a terminal asks for them.
  public var parametersAsAsked: [ParameterDescription] {
    parameters.reduce(into: parameters.filter { $0.askedBefore == nil }) { order, parameter in
      guard let next = parameter.askedBefore else { return }
      order.insert(parameter, at: order.firstIndex { $0.name == next } ?? order.endIndex)
    }
  }
  /// Command lines with their output. Help and the manual show them, and a test runs them.
  public var examples: [CommandExample]
  /// Further paragraphs of help. Nil if the summary is enough.
  public var explanation: String?
  /// Whether a terminal asks for all parameters, if the command line gives no value or only names a
  /// record.
  public var isGuided = false
  /// Whether a link of a page opens the command's form, with the values of the command line filled
  /// in, unless the line gives all values.
  ///
  /// A terminal runs such a command line at once.
  public var isFilledInOnPages = false
  /// The second word of the command that stores the filters of this list for the person, such as
  /// `filter`. Nil if no command stores them.
  public var storesFiltersBy: String?
  /// Whether the command's form begins with the stored values of what the command changes.
  public var beginsWithStoredValues = false
  /// The label of the button of the command's form. Nil uses the verb (second word) of the command.
  public var button: String?
  /// Whether only links of a page offer the command, and not general menus, because the command is
  /// not always possible, or because another command has the form for the same values.
  public var isOfferedByPage = false
  /// Advice for a viewer who may read the data but not change it. The viewer sees it when the
  /// command is refused. Nil if there is none.
  public var adviceToViewers: String?
  /// The area of the data, such as the tasks, that a writing command changes. A viewer who may
  /// otherwise only read may use the command if the data's owner has allowed changes in that area.
  /// If the area is nil, such a viewer may not use it.
  public var area: WriteArea?
  /// Whether the command, although its mode is `writes`, also works while no person is signed in.
  public var worksWithoutProfile = false
  /// Whether the command refuses every viewer but the owner of the data on the pages. Menus do not
  /// offer it to the others.
  public var isForOwner = false

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

  /// The words that name the command on a command line, such as `tasks complete`. A command of one
  /// word has no verb.
  public var words: String { verb.isEmpty ? noun : "\(noun) \(verb)" }

  /// Whether the command can create a file, either always or with an option.
  public var mayMakeFile: Bool {
    mode == .makesFile || parameters.contains(where: \.namesMadeFile)
  }

  /// The line that help and every usage problem show, such as `tasks due <task> [<day>]`.
  public var usage: String {
    ([words] + parameters.map(\.usage)).joined(separator: " ")
  }
}

/// Returns the problem that makes the command fail with any values, such as a mail server that is
/// not set up; nil if there is none.
public typealias Hindrance = @Sendable () async throws(Problem) -> Problem?
