import Synchronization

/// An event that happens once and for which any number of tasks can wait.
///
/// A wait that begins after the event ends at once. For an event that happens again and again, the
/// owner replaces the signal with a new one whenever it was given.
package final class Signal: Sendable {
  /// A task that waits or is about to. It is in the list before it is suspended, so that nothing
  /// that ends the wait can come too early.
  private struct Waiter {
    let number: Int
    var suspended: CheckedContinuation<Void, Never>?
  }

  private struct State {
    var isGiven = false
    var last = 0
    /// In the order in which the waits began.
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var isGiven: Bool { state.withLock { $0.isGiven } }

  /// Ends all waits, in the order in which they began. Giving a signal again changes nothing.
  package func give() {
    let waiters = state.withLock { state in
      state.isGiven = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.suspended?.resume() }
  }

  /// Returns when the signal was given. If the task is cancelled, the call still waits.
  package func wait() async { await suspend(begin()) }

  /// Returns when the signal was given, the task is cancelled or the deadline has passed. The
  /// result is whether the signal was given.
  @discardableResult
  package func waitUnlessCancelled(until deadline: ContinuousClock.Instant? = nil) async -> Bool {
    let number = begin()
    let limit = deadline.map { deadline in
      Task {
        try? await Task.sleep(until: deadline)
        end(number)
      }
    }
    await withTaskCancellationHandler {
      await suspend(number)
    } onCancel: {
      end(number)
    }
    limit?.cancel()
    return isGiven
  }

  /// Adds a waiter, unless the signal was given, and returns its number.
  private func begin() -> Int {
    state.withLock { state in
      state.last += 1
      if !state.isGiven { state.waiters.append(Waiter(number: state.last)) }
      return state.last
    }
  }

  /// Suspends the calling task until its waiter is no longer in the list.
  private func suspend(_ number: Int) async {
    await withCheckedContinuation { (task: CheckedContinuation<Void, Never>) in
      let isWaiting = state.withLock { state in
        guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
          return false
        }
        state.waiters[index].suspended = task
        return true
      }
      if !isWaiting { task.resume() }
    }
  }

  private func end(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiters.remove(at: index)
    }
    waiter?.suspended?.resume()
  }
}
