package import FeatureKit
import Synchronization

/// Collects the outcomes of features, such as results and problems, from any thread. The shell or
/// the web server takes them when it shows them to the person.
package final class OutcomeInbox: Sendable {
  private struct State {
    var outcomes: [HostOutcome] = []
    var hearProgress: (@Sendable (Progress) -> Void)?
  }

  private let state = Mutex(State())

  /// Passes progress on to the client immediately. Every other outcome, such as a result or a
  /// question, waits in the order of arrival until `takeAll` is called.
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
