public import FeatureKit
import Synchronization
public import Testing

/// Runs a feature in a test. The test must assert each change of state, each received action and
/// each outcome (a text, a question or a file for the person), in order.
///
///     let store = TestStore(Counter(.testing()))
///     await store.send(.loadRequested) { $0.isLoading = true }
///     await store.receive(.loaded(40)) { $0 = .init(count: 40) }
///     await store.expect(.notice(Notice("Loaded.")))
///     await store.finish()
///
/// The feature runs in the real `Store`. The effects (requested work) run one after the other in
/// written order, so two runs never differ.
public final class TestStore<Feature: FeatureModule> {
  public typealias State = Feature.State
  public typealias Action = Feature.Action

  /// An action or an outcome (a text, a question or a file for the person) that the feature has
  /// produced and the test has not asserted yet.
  enum Event {
    case action(Action, after: State)
    case outcome(Outcome<Action>)
  }

  /// The state that the test has asserted so far.
  public private(set) var state: State

  /// The longest time for which the test store waits for an effect (requested work) on another
  /// thread. After this time, it assumes that the effect sends no action.
  private static var patienceInMilliseconds: Int { 500 }

  let feature: Feature
  private let store: Store<Feature>
  private let steps = EffectSteps()
  private let events: EventLog<Event>
  private let failures: FailureSink
  private let origin: SourceLocation
  private var question: Question<Action>?
  private var isFinished = false

  /// - Parameter state: the state to start with. Nil uses the feature's initial state.
  public init(
    _ feature: Feature, state: State? = nil, failures: FailureSink = .issues,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let state = state ?? feature.initialState
    let events = EventLog<Event>()
    self.feature = feature
    self.state = state
    self.failures = failures
    self.events = events
    origin = sourceLocation
    store = Store(feature, state: state, executors: { [steps] in steps.lane() })
    store.observe { state, action in events.append(.action(action, after: state)) }
    store.onOutcome { events.append(.outcome($0)) }
  }

  deinit {
    if !isFinished { failures(Words.notFinished, at: origin) }
    cancelAll()
  }

  /// Sends an action and asserts how it changes the state. The closure applies the expected change.
  /// Without a closure, no change is expected.
  public func send(
    _ action: Action, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) -> Void = { _ in }
  ) async {
    step {}
    reportLeftovers(Words.leftovers(before: action), at: sourceLocation)
    step { store.send(action) }
    guard case .action(_, let after)? = events.takeFirst() else { return }
    compare(change, after, action, at: sourceLocation)
  }

  /// Sends an event that comes from outside of the feature, such as `.refreshed`. The test fails if
  /// the feature does not handle the event.
  public func send(
    event: HostEvent, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) -> Void = { _ in }
  ) async {
    guard let action = feature.action(for: event) else {
      return failures(Words.ignored(event), at: sourceLocation)
    }
    await send(action, sourceLocation: sourceLocation, change)
  }

  /// Asserts that an effect (requested work) sends this action next, and that the action changes
  /// the state as the closure does.
  public func receive(
    _ expected: Action, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) -> Void = { _ in }
  ) async {
    switch await nextEvent() {
    case .action(let action, let after)?:
      if action == expected {
        compare(change, after, action, at: sourceLocation)
      } else {
        state = after
        failures(Words.received(action, insteadOf: expected), at: sourceLocation)
      }
    case .outcome(let outcome)?:
      failures(Words.told(outcome, insteadOfReceiving: expected), at: sourceLocation)
    case nil:
      failures(
        Words.silence(insteadOfReceiving: expected, running: store.runningEffects),
        at: sourceLocation)
    }
  }

  /// Asserts that the feature's next event is this outcome: a text, a question or a file for the
  /// person.
  public func expect(
    _ expected: Outcome<Action>, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let outcome = await nextOutcome(sourceLocation) { Words.describe("the outcome", expected) }
    guard let outcome, outcome != expected else { return }
    failures(Words.told(outcome, insteadOf: expected), at: sourceLocation)
  }

  /// Asserts that the feature's next outcome is an artifact (a created file) with this name, and
  /// returns it.
  @discardableResult
  public func expectArtifact(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Artifact? {
    let outcome = await nextOutcome(sourceLocation) { "the artifact \(name)" }
    guard let outcome else { return nil }
    guard case .artifact(let artifact) = outcome, artifact.name == name else {
      failures(Words.told(outcome, insteadOfArtifact: name), at: sourceLocation)
      return nil
    }
    return artifact
  }

  /// Answers the last asserted question with yes.
  public func answerYes(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) -> Void = { _ in }
  ) async {
    guard let question else { return failures(Words.noQuestion, at: sourceLocation) }
    self.question = nil
    await send(question.yes, sourceLocation: sourceLocation, change)
  }

  /// Asserts that the test has asserted every action and outcome and that no effect (requested
  /// work) runs. Every test ends with this call.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    isFinished = true
    await wait { store.runningEffects.isEmpty }
    reportLeftovers(Words.leftoversAtEnd, at: sourceLocation)
    let running = store.runningEffects
    if !running.isEmpty { failures(Words.stillRunning(running), at: sourceLocation) }
    cancelAll()
  }
}

