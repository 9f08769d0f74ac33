/// What a reducer wants done: a value, described where a description will do (decision 1).
public struct Effect<Action: Sendable>: Sendable {
  /// What a store interprets; a test store prints it.
  package let operation: Operation

  /// Everything a store can be asked for. Only `run` holds a closure, so that tests compare the rest.
  package indirect enum Operation: Sendable {
    case none
    case tell(Outcome<Action>)
    case cancel(EffectID)
    case run(Work)
    case merge([Effect])
    case sequence([Effect])
  }

  /// The one closure: work that reports back by sending actions.
  package struct Work: Sendable {
    /// Under which a newer one finds it; nil for work that nothing supersedes.
    package let id: EffectID?
    /// What happens when one of the same id still runs.
    package let repeats: Repeats
    /// The work itself, which reports back by sending.
    package let body: @Sendable (Send<Action>) async -> Void
  }

  package init(_ operation: Operation) {
    self.operation = operation
  }
}

/// What a second effect of the same id does to one that still runs.
public enum Repeats: Sendable {
  /// The newer cancels the older, and nothing the older still sends arrives.
  case supersede
  /// The repeat is swallowed while the first runs: rapid taps make one request.
  case join
  /// Each repeat starts the wait again; only the last of a burst runs.
  case debounce(milliseconds: Int64, WallClock)
}

/// Names an effect so that it can be superseded, joined or cancelled; the record keeps two rows apart.
public struct EffectID: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What is done: two loads of the same name supersede each other.
  public let name: String
  /// Which record it is done to; nil when there is only one of its kind.
  public let record: RecordID?

  public init(_ name: String, _ record: RecordID? = nil) {
    self.name = name
    self.record = record
  }

  public init(stringLiteral name: String) {
    self.init(name)
  }
}

extension Effect {
  /// Nothing is to be done.
  public static var none: Effect { Effect(.none) }

  /// Has the host say, ask, write, draw or open something.
  public static func tell(_ outcome: Outcome<Action>) -> Effect { Effect(.tell(outcome)) }

  /// Stops the running effect of that id; what it still sends is dropped.
  public static func cancel(_ id: EffectID) -> Effect { Effect(.cancel(id)) }

  /// All at once, in any order; a test runs them in written order.
  public static func merge(_ effects: Effect...) -> Effect { Effect(.merge(effects)) }

  /// The same for effects that stand in a list.
  public static func merge(_ effects: [Effect]) -> Effect { Effect(.merge(effects)) }

  /// One after the other, each begun when the one before has settled.
  public static func sequence(_ effects: Effect...) -> Effect { Effect(.sequence(effects)) }

  /// Runs work that sends as many actions as it likes.
  public static func run(
    _ id: EffectID? = nil, repeats: Repeats = .supersede,
    _ body: @escaping @Sendable (Send<Action>) async -> Void
  ) -> Effect {
    Effect(.run(Work(id: id, repeats: repeats, body: body)))
  }

  /// Fetches something and sends what came of it, success or problem, as one action.
  ///
  ///     .load("tasks") { try await timeline.tasks(of: person) } into: { .tasksLoaded($0) }
  public static func load<Value: Sendable>(
    _ id: EffectID, repeats: Repeats = .supersede,
    _ fetch: @escaping @Sendable () async throws(Problem) -> Value,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .run(id, repeats: repeats) { send in
      let result: Result<Value, Problem>
      do throws(Problem) {
        result = .success(try await fetch())
      } catch {
        result = .failure(error)
      }
      send(action(result))
    }
  }

  /// Writes something; a repeat while it runs is swallowed, so two taps make one request.
  public static func save<Value: Sendable>(
    _ id: EffectID,
    _ write: @escaping @Sendable () async throws(Problem) -> Value,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .load(id, repeats: .join, write, into: action)
  }
}

/// How running work talks to its store: by sending facts, and by telling the host how far it is.
public struct Send<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action) -> Void
  private let say: @Sendable (Outcome<Action>) -> Void

  package init(
    deliver: @escaping @Sendable (Action) -> Void,
    tell: @escaping @Sendable (Outcome<Action>) -> Void
  ) {
    self.deliver = deliver
    self.say = tell
  }

  /// Sends a fact to the reducer. After the work was superseded or cancelled it arrives nowhere.
  public func callAsFunction(_ action: Action) {
    deliver(action)
  }

  /// Tells the host something without the reducer, such as progress.
  public func tell(_ outcome: Outcome<Action>) {
    say(outcome)
  }
}
