/// Runs one feature. It passes actions to the feature's reducer one at a time, tells observers the
/// new state, and performs the effects (requested work) that the reducer returns.
///
/// The store can be used from any thread. `send` is synchronous: when it returns, the action was
/// reduced and observers have seen the state. Reducing and observing happen under one lock, so all
/// threads see the same order. Actions that an observer sends are queued and processed before the
/// outer `send` returns (decision 1). An observer must therefore not wait for another thread that
/// sends.
///
/// A running effect keeps its store alive. The owner calls `cancelEffects` before it releases the
/// store.
public final class Store<Feature: FeatureModule>: Sendable {
  public typealias State = Feature.State
  public typealias Action = Feature.Action
  typealias Observer = @Sendable (State, Action) -> Void

  /// The largest number of actions that observers may send because of one action. The store drops
  /// further actions and reports a problem, because observers probably send in a loop.
  public static var reentrancyLimit: Int { 10_000 }

  let feature: Feature
  /// Returns the executor on which an effect (requested work) runs.
  ///
  /// Nil uses the executor of the code that sent the action, or Swift's shared thread pool. A test
  /// passes executors that run effects step by step.
  let executors: (@Sendable () -> any TaskExecutor)?

  // All code accesses these properties inside `locked`. The compiler cannot verify that, so they
  // are marked unsafe. They are not grouped in a struct: it would be generic, and the runtime would
  // look up its type at each access.
  nonisolated(unsafe) private var reduced: State
  nonisolated(unsafe) private var observers: [(id: Int, observe: Observer)] = []
  /// A closure that calls all observers. It is combined when an observer is added or removed, so
  /// that an action needs no loop over the observers.
  nonisolated(unsafe) private var announce: Observer?
  nonisolated(unsafe) private var queue: [Pending] = []
  nonisolated(unsafe) var tellHost: (@Sendable (Outcome<Action>) -> Void)?
  nonisolated(unsafe) var ledger = StoreLedger()

  private let lock = OwnedLock()

  private struct Pending {
    var action: Action
    var groups: [EffectGroup]
  }

  public convenience init(_ feature: Feature) {
    self.init(feature, state: feature.initialState, executors: nil)
  }

  package init(
    _ feature: Feature, state: State, executors: (@Sendable () -> any TaskExecutor)?
  ) {
    self.feature = feature
    self.executors = executors
    reduced = state
  }

  /// The state after all actions that were sent so far.
  public var state: State {
    locked { reduced }
  }

  /// Sends one action to the reducer.
  ///
  /// With the returned value, a caller can wait for the effects (requested work) that the action
  /// starts. If an observer sends an action, the wait for either action includes the effects of
  /// both.
  @discardableResult
  public func send(_ action: Action) -> Sent {
    locked {
      if ledger.isDraining { return enqueue(action, within: currentGroups) }
      return Sent(group: drain(within: []) { reduce(action) }.first)
    }
  }

  /// Calls the observer for every action and the state after it, in order, on the sending thread.
  /// The returned closure removes the observer.
  @discardableResult
  public func observe(
    _ observe: @escaping @Sendable (State, Action) -> Void
  ) -> @Sendable () -> Void {
    let id = locked {
      ledger.lastObserver += 1
      observers.append((ledger.lastObserver, observe))
      announce = Self.chain(observers)
      return ledger.lastObserver
    }
    return { [weak self] in
      self?.locked {
        self?.observers.removeAll { $0.id == id }
        self?.announce = Self.chain(self?.observers ?? [])
      }
    }
  }

  /// Sets the function that receives the feature's outcomes, such as texts and questions. The shell
  /// or the web server shows them.
  public func onOutcome(_ tell: @escaping @Sendable (Outcome<Action>) -> Void) {
    locked { tellHost = tell }
  }

  /// Cancels all running effects (requested work) and drops their later actions. Callers that wait
  /// for these effects continue.
  public func cancelEffects() {
    locked { ledger.stopped += ledger.effects.removeAll() }
  }

  /// The identifiers of the running effects (requested work), in the order of their start. An
  /// effect without an identifier is nil in the list.
  package var runningEffects: [EffectID?] {
    locked { ledger.effects.ids }
  }
}

// MARK: - Reducing, under the lock

extension Store {
  func locked<Value>(_ body: () -> Value) -> Value {
    if lock.isHeld { return body() }
    var stopped: [RunningEffect] = []
    let value = lock.withLock {
      let value = body()
      if !ledger.stopped.isEmpty { swap(&stopped, &ledger.stopped) }
      return value
    }
    for effect in stopped { effect.stop() }
    return value
  }

  /// Runs `work`, which reduces an action or sends an outcome. Then it reduces the actions that
  /// observers have queued meanwhile.
  ///
  /// Returns the groups, which count the effects (requested work) of `work`, so that a caller can
  /// wait for them.
  func drain(within groups: [EffectGroup], _ work: () -> Void) -> [EffectGroup] {
    if ledger.isDraining { return nest(within: groups, work) }
    ledger.isDraining = true
    ledger.groups = groups
    work()
    let own = ledger.groups
    if ledger.queued > 0 { drainQueue() }
    ledger.groups = []
    ledger.isDraining = false
    return own
  }

  func reduce(_ action: Action) {
    let effect = feature.reduce(&reduced, action)
    announce?(reduced, action)
    perform(effect)
  }

  private static func chain(_ observers: [(id: Int, observe: Observer)]) -> Observer? {
    guard var chain = observers.first?.observe else { return nil }
    for (_, observe) in observers.dropFirst() {
      chain = { [before = chain] state, action in
        before(state, action)
        observe(state, action)
      }
    }
    return chain
  }

  /// Adds an action to the queue, because the store is already reducing another action.
  ///
  /// Each group counts the queued action as running, so callers that wait for a group also wait for
  /// this action. If the queue has reached its limit, the action is dropped.
  func enqueue(_ action: Action, within groups: [EffectGroup]) -> Sent {
    guard ledger.queued < Self.reentrancyLimit else {
      reportLoop()
      return Sent(group: nil)
    }
    groups.enter()
    queue.append(Pending(action: action, groups: groups))
    ledger.queued += 1
    return Sent(group: groups.last)
  }

  var currentGroups: [EffectGroup] {
    if ledger.groups.isEmpty { ledger.groups = [EffectGroup()] }
    return ledger.groups
  }

  /// Runs `work` while the same thread is already reducing an action, for example if an observer
  /// runs a test's effects.
  ///
  /// During `work`, new effects are counted in `groups`. Afterwards they are counted in the groups
  /// of the outer action again.
  private func nest(within groups: [EffectGroup], _ work: () -> Void) -> [EffectGroup] {
    let outer = ledger.groups
    ledger.groups = groups
    work()
    defer { ledger.groups = outer }
    return ledger.groups
  }

  private func drainQueue() {
    var next = 0
    while next < ledger.queued {
      let pending = queue[next]
      next += 1
      ledger.groups = pending.groups
      reduce(pending.action)
      pending.groups.leave()
    }
    queue = []
    ledger.queued = 0
    ledger.hasReportedLoop = false
  }

  private func reportLoop() {
    if ledger.hasReportedLoop { return }
    ledger.hasReportedLoop = true
    tellHost?(
      .problem(
        Problem(
          .failed,
          "\(Feature.manifest.id) sent itself more than \(Self.reentrancyLimit) actions at once; the rest was dropped.",
          fix: "An observer answers every action with another one. Please report this.")))
  }
}
