/// The work that a feature's reducer requests, as a value: the store (which runs the feature)
/// performs it after the state has changed, and a test compares it with the expected effect
/// (decision 1).
public struct Effect<Action: Sendable>: Sendable {
  /// What the store does for this effect: run work, cancel work, pass an outcome (such as a text or
  /// a question) to the host (shell or web server), or several of these.
  package let operation: Operation

  /// What the store of a feature can do for an effect (work that a feature requests).
  ///
  /// Only `run` contains a closure, which a test cannot compare. The other cases are plain data.
  package indirect enum Operation: Sendable {
    case none
    case tell(Outcome<Action>)
    case cancel(EffectID)
    case run(Work)
    case merge([Effect])
    case sequence([Effect])
  }

  /// An asynchronous function, such as a load, that reports its result by sending actions to the
  /// feature.
  package struct Work: Sendable {
    /// The identifier by which a later effect can cancel or join this work.
    ///
    /// Nil for work that runs independently.
    package let id: EffectID?
    /// What happens if another effect (requested work) with the same identifier is still running
    /// when this one starts.
    package let repeats: Repeats
    /// The call of an endpoint (one operation of the backend) with its input, if the work is one
    /// such call; nil otherwise.
    ///
    /// A test compares this call with the expected one, because it cannot compare closures.
    package let call: EndpointCall?
    /// The asynchronous function that does the work. It reports by sending actions to the feature.
    package let body: @Sendable (Send<Action>) async -> Void
  }

  package init(_ operation: Operation) {
    self.operation = operation
  }
}

/// What happens if a feature requests an effect (work to perform) while an effect with the same
/// identifier runs.
public enum Repeats: Sendable {
  /// The newer effect (requested work) cancels the older one, and later actions of the older one
  /// are dropped.
  case supersede
  /// The second effect (requested work) is dropped, and the first one continues. For example,
  /// pressing "Save" twice makes one request.
  case join
  /// The effect (requested work) starts after a delay. A newer effect with the same identifier
  /// cancels the waiting one and starts its own delay, so only the last of several quick effects
  /// runs.
  case debounce(milliseconds: Int64, WallClock)
}

