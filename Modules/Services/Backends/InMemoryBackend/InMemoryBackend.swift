import CivilTime
import Domain
public import FeatureKit
import Synchronization

/// The gateways over plain values: what features are tested and tried out with.
///
/// It keeps the same rules as the file, by calling the same pure functions, and adds what only a fake can do: fail on
/// demand, hold a call until a test lets it go, and say what was called.
///
/// ```swift
/// let backend = InMemoryBackend.example()
/// let store = TestStore(TasksFeature(backend.provided(to: .testing("Tasks"))))
/// ```
public final class InMemoryBackend: Sendable {
  public let calendar: LocalCalendar
  /// What was called, what fails, and what is held.
  public let traffic = Traffic()
  let ids: IDSource
  private let world: Mutex<World>
  private let signedIn: Mutex<RecordID?>
  private let acting: (@Sendable () async throws(Problem) -> RecordID?)?

  /// - Parameters:
  ///   - acting: asked for the signed-in person at each call; without it `signIn` decides.
  public init(
    _ world: World, calendar: LocalCalendar, ids: IDSource, signedIn: RecordID? = nil,
    acting: (@Sendable () async throws(Problem) -> RecordID?)? = nil
  ) {
    self.world = Mutex(world)
    self.calendar = calendar
    self.ids = ids
    self.signedIn = Mutex(signedIn)
    self.acting = acting
  }

  /// Who acts from now on; nil signs out.
  public func signIn(_ person: RecordID?) { signedIn.withLock { $0 = person } }

  /// Changes the world behind everybody's back, as another process would.
  public func change(_ body: @Sendable (inout World) -> Void) { world.withLock { body(&$0) } }

  /// The world as it is.
  public var snapshot: World { world.withLock { $0 } }

  /// The given capabilities with every gateway this backend has.
  public func provided(to dependencies: Dependencies) -> Dependencies {
    dependencies
      .providing(calendar).providing(people).providing(families).providing(timeline)
      .providing(preferences).providing(devicePreferences).providing(quickTasks)
      .providing(viewLog).providing(undo).providing(recordIndex)
      .providing(metrics).providing(metricSummaries).providing(reports)
      .providing(notifications)
  }
}

/// Who asks, and when: what every operation knows.
struct Asking {
  let caller: Caller
  let now: Instant
  let today: CalendarDay
  let ids: IDSource

  var person: RecordID { caller.id }
}

extension InMemoryBackend {
  func read<Answer: Sendable>(
    _ endpoint: String, _ body: @Sendable (World, Asking) throws(Problem) -> Answer
  ) async throws(Problem) -> Answer {
    try await traffic.pass(endpoint)
    let person = try await person()
    return try world.withLock { world throws(Problem) in
      try body(world, asking(person, world))
    }
  }

  /// A write that is one undo step: all of it happens or nothing does. `body` says in a line what was done.
  ///
  /// - Parameter athlete: whose data it changes; nil for what belongs to the person alone.
  func write<Answer: Sendable>(
    _ endpoint: String, as operation: String, for athlete: RecordID? = nil,
    _ body: @Sendable (inout World, Asking, inout Summary) throws(Problem) -> Answer
  ) async throws(Problem) -> Answer {
    try await traffic.pass(endpoint)
    return try step(operation, by: try await person(), for: athlete, body)
  }

  /// The same for a person who is only coming to be.
  func step<Answer: Sendable>(
    _ operation: String, by person: RecordID, for athlete: RecordID? = nil,
    _ body: @Sendable (inout World, Asking, inout Summary) throws(Problem) -> Answer
  ) throws(Problem) -> Answer {
    try world.withLock { world throws(Problem) in
      let asking = asking(person, world)
      if let athlete { try asking.caller.requireToChangeData(of: athlete) }
      var draft = world
      var summary = Summary()
      let answer = try body(&draft, asking, &summary)
      draft.record(
        Step(
          id: draft.nextStep, person: person, athlete: athlete ?? summary.athlete,
          operation: operation,
          summary: summary.text, at: asking.now, before: world, after: draft))
      world = draft
      return answer
    }
  }

  /// A write that is no step: remembered choices, the view log.
  func remember<Answer: Sendable>(
    _ endpoint: String, _ body: @Sendable (inout World, Asking) throws(Problem) -> Answer
  ) async throws(Problem) -> Answer {
    try await traffic.pass(endpoint)
    let person = try await person()
    return try world.withLock { world throws(Problem) in
      var draft = world
      let answer = try body(&draft, asking(person, world))
      world = draft
      return answer
    }
  }

  /// Reads whoever is signed in, or nobody.
  func readAsAnyone<Answer: Sendable>(
    _ endpoint: String, _ body: @Sendable (World) throws(Problem) -> Answer
  ) async throws(Problem) -> Answer {
    try await traffic.pass(endpoint)
    return try world.withLock { world throws(Problem) in try body(world) }
  }

  func person() async throws(Problem) -> RecordID {
    let person = if let acting { try await acting() } else { signedIn.withLock { $0 } }
    guard let person else { throw .signInNeeded }
    return person
  }

  private func asking(_ person: RecordID, _ world: World) -> Asking {
    Asking(
      caller: world.caller(person), now: calendar.now(), today: calendar.today(), ids: ids)
  }
}

/// What history says a step did, filled in by the operation.
struct Summary {
  var text = ""
  /// Whose data it is, for an operation that only finds out as it goes.
  var athlete: RecordID?
}
