import Synchronization

/// Which forms have been sent: one that is sent again writes nothing more.
///
/// Every page that a session is given has the next number, and all its forms carry it. Number and content together are one use: a
/// second press, a reload and going back to press again are the same use, another button of the same page is another.
final class FormUses: Sendable {
  struct Use: Hashable {
    var number: Int
    var content: String
  }

  enum Claim: Equatable {
    /// Nobody has sent it; whoever asked now runs it, and calls `finish` or `release`.
    case first
    /// It was done, and led to this address.
    case done(leadingTo: String)
    /// So many forms have been sent since that nobody knows whether this was among them.
    case tooOld
    /// No page of this session has that number.
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
    /// The highest number of a use that was forgotten.
    var forgotten: Int
  }

  private let state: Mutex<State>

  /// - Parameter pages: numbers that another run of the program gave, of which nobody knows any more what was sent.
  init(after pages: Int = 0) { state = Mutex(State(given: pages, forgotten: pages)) }

  /// The number of the last page.
  var given: Int { state.withLock { $0.given } }

  /// So many uses are remembered.
  static let kept = 64

  /// A number for the next page.
  func next() -> Int {
    state.withLock { state in
      state.given += 1
      return state.given
    }
  }

  /// Waits while the same use is being worked on.
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

  /// It is done: whoever sends it again is led to the same place.
  func finish(_ use: Use, leadingTo address: String) {
    end(use, .done(leadingTo: address))
  }

  /// Nothing was written: it may be sent again, mended or agreed to.
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
