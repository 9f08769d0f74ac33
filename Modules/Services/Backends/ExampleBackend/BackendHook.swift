import Domain
public import FeatureKit
import Synchronization

/// Intercepts the calls to a backend: it counts the calls, makes them fail, or holds them until a
/// test releases them.
///
/// Endpoints are named `timeline.tasks`: the property of the backend and the endpoint of its
/// gateway.
public final class BackendHook: Sendable {
  private struct State {
    var calls: [String] = []
    var problemForAll: Problem?
    var problems: [String: Problem] = [:]
    var gates: [String: [Gate]] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  /// Every call so far, in order.
  public var calls: [String] { state.withLock { $0.calls } }

  public func count(of endpoint: String) -> Int { calls.count { $0 == endpoint } }

  /// Makes every later call fail.
  public func fail(_ cause: Cause) { fail(Problem(cause)) }

  public func fail(_ problem: Problem) { state.withLock { $0.problemForAll = problem } }

  /// Makes later calls of one endpoint fail; the others succeed.
  public func fail(_ endpoint: String, _ cause: Cause) {
    state.withLock { $0.problems[endpoint] = Problem(cause) }
  }

  /// Makes later calls succeed again.
  public func recover() {
    state.withLock { state in
      state.problemForAll = nil
      state.problems = [:]
    }
  }

  /// Holds the next call of the endpoint at the returned gate. Two calls of `hold` hold the next two calls, each at its own gate.
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
    // The failure is decided after the gate opens. So a test can hold a call first and then decide
    // that the call fails.
    let problem = state.withLock { $0.problems[endpoint] ?? $0.problemForAll }
    if let problem { throw problem }
  }
}

/// Holds one call until a test opens it.
public final class Gate: Sendable {
  private enum State {
    case closed
    case waiting(CheckedContinuation<Void, Never>)
    case open
  }

  private let state = Mutex(State.closed)

  init() {}

  /// Releases the call, whether it has arrived yet or not.
  public func open() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .open }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiting?.resume()
  }

  /// A cancelled call continues at once, because no caller waits for its result.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if case .open = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      open()
    }
  }
}

extension BackendHook {
  /// Returns a gateway whose calls go through this hook, under the name of the gateway and of the
  /// endpoint.
  func watched<Watched: Gateway>(_ name: String, _ make: () -> Watched) -> Watched {
    .intercepted(
      by: EndpointInterceptor { endpoint throws(Problem) in
        try await self.pass("\(name).\(endpoint)")
      }, make)
  }
}

extension BackendHook {
  /// Passes each section of a report under its own name, such as `reports.schools`, so that a test
  /// can make one section fail alone.
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
