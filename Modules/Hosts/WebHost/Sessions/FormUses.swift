import Synchronization

/// Records which forms of a session were submitted, so that a repeated form has no second effect.
///
/// Each page of a session gets the next number, which all its forms contain. The number and the
/// content of a form together are one use. Pressing a button twice, reloading, or going back and
/// pressing it again repeats a use; another button of the page is another use.
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
    /// It is not known whether the form was run before: many other forms were submitted since, so
    /// the record of it may have been dropped.
    case tooOld
    /// The number is not that of a page of this session, so the form comes from elsewhere.
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
    /// The highest page number of the dropped records. A form of such a page, or of an older one,
    /// counts as too old, because it may have been submitted before.
    var forgotten: Int
  }

  private let state: Mutex<State>

  /// Creates an empty record of the submitted forms of a browser session.
  ///
  /// - Parameter pages: the number of the session's last page in an earlier run of the program; 0
  ///   for a new session. Which forms of these pages were submitted is not known, so all their
  ///   forms count as too old.
  init(after pages: Int = 0) { state = Mutex(State(given: pages, forgotten: pages)) }

  /// The number of the last created page.
  var given: Int { state.withLock { $0.given } }

  /// The largest number of finished uses that are recorded.
  static let kept = 64

  /// Returns the number for a new page, which all forms of that page contain.
  func next() -> Int {
    state.withLock { state in
      state.given += 1
      return state.given
    }
  }

  /// Claims the use, so that only the caller runs the form. If another request is running the same
  /// use, waits until that one ends.
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

  /// Removes the record of a use that wrote nothing, so that the form can be submitted again, with
  /// corrections or with agreement.
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
