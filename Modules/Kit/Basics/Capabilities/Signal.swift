import Synchronization

/// An event that happens once and for which any number of tasks can wait. The owner reports the
/// event with `give`.
///
/// A wait that begins after the event ends at once. For an event that happens again and again, the
/// owner makes a new signal each time the event has happened.
package final class Signal: Sendable {
  /// A task that waits for the signal, or that is about to be suspended. It is added to the list
  /// before it is suspended, so a signal that is given in between still ends the wait.
  private struct Waiter {
    let number: Int
    var suspended: CheckedContinuation<Void, Never>?
  }

  private struct State {
    var isGiven = false
    var last = 0
    /// The waiting tasks, in the order in which their waits began.
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var isGiven: Bool { state.withLock { $0.isGiven } }

  /// Ends all waits, in the order in which they began. A second call does nothing.
  package func give() {
    let waiters = state.withLock { state in
      state.isGiven = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.suspended?.resume() }
  }

  /// Returns when the signal was given. A cancelled task still waits for the signal.
  package func wait() async { await suspend(begin()) }

  /// Returns when the signal was given, the task is cancelled or the deadline has passed. The
  /// result says whether the signal was given.
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

  /// Adds the calling task to the list of waiters, unless the signal was given already, and returns
  /// the waiter's number.
  private func begin() -> Int {
    state.withLock { state in
      state.last += 1
      if !state.isGiven { state.waiters.append(Waiter(number: state.last)) }
      return state.last
    }
  }

  /// Suspends the calling task until its waiter (its entry in the list of waiting tasks) has been
  /// removed.
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
