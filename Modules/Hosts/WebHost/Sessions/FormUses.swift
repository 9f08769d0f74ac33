import Synchronization

/// Records which forms were submitted, so a repeated form has no second effect.
///
/// Every page of a session has the next number, and all its forms contain that number. The number
/// and the content of a form are one use. Pressing a button twice, reloading, and going back and
/// pressing again are the same use. Another button of the page is a different use.
final class FormUses: Sendable {
  struct Use: Hashable {
    var number: Int
    var content: String
  }

  enum Claim: Equatable {
    /// The form was not submitted before. The caller runs it, and then calls `finish` or `release`.
    case first
    /// The form was run before, and its answer redirected to this address.
    case done(leadingTo: String)
    /// The record of this form may have been dropped, because many forms were submitted later.
    case tooOld
    /// No page of this session has this number.
    case neverGiven
  }

  private enum Stage {
    case running([CheckedContinuation<Void, Never>])
    case done(leadingTo: String)
  }

  private struct State {
    var given: Int
    var stages: [Use: Stage] = [:]
    var order: [Use] = []
    /// The highest page number among the uses that are no longer recorded.
    var forgotten: Int
  }

  private let state: Mutex<State>

  /// - Parameter pages: the number of page numbers that an earlier run of the program used. The
  ///   submitted forms of these pages are unknown.
  init(after pages: Int = 0) { state = Mutex(State(given: pages, forgotten: pages)) }

  /// The number of the last created page.
  var given: Int { state.withLock { $0.given } }

  /// The largest number of uses that are recorded.
  static let kept = 64

  /// Returns the number for a new page.
  func next() -> Int {
    state.withLock { state in
      state.given += 1
      return state.given
    }
  }

  /// Claims a use. If the same use is running, the method waits for its end.
  func claim(_ use: Use) async -> Claim {
    while true {
      let claim = state.withLock { state -> Claim? in
        guard use.number > 0, use.number <= state.given else { return .neverGiven }
        switch state.stages[use] {
        case .done(let address): return .done(leadingTo: address)
        case .running: return nil
        case nil:
          guard use.number > state.forgotten else { return .tooOld }
          state.stages[use] = .running([])
          return .first
        }
      }
      if let claim { return claim }
      await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
        let waits = state.withLock { state in
          guard case .running(let waiters) = state.stages[use] else { return false }
          state.stages[use] = .running(waiters + [waiter])
          return true
        }
        if !waits { waiter.resume() }
      }
    }
  }

  /// Marks the use as finished. Submitting the form again then redirects to the same address.
  func finish(_ use: Use, leadingTo address: String) {
    end(use, .done(leadingTo: address))
  }

  /// Releases a use that wrote nothing. The form may be submitted again, corrected or confirmed.
  func release(_ use: Use) { end(use, nil) }

  private func end(_ use: Use, _ stage: Stage?) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard case .running(let waiters) = state.stages[use] else { return [] }
      state.stages[use] = stage
      if stage != nil {
        state.order.append(use)
        if state.order.count > Self.kept {
          let oldest = state.order.removeFirst()
          state.stages[oldest] = nil
          state.forgotten = max(state.forgotten, oldest.number)
        }
      }
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
