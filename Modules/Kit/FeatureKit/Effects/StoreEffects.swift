/// Performs the effects (requested work) that a feature's reducer returns. Everything in this
/// extension runs under the store's lock, except for the closures of effects.
extension Store {
  func perform(_ effect: Effect<Action>) {
    switch effect.operation {
    case .none: break
    case .tell(let outcome): tellHost?(outcome)
    case .cancel(let id): cancel(id)
    case .run(let work): start(work)
    case .merge(let effects): for effect in effects { perform(effect) }
    case .sequence(let effects): start(sequence: effects[...])
    }
  }

  private func start(_ work: Effect<Action>.Work) {
    if let id = work.id, ledger.effects.isRunning(id) {
      switch work.repeats {
      case .join: return ledger.effects.join(id, to: currentGroups)
      case .supersede, .debounce: cancel(id)
      }
    }
    spawn(work.id) { token, send in
      if case .debounce(let milliseconds, let clock) = work.repeats {
        await clock.sleep(milliseconds: milliseconds)
        guard self.isRunning(token) else { return }
      }
      await work.body(send)
    }
  }

  /// Starts a sequence: effects that run one after the other.
  ///
  /// The first effects are performed at once, as long as they need no waiting. A task performs the
  /// others and waits for each of them to end.
  private func start(sequence effects: ArraySlice<Effect<Action>>) {
    var steps = effects
    while let step = steps.first, step.isImmediate {
      perform(step)
      steps.removeFirst()
    }
    if steps.isEmpty { return }
    spawn(nil, isSequence: true) { [steps] token, _ in
      for step in steps {
        guard let group = self.begin(step, ofSequence: token) else { return }
        await group.settled()
      }
    }
  }

  /// Performs the next effect of a sequence and returns the group that counts the running work of
  /// this effect. The sequence waits for the group before it performs the next effect.
  ///
  /// Nil if the sequence was canceled.
  private func begin(_ step: Effect<Action>, ofSequence token: UInt64) -> EffectGroup? {
    locked {
      guard let sequence = ledger.effects[token] else { return nil }
      let group = EffectGroup()
      _ = drain(within: sequence.groups + [group]) { perform(step) }
      return group
    }
  }

  private func spawn(
    _ id: EffectID?, isSequence: Bool = false,
    _ body: @escaping @Sendable (UInt64, Send<Action>) async -> Void
  ) {
    let groups = currentGroups
    groups.enter()
    let token = ledger.effects.token()
    let send = Send<Action>(
      deliver: { self.deliver($0, from: token) },
      tell: { self.tell($0, from: token) })
    let task = _Concurrency.Task(executorPreference: executors?() ?? executorOfSender) {
      await body(token, send)
      self.locked { self.ledger.effects.remove(token) }?.groups.leave()
    }
    ledger.effects.insert(
      RunningEffect(id: id, isSequence: isSequence, task: task, groups: groups), as: token)
  }

  /// The task executor of the code that sent the action. The effect (requested work) uses it, so
  /// that it runs on the same threads.
  ///
  /// Nil if that code runs without a task executor.
  private var executorOfSender: (any TaskExecutor)? {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
  }

  /// Passes an action that an effect (requested work) sends to the reducer, or adds it to the queue
  /// if the store is already reducing another one.
  ///
  /// If the effect was canceled, its token (a counted number) is no longer registered and the
  /// action is dropped.
  private func deliver(_ action: Action, from token: UInt64) {
    locked {
      guard let effect = ledger.effects[token] else { return }
      if ledger.isDraining {
        _ = enqueue(action, within: effect.groups)
      } else {
        _ = drain(within: effect.groups) { reduce(action) }
      }
    }
  }

  private func tell(_ outcome: Outcome<Action>, from token: UInt64) {
    locked {
      guard let effect = ledger.effects[token] else { return }
      _ = drain(within: effect.groups) { tellHost?(outcome) }
    }
  }

  private func isRunning(_ token: UInt64) -> Bool {
    locked { ledger.effects[token] != nil }
  }

  private func cancel(_ id: EffectID) {
    guard let stopped = ledger.effects.remove(holding: id) else { return }
    ledger.stopped.append(stopped)
  }
}

extension Effect {
  /// Whether the store has finished the effect (requested work) when `perform` returns, because the
  /// effect starts no task.
  var isImmediate: Bool {
    switch operation {
    case .none, .tell, .cancel: true
    case .run: false
    case .merge(let effects), .sequence(let effects): effects.allSatisfy(\.isImmediate)
    }
  }
}
