import Synchronization

/// Work that a server repeats until the owner of this is gone.
///
/// The work must not keep the owner alive: it takes it weakly.
package final class Rounds: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  package init() {}

  deinit { tasks.withLock { $0.forEach { $0.cancel() } } }

  /// - Parameter isAtOnce: whether the first round does not wait for the rhythm.
  package func begin(
    every rhythm: Duration, isAtOnce: Bool = false, _ work: @escaping @Sendable () async -> Void
  ) {
    let task = Task {
      if isAtOnce { await work() }
      while !Task.isCancelled {
        try? await Task.sleep(for: rhythm)
        guard !Task.isCancelled else { return }
        await work()
      }
    }
    tasks.withLock { $0.append(task) }
  }
}
