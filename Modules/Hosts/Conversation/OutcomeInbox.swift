package import FeatureKit
import Synchronization

/// Collects the outcomes of features from any thread until the host takes them.
package final class OutcomeInbox: Sendable {
  private struct State {
    var outcomes: [HostOutcome] = []
    var hearProgress: (@Sendable (Progress) -> Void)?
  }

  private let state = Mutex(State())

  /// Passes progress on to the client immediately. Every other outcome waits, in the order of
  /// arrival, until the host takes it.
  func receive(_ outcome: HostOutcome) {
    if case .progress(let progress) = outcome {
      state.withLock { $0.hearProgress }?(progress)
    } else {
      state.withLock { $0.outcomes.append(outcome) }
    }
  }

  func takeAll() -> [HostOutcome] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }

  package func hearProgress(_ hear: (@Sendable (Progress) -> Void)?) {
    state.withLock { $0.hearProgress = hear }
  }
}