/// Identifies an effect (work that a feature requested), so that a later effect can cancel it or
/// wait for it. Effects with the same name that work on different records are different effects.
public struct EffectID: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the work, such as `read`. Two effects are the same if both name and record are
  /// equal.
  public let name: String
  /// The record that the effect works on. Nil if the name alone identifies the effect.
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
  /// The effect of an action that only changes the state and requests no work.
  public static var none: Effect { Effect(.none) }

  /// Sends an outcome, such as a text, a question or a file, to the host (shell or web server),
  /// which shows or stores it.
  public static func tell(_ outcome: Outcome<Action>) -> Effect { Effect(.tell(outcome)) }

  /// Cancels the running effect (requested work) with this identifier and drops its later actions.
  public static func cancel(_ id: EffectID) -> Effect { Effect(.cancel(id)) }

  /// Performs all effects without waiting for one another. A test runs them in written order.
  public static func merge(_ effects: Effect...) -> Effect { Effect(.merge(effects)) }

  /// Performs all effects of the array without waiting for one another. A test runs them in written
  /// order.
  public static func merge(_ effects: [Effect]) -> Effect { Effect(.merge(effects)) }

  /// Performs the effects one after the other. Each effect begins when the previous one has
  /// finished.
  public static func sequence(_ effects: Effect...) -> Effect { Effect(.sequence(effects)) }

  /// Runs asynchronous work, which can send any number of actions to the feature.
  public static func run(
    _ id: EffectID? = nil, repeats: Repeats = .supersede,
    _ body: @escaping @Sendable (Send<Action>) async -> Void
  ) -> Effect {
    Effect(.run(Work(id: id, repeats: repeats, call: nil, body: body)))
  }

  /// Loads a value, and sends the result, success or problem, as one action.
  ///
  ///     .load("tasks") { try await timeline.tasks(of: person) } into: { .tasksLoaded($0) }
  public static func load<Value: Sendable>(
    _ id: EffectID, repeats: Repeats = .supersede,
    _ fetch: @escaping @Sendable () async throws(Problem) -> Value,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .report(id, repeats, call: nil, fetch, into: action)
  }

  /// Loads a value with one call of an endpoint, which is an operation of the backend. A test can
  /// compare the endpoint and its input with the expected ones (`calls`).
  ///
  ///     .load("badge", notifications.unreadCount) { .unreadCounted($0) }
  public static func load<Value: Sendable>(
    _ id: EffectID, _ endpoint: Endpoint<Void, Value>,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .call(id, .supersede, endpoint, (), into: action)
  }

  /// Writes a value, and sends the result, success or problem, as one action. If the same write is
  /// requested again while it runs, the second request is dropped.
  public static func save<Value: Sendable>(
    _ id: EffectID,
    _ write: @escaping @Sendable () async throws(Problem) -> Value,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .load(id, repeats: .join, write, into: action)
  }

  /// Writes data with one call of an endpoint, which is an operation of the backend, and sends the
  /// result as one action. A test can compare the endpoint and its input with the expected ones
  /// (`calls`).
  ///
  ///     .save(EffectID("read", id), notifications.markRead, [id]) { .notificationsRead($0) }
  public static func save<Input: Sendable, Value: Sendable>(
    _ id: EffectID, _ endpoint: Endpoint<Input, Value>, _ input: Input,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .call(id, .join, endpoint, input, into: action)
  }

  /// Writes with one call of an endpoint (an operation of the backend) that takes no input, and
  /// sends the result as one action.
  public static func save<Value: Sendable>(
    _ id: EffectID, _ endpoint: Endpoint<Void, Value>,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .call(id, .join, endpoint, (), into: action)
  }

  private static func call<Input: Sendable, Value: Sendable>(
    _ id: EffectID, _ repeats: Repeats, _ endpoint: Endpoint<Input, Value>, _ input: Input,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    .report(
      id, repeats, call: EndpointCall(endpoint, input),
      { () throws(Problem) in try await endpoint(input) }, into: action)
  }

  private static func report<Value: Sendable>(
    _ id: EffectID, _ repeats: Repeats, call: EndpointCall?,
    _ work: @escaping @Sendable () async throws(Problem) -> Value,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action
  ) -> Effect {
    Effect(
      .run(
        Work(id: id, repeats: repeats, call: call) { send in
          let result: Result<Value, Problem>
          do throws(Problem) {
            result = .success(try await work())
          } catch {
            result = .failure(error)
          }
          send(action(result))
        }))
  }

  /// The endpoint calls that the effect requests, in written order. An endpoint is one operation of
  /// the backend, such as `markRead`. A test compares the calls with the expected ones, without
  /// running the effect. Work in a closure is not included.
  package var calls: [EndpointCall] {
    switch operation {
    case .none, .tell, .cancel: []
    case .run(let work): work.call.map { [$0] } ?? []
    case .merge(let effects), .sequence(let effects): effects.flatMap(\.calls)
    }
  }
}

/// One call of an endpoint (one operation of the backend) as data: the name of the endpoint, and
/// the input.
package struct EndpointCall: Equatable, Sendable, CustomStringConvertible {
  package let endpoint: String
  package let input: any Sendable

  package init<Input: Sendable, Value>(_ endpoint: Endpoint<Input, Value>, _ input: Input) {
    self.endpoint = endpoint.name
    self.input = input
  }

  /// The call as it is written in Swift, such as `markRead([n3])`.
  package var description: String {
    let text = "\(input)"
    return endpoint + (text.hasPrefix("(") ? text : "(\(text))")
  }

  /// Two calls are equal if their descriptions are equal. The inputs are not compared directly,
  /// because several inputs form a tuple, which cannot be `Equatable`.
  package static func == (first: EndpointCall, second: EndpointCall) -> Bool {
    first.description == second.description
  }
}

/// The functions by which the running work of an effect reports. It sends actions to its store, and
/// outcomes (such as texts and questions) to the host (shell or web server).
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

  /// Sends an action to the feature's reducer. If the work was canceled, the action is dropped.
  public func callAsFunction(_ action: Action) {
    deliver(action)
  }

  /// Sends an outcome, such as the progress of the work, directly to the host (shell or web
  /// server). The reducer does not see the outcome.
  public func tell(_ outcome: Outcome<Action>) {
    say(outcome)
  }
}
