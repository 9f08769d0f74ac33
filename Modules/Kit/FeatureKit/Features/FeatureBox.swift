/// A feature without its generic type, so that the shell and the web server can store all features
/// in one list of boxes.
///
/// The shell creates one box for each feature when it starts, and the web server for each request.
/// The box creates the feature's store at the first use. Releasing a box cancels the running
/// effects (requested work) of its store.
public final class FeatureBox: Sendable {
  /// The feature's manifest. Reading it creates neither the feature nor its store.
  public let manifest: FeatureManifest

  // The feature, its commands and its store are created only when a command line, the help or the
  // prompt first needs them, because a program has many features and runs few commands.
  private let declarations: Declarations
  private let describe: @Sendable (_ noun: String) -> [CommandDescription]
  private let nouns: @Sendable () -> [String]
  private let readers: @Sendable (_ noun: String, _ index: Int) -> CommandReaders
  private let tell: @Sendable (HostOutcome) -> Void
  private let runs: Lazy<RunningFeature>

  /// - Parameters:
  ///   - declarations: the declared commands, which boxes of the same feature share.
  ///   - tell: receives the feature's outcomes (texts, questions and files for the person), in
  ///     order.
  public init<Feature: FeatureModule>(
    _ type: Feature.Type, dependencies: Dependencies, declarations: Declarations = Declarations(),
    tell: @escaping @Sendable (HostOutcome) -> Void
  ) {
    manifest = Feature.manifest
    let feature = Lazy { Feature(dependencies.forFeature(Feature.manifest.id)) }
    let groups = Lazy { feature.value.commands }
    let made = KeptByNoun<[Commands<Feature>.Declared]>()
    let commands = { @Sendable (noun: String) in
      made.value(noun) { groups.value.under(noun) }
    }
    self.declarations = declarations
    describe = { commands($0).map { $0.value.description } }
    nouns = { groups.value.nouns }
    readers = { noun, index in
      let command = commands(noun)[index].value
      return CommandReaders(
        checks: command.checks, doubts: command.doubts, current: command.current,
        suggested: command.suggested, leftOut: command.leftOut, hindrance: command.hindrance)
    }
    self.tell = tell
    runs = Lazy { RunningFeature(feature.value, commands: commands, tell: tell) }
  }

  /// The feature's commands, as declared, for help, completion and parsing.
  public var commands: [CommandDescription] { manifest.nouns.flatMap { declared(under: $0).all } }

  /// Returns the declared commands that begin with one noun (first word).
  ///
  /// They are created at the first call.
  func declared(under noun: Noun) -> DeclaredCommands {
    declarations.kept.value(noun.word) {
      let claimed = Set(manifest.nouns.map(\.word))
      let stray = nouns().first { !claimed.contains($0) }
      return DeclaredCommands(
        describe(noun.word), under: noun, of: manifest, stray: stray.flatMap { describe($0).first })
    }
  }

  /// Returns the index of a command among the commands with the same noun (first word). The action
  /// and the checks of the command have the same index in other arrays.
  ///
  /// Nil for a command of another feature.
  private func position(of command: CommandDescription) -> Int? {
    manifest.nouns.first { $0.word == command.noun }
      .flatMap { declared(under: $0).position(of: command.verb) }
  }

  private var running: RunningFeature { runs.value }

  deinit {
    runs.existing?.cancel()
  }

  /// Sends the action of a command whose values are complete. If a value is unlikely, such as a
  /// height of nine feet, the person is first asked a question, and the action is sent only after
  /// the answer "yes".
  public func perform(_ draft: CommandDraft, in context: ParseContext) throws(Problem) -> Sent {
    guard let index = position(of: draft.command) else {
      throw Problem(.usage, "\(manifest.title) has no command `\(draft.command.words)`.")
    }
    let noun = draft.command.noun
    let action = try running.action(noun, index, draft.given, context)
    var found: [Doubt] = []
    for doubts in readers(noun, index).doubts { found += try doubts(draft.given, context) }
    guard !found.isEmpty else { return action() }
    tell(.question(found.question(action)))
    return Sent(group: nil)
  }

  /// Checks the value of one parameter, and throws if the value is not valid.
  ///
  /// A form calls it after each answer, so that a wrong answer is refused before the next question.
  public func check(
    _ parameter: String, of draft: CommandDraft, in context: ParseContext
  ) throws(Problem) {
    guard let place = place(of: parameter, in: draft) else { return }
    try place.command.checks[place.parameter](draft.given, context)
  }