extension TestStore {
  private func compare(
    _ change: (inout State) -> Void, _ actual: State, _ action: Action,
    at location: SourceLocation
  ) {
    var expected = state
    state = actual
    change(&expected)
    if expected != actual {
      failures(Words.otherState(after: action, expected: expected, actual: actual), at: location)
    }
  }

  private func nextOutcome(
    _ location: SourceLocation, wanted: () -> String
  ) async -> Outcome<Action>? {
    switch await nextEvent() {
    case .outcome(let outcome)?:
      if case .question(let asked) = outcome { question = asked }
      return outcome
    case .action(let action, let after)?:
      state = after
      failures(Words.received(action, insteadOf: wanted()), at: location)
    case nil:
      failures(Words.silence(insteadOf: wanted(), running: store.runningEffects), at: location)
    }
    return nil
  }

  private func nextEvent() async -> Event? {
    await wait { !events.isEmpty }
    return events.takeFirst()
  }

  /// Runs the effects (requested work) until the condition holds or all effects have ended.
  ///
  /// The test sleeps only while an effect waits for another thread.
  private func wait(until isDone: () -> Bool) async {
    step {}
    var patience = Self.patienceInMilliseconds
    while !isDone(), !store.runningEffects.isEmpty, patience > 0 {
      try? await _Concurrency.Task.sleep(for: .milliseconds(1))
      patience -= 1
      step {}
    }
  }

  /// Calls `body`, which uses the store, and then runs the effects (requested work) until each of
  /// them has ended or waits.
  private func step(_ body: () -> Void) {
    let (failures, origin) = (failures, origin)
    EffectSteps.$current.withValue(steps) {
      UnimplementedReports.$listener.withValue({ failures(Words.of($0), at: origin) }) {
        body()
        steps.run()
      }
    }
  }

  private func reportLeftovers(_ title: String, at location: SourceLocation) {
    var leftovers: [String] = []
    while let event = events.takeFirst() {
      if case .action(_, let after) = event { state = after }
      leftovers.append(Words.describe(event))
    }
    if !leftovers.isEmpty { failures(Words.list(title, leftovers), at: location) }
  }

  private func cancelAll() {
    store.cancelEffects()
    steps.run()
  }
}

/// The feature's actions and outcomes (texts, questions and files for the person) in order. The
/// store adds them, and assertions remove them.
private final class EventLog<Event: Sendable>: Sendable {
  private let events = Mutex<[Event]>([])

  var isEmpty: Bool { events.withLock(\.isEmpty) }

  func append(_ event: Event) {
    events.withLock { $0.append(event) }
  }

  func takeFirst() -> Event? {
    events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
