import Domain
public import FeatureKit
import Synchronization

/// Intercepts the calls to a backend in a test: records them, makes them fail, or holds them until
/// the test releases them.
///
/// A call names its endpoint (a function of a gateway, which reads and writes for a feature). In
/// the name `timeline.tasks`, `timeline` is the gateway and `tasks` the function.
public final class BackendHook: Sendable {
  private struct State {
    var calls: [String] = []
    var problemForAll: Problem?
    var problems: [String: Problem] = [:]
    var gates: [String: [Gate]] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  /// The names of the endpoints (functions of the backend, such as `timeline.tasks`) that were
  /// called so far, in the order of the calls.
  public var calls: [String] { state.withLock { $0.calls } }

  public func count(of endpoint: String) -> Int { calls.count { $0 == endpoint } }

  /// Makes every later call to the backend fail with this cause, until the test calls `recover`.
  public func fail(_ cause: Cause) { fail(Problem(cause)) }

  public func fail(_ problem: Problem) { state.withLock { $0.problemForAll = problem } }

  /// Makes later calls of this endpoint (a function of the backend, such as `timeline.tasks`) fail.
  /// Other calls are not affected.
  public func fail(_ endpoint: String, _ cause: Cause) {
    state.withLock { $0.problems[endpoint] = Problem(cause) }
  }

  /// Ends all failures that `fail` set, so that later calls succeed.
  public func recover() {
    state.withLock { state in
      state.problemForAll = nil
      state.problems = [:]
    }
  }

  /// Holds the next call of the endpoint (a function of the backend, such as `timeline.tasks`)
  /// until the test opens the returned gate. If `hold` is called twice, each of the next two calls
  /// waits at a gate of its own.
  public func hold(_ endpoint: String) -> Gate {
    let gate = Gate()
    state.withLock { $0.gates[endpoint, default: []].append(gate) }
    return gate
  }

  func pass(_ endpoint: String) async throws(Problem) {
    let gate = state.withLock { state -> Gate? in
      state.calls.append(endpoint)
      guard state.gates[endpoint]?.isEmpty == false else { return nil }
      return state.gates[endpoint]?.removeFirst()
    }
    await gate?.wait()
    // The failure is looked up after the gate opens, so that a test can first hold a call and then
    // decide whether it fails.
    let problem = state.withLock { $0.problems[endpoint] ?? $0.problemForAll }
    if let problem { throw problem }
  }
}

/// Holds one call to the backend until a test opens the gate.
public final class Gate: Sendable {
  private let opened = Signal()

  init() {}

  /// Releases the held call. If no call is held yet, the next call passes without waiting.
  public func open() { opened.give() }

  /// Waits until the gate opens. A cancelled call continues at once, because its result is not
  /// needed any more.
  func wait() async { await opened.waitUnlessCancelled() }
}

extension BackendHook {
  /// Returns a gateway (the functions with which a feature reads and writes) whose calls go through
  /// this hook. The hook names a call by the gateway and the function, such as `timeline.tasks`.
  func watched<Watched: Gateway>(_ name: String, _ make: () -> Watched) -> Watched {
    .intercepted(
      by: EndpointInterceptor { endpoint throws(Problem) in
        try await self.pass("\(name).\(endpoint)")
      }, make)
  }
}

extension BackendHook {
  /// Returns the numbers of a report. The hook intercepts each section of the report like a call of
  /// its own, such as `reports.schools`, so that a test can make a single section fail.
  func passing(_ counted: ReportFigures) async throws(Problem) -> ReportFigures {
    let figures = ReportFigures(
      schools: await section("schools", counted.schools),
      coaches: await section("coaches", counted.coaches),
      interactions: await section("interactions", counted.interactions),
      metrics: await section("metrics", counted.metrics))
    let missing = figures.missing
    if missing.count == 4, let problem = missing.first?.problem { throw problem }
    return figures
  }

  private func section<Figures>(
    _ name: String, _ counted: Result<Figures, Problem>
  ) async -> Result<Figures, Problem> {
    do throws(Problem) {
      try await pass("reports.\(name)")
      return counted
    } catch {
      return .failure(error)
    }
  }
}