  /// Returns a question if the value of one parameter is unlikely, such as a height of nine feet.
  ///
  /// A form calls it after each answer. Throws if the value is impossible together with the other
  /// values.
  public func doubt(
    about parameter: String, of draft: CommandDraft, in context: ParseContext
  ) throws(Problem) -> Doubt? {
    guard let place = place(of: parameter, in: draft) else { return nil }
    return try place.command.doubts[place.parameter](draft.given, context).first
  }

  private func place(
    of parameter: String, in draft: CommandDraft
  ) -> (command: CommandReaders, parameter: Int)? {
    guard let command = position(of: draft.command),
      let index = draft.command.parameters.firstIndex(where: { $0.name == parameter })
    else { return nil }
    return (readers(draft.command.noun, command), index)
  }

  /// Returns the stored values of a command's parameters, which its form shows at first. Empty for
  /// a command without stored values.
  ///
  /// - Parameter draft: the values that the form or command line has already, which name the
  ///   record.
  public func values(behind draft: CommandDraft) async throws(Problem) -> [String: [String]] {
    guard let command = position(of: draft.command) else { return [:] }
    return try await readers(draft.command.noun, command).current?(draft.given) ?? [:]
  }

  /// Returns the values that a browser's form of the command suggests. Empty for a command without
  /// suggestions.
  ///
  /// - Parameter draft: the values that the form or command line has already.
  public func suggestions(for draft: CommandDraft) async throws(Problem) -> [String: [String]] {
    guard let command = position(of: draft.command) else { return [:] }
    return try await readers(draft.command.noun, command).suggested?(draft.given) ?? [:]
  }

  /// Returns the names of the parameters that the command's form does not show to this person.
  ///
  /// - Parameter draft: the values that the form or command line has already.
  public func leftOut(of draft: CommandDraft) async throws(Problem) -> Set<String> {
    guard let place = position(of: draft.command) else { return [] }
    return try await readers(draft.command.noun, place).leftOut?(draft.given) ?? []
  }

  /// Returns the problem that prevents the command for now, such as a mail server that is not set
  /// up; nil if there is none. The command's form shows it.
  public func hindrance(of command: CommandDescription) async throws(Problem) -> Problem? {
    guard let place = position(of: command) else { return nil }
    return try await readers(command.noun, place).hindrance?()
  }

  /// Tells the feature about an event from outside, such as that another process wrote data.
  /// Returns nil if the feature ignores the event.
  @discardableResult
  public func send(_ event: HostEvent) -> Sent? {
    running.send(event)
  }

  /// Returns the feature's page for its present state.
  public func page(in context: PageContext) -> Page {
    running.page(context)
  }

  /// The feature's badge (its short text in the prompt), such as `3 unread`. Nil if there is none.
  public var badge: Badge? { running.badge() }

  /// Sends the action that loads the value of the feature's badge (its short text in the prompt)
  /// again. Nil for a feature without a badge.
  @discardableResult
  public func refreshBadge() -> Sent? { running.refreshBadge() }

  /// Tells the feature that the screen now shows another feature's page.
  public func leave() { running.leave() }

  /// Whether the feature drops choices, such as a filter, when another feature's page is shown.
  public var dropsChoices: Bool { running.dropsChoices }

  /// Returns the command line that shows the feature's page again as the person has set it, for
  /// example with a chosen range of days. Nil if the command line that first showed the page does
  /// the same.
  public func lineBack() -> String? { running.lineBack() }

  /// Cancels all running effects (requested work) of the feature, as Ctrl-C does.
  public func cancelEffects() {
    runs.existing?.cancel()
  }
}

/// The functions of one command that check values or look up stored ones. They do not send the
/// command's action.
private struct CommandReaders: Sendable {
  /// Functions that throw if a parameter's value is not valid, one for each parameter, in the order
  /// of the declaration.
  let checks: [@Sendable (GivenValues, ParseContext) throws(Problem) -> Void]
  /// Functions that return questions about a parameter's unlikely values, such as a height of nine
  /// feet. There is one for each parameter, in the order of the declaration.
  let doubts: [@Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt]]
  let current: CurrentValues?
  let suggested: CurrentValues?
  let leftOut: LeftOutParameters?
  let hindrance: Hindrance?
}

