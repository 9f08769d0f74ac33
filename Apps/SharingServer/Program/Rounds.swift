import Synchronization

/// Work that a server repeats until this object is released.
///
/// The work must not keep the object's owner alive, so its closure captures the owner weakly.
package final class Rounds: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  package init() {}

  deinit { tasks.withLock { $0.forEach { $0.cancel() } } }

  /// - Parameter isAtOnce: whether the first round runs at once instead of after the first
  ///   interval.
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
