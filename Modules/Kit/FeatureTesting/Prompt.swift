public import FeatureKit
import Synchronization
import Testing

/// What a feature is tested on: the feature over its capabilities, and how a host would show it.
public protocol FeatureStage: Sendable {
  associatedtype Feature: FeatureModule
  var feature: Feature { get }
  /// When, where and for whom pages are drawn.
  var context: PageContext { get }
  /// What a line can name.
  func references() async throws -> [Reference]
  /// How a line finds what it names: among the references, unless a stage looks into its backend.
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

  /// What a line can name, by its handle.
  public func reference(_ handle: String) async throws -> Reference {
    try #require(try await references().first { $0.handle == handle })
  }

  /// What a host hears of a line at a prompt where nothing was said before, and the page it then shows.
  ///
  /// - Parameters:
  ///   - secrets: what would be typed unseen, by parameter.
  ///   - agrees: says yes to what is asked; without it questions stay unanswered.
  @discardableResult
  public func say(
    _ line: String, secrets: [String: String] = [:], agrees: Bool = false
  ) async throws -> Heard<Feature.Action> {
    let prompt = StagedPrompt(self)
    let told = try await prompt.enter(line, secrets: secrets, agrees: agrees)
    return Heard(told: told, page: prompt.page())
  }

  /// The page after a line at such a prompt.
  public func show(_ line: String, rowLimit: Int? = nil) async throws -> Page {
    try await StagedPrompt(self).show(line, rowLimit: rowLimit)
  }

  /// The bytes of the one file that a line makes at such a prompt.
  public func file(_ line: String) async throws -> (artifact: Artifact, text: String) {
    try await StagedPrompt(self).file(line)
  }
}

/// What a host heard of one line: everything that was told, which is read as a list of outcomes is (`heard.problems`), and the
/// page below it.
@dynamicMemberLookup
public struct Heard<Action: Sendable>: Sendable {
  public let told: [Outcome<Action>]
  public let page: Page

  public subscript<Value>(dynamicMember reading: KeyPath<[Outcome<Action>], Value>) -> Value {
    told[keyPath: reading]
  }
}

/// A prompt in a test: lines go in, outcomes are kept, the page is what a host would show.
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

  /// What the line told, after everything it set going has settled; and what its yes told, when the stage agrees.
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

  /// The page after the line.
  public func show(_ line: String, rowLimit: Int? = nil) async throws -> Page {
    try await enter(line)
    return page(rowLimit: rowLimit)
  }

  /// The bytes of the one file that the line makes.
  public func file(_ line: String) async throws -> (artifact: Artifact, text: String) {
    let artifact = try #require(try await enter(line).artifacts.first)
    return (artifact, try await artifact.collectedText())
  }

  @discardableResult
  public func send(_ action: Stage.Feature.Action) async -> Outcomes {
    await store.send(action).settled()
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