/// An outcome (a text, a question or a file for the person) without the type of the feature's
/// action, so that the shell and the web server can handle outcomes of all features.
public enum HostOutcome: Sendable {
  case notice(Notice)
  case problem(Problem)
  case done(Done)
  case question(HostQuestion)
  case artifact(Artifact)
  case progress(Progress)
  case open(Route)
  case needs(Need)
}

/// A question of a feature, together with the closure that runs after the answer "yes". Unlike
/// `Question`, it does not have the type of the feature's action.
public struct HostQuestion: Sendable {
  /// The question in one sentence.
  public let words: String
  /// The people and records that the action concerns, one line each.
  public let details: [String]
  public let agree: AgreeButton
  /// The digest (hash) of the question's text, which a browser sends back with the answer "yes". If
  /// the question has changed since, its digest differs, and the web server asks again.
  public let digest: String
  /// Whether the person will probably answer "yes". At a terminal, Enter alone then means yes.
  public let expectsYes: Bool
  /// Performs the answer "yes", usually by sending the action that the question contains.
  public let yes: @Sendable () -> Sent

  init(
    words: String, details: [String], agree: AgreeButton, digest: String, expectsYes: Bool = false,
    yes: @escaping @Sendable () -> Sent
  ) {
    self.words = words
    self.details = details
    self.agree = agree
    self.digest = digest
    self.expectsYes = expectsYes
    self.yes = yes
  }

  /// Creates a question of the host (shell or web server) itself. The answer "yes" sends no action
  /// to a feature, because the host then acts on its own.
  public init(
    _ words: String, details: [String], agree: AgreeButton, expectsYes: Bool = false
  ) {
    self.init(
      words: words, details: details, agree: agree,
      digest: questionDigest(words: words, details: details), expectsYes: expectsYes,
      yes: { Sent(group: nil) })
  }

  init(
    _ words: String, details: [String], agree: AgreeButton, yes: @escaping @Sendable () -> Sent
  ) {
    self.init(
      words: words, details: details, agree: agree,
      digest: questionDigest(words: words, details: details), yes: yes)
  }
}

/// A feature together with its store, which runs it.
///
/// The closures hide the feature's types from the box, which is not generic.
private final class RunningFeature: Sendable {
  /// Creates the action of a command. Calling the returned closure sends the action.
  let action:
    @Sendable (_ noun: String, Int, GivenValues, ParseContext) throws(Problem)
      -> @Sendable () -> Sent
  let send: @Sendable (HostEvent) -> Sent?
  let page: @Sendable (PageContext) -> Page
  let badge: @Sendable () -> Badge?
  let refreshBadge: @Sendable () -> Sent?
  let leave: @Sendable () -> Void
  let dropsChoices: Bool
  let lineBack: @Sendable () -> String?
  let cancel: @Sendable () -> Void

  init<Feature: FeatureModule>(
    _ feature: Feature,
    commands: @escaping @Sendable (_ noun: String) -> [Commands<Feature>.Declared],
    tell: @escaping @Sendable (HostOutcome) -> Void
  ) {
    let store = Store(feature)
    store.onOutcome { [weak store] outcome in
      guard let store else { return }
      tell(HostOutcome(outcome) { store.send($0) })
    }
    action = { noun, index, given, context throws(Problem) in
      let action = try commands(noun)[index].value.makeAction(given, context)
      return { store.send(action) }
    }
    send = { event in
      guard let action = feature.action(for: event) else { return nil }
      return store.send(action)
    }
    page = { context in feature.page(store.state, in: context) }
    badge = { feature.badge(store.state) }
    refreshBadge = { feature.badgeRefresh.map { store.send($0) } }
    leave = { if let action = feature.leaving { _ = store.send(action) } }
    dropsChoices = feature.leaving != nil
    lineBack = { feature.lineBack(to: store.state) }
    cancel = { store.cancelEffects() }
  }
}

extension HostOutcome {
  init<Action>(_ outcome: Outcome<Action>, send: @escaping @Sendable (Action) -> Sent) {
    self =
      switch outcome {
      case .notice(let notice): .notice(notice)
      case .problem(let problem): .problem(problem)
      case .done(let done): .done(done)
      case .artifact(let artifact): .artifact(artifact)
      case .progress(let progress): .progress(progress)
      case .open(let route): .open(route)
      case .needs(let need): .needs(need)
      case .question(let question):
        .question(
          HostQuestion(
            words: question.words, details: question.details, agree: question.agree,
            digest: question.digest, yes: { send(question.yes) }))
      }
  }
}
