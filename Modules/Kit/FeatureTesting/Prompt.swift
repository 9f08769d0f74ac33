public import FeatureKit
import Synchronization
import Testing

/// The environment of a feature's tests: the feature with the services that it uses, and the time,
/// the zone and the viewer of its pages.
public protocol FeatureStage: Sendable {
  associatedtype Feature: FeatureModule
  var feature: Feature { get }
  /// The facts on which pages depend, such as the time, the zone and the viewer.
  var context: PageContext { get }
  /// The records that a command line can name.
  func references() async throws -> [Reference]
  /// Returns the resolver, which looks up the records that a command line names. By default, it
  /// finds the records of `references`.
  func resolver() async throws -> ReferenceResolver
}

extension FeatureStage {
  public func references() async throws -> [Reference] { [] }

  public func resolver() async throws -> ReferenceResolver { .knowing(try await references()) }

  public func store(_ state: Feature.State? = nil) -> TestStore<Feature> {
    TestStore(feature, state: state)
  }

  public func page(_ state: Feature.State, rowLimit: Int? = nil) -> Page {
    var context = context
    context.rowLimit = rowLimit ?? context.rowLimit
    return feature.page(state, in: context)
  }

  /// Returns the record with this handle, a short name such as `t12`. The test fails if there is
  /// none.
  public func reference(_ handle: String) async throws -> Reference {
    try #require(try await references().first { $0.handle == handle })
  }

  /// Enters a command line at a new prompt.
  ///
  /// Returns the outcomes (texts, questions and files for the person), and the page that the shell
  /// would show afterwards.
  ///
  /// - Parameters:
  ///   - secrets: the hidden input, by the parameter's name.
  ///   - agrees: whether the test answers each question with yes. If false, questions stay
  ///     unanswered.
  @discardableResult
  public func say(
    _ line: String, secrets: [String: String] = [:], agrees: Bool = false
  ) async throws -> Heard<Feature.Action> {
    let prompt = StagedPrompt(self)
    let told = try await prompt.enter(line, secrets: secrets, agrees: agrees)
    return Heard(told: told, page: prompt.page())
  }

  /// Enters one line in a new session of the feature, and returns the page that it shows.
  public func show(_ line: String, rowLimit: Int? = nil) async throws -> Page {
    try await StagedPrompt(self).show(line, rowLimit: rowLimit)
  }

  /// Enters a command line at a new prompt and returns the first file that it creates, with the
  /// file's text. The test fails if there is none.
  public func file(_ line: String) async throws -> (artifact: Artifact, text: String) {
    try await StagedPrompt(self).file(line)
  }
}

/// The result of one command line: its outcomes (texts, questions and files for the person), and
/// the page that the shell would show afterwards. The properties of a list of outcomes can be used
/// directly, as in `heard.problems`.
@dynamicMemberLookup
public struct Heard<Action: Sendable>: Sendable {
  public let told: [Outcome<Action>]
  public let page: Page

  public subscript<Value>(dynamicMember reading: KeyPath<[Outcome<Action>], Value>) -> Value {
    told[keyPath: reading]
  }
}

/// A prompt in a test. It accepts command lines of one feature, and returns their outcomes (texts,
/// questions and files for the person) and the page that the shell would show.
public final class StagedPrompt<Stage: FeatureStage>: Sendable {
  public typealias Outcomes = [Outcome<Stage.Feature.Action>]

  public let stage: Stage
  private let store: Store<Stage.Feature>
  private let told: ToldOutcomes<Stage.Feature.Action>

  public init(_ stage: Stage) {
    let told = ToldOutcomes<Stage.Feature.Action>()
    self.stage = stage
    self.told = told
    store = Store(stage.feature)
    store.onOutcome { told.add($0) }
  }

  public var state: Stage.Feature.State { store.state }

  public func page(rowLimit: Int? = nil) -> Page { stage.page(store.state, rowLimit: rowLimit) }

  /// Returns the outcomes (texts, questions and files for the person) of the command line, after
  /// all its work has ended. If `agrees` is true, questions are answered with yes, and the outcomes
  /// of the answers are included.
  @discardableResult
  public func enter(
    _ line: String, secrets: [String: String] = [:], agrees: Bool = false
  ) async throws -> Outcomes {
    var told = await send(
      try await stage.feature.action(
        for: line, secrets: secrets, finding: try await stage.resolver(), now: stage.context.now,
        zone: stage.context.zone))
    if agrees {
      for question in told.questions { told += await send(question.yes) }
    }
    return told
  }

  /// Enters the command line and returns the page that is shown afterwards.
  public func show(_ line: String, rowLimit: Int? = nil) async throws -> Page {
    try await enter(line)
    return page(rowLimit: rowLimit)
  }

  /// Returns the first file that the command line creates, with the file's text. The test fails if
  /// there is none.
  public func file(_ line: String) async throws -> (artifact: Artifact, text: String) {
    let artifact = try #require(try await enter(line).artifacts.first)
    return (artifact, try await artifact.collectedText())
  }

  @discardableResult
  public func send(_ action: Stage.Feature.Action) async -> Outcomes {
    await send([action]) {}
  }

  /// Sends the actions one after the other without waiting for their work, like rapid taps of a
  /// button. Calls `meanwhile` after the store has reduced all of them, for example to let a held
  /// request continue. Returns the outcomes of all actions after all their work has ended.
  @discardableResult
  public func send(
    _ actions: [Stage.Feature.Action], meanwhile: () -> Void
  ) async -> Outcomes {
    let sent = actions.map { store.send($0) }
    meanwhile()
    for sent in sent { await sent.settled() }
    return told.take()
  }

  @discardableResult
  public func hear(_ event: HostEvent) async -> Outcomes {
    guard let action = stage.feature.action(for: event) else { return [] }
    return await send(action)
  }
}

private final class ToldOutcomes<Action: Sendable>: Sendable {
  private let outcomes = Mutex<[Outcome<Action>]>([])

  func add(_ outcome: Outcome<Action>) { outcomes.withLock { $0.append(outcome) } }

  func take() -> [Outcome<Action>] {
    outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
  }
}
