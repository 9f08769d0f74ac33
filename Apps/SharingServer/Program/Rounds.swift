import Synchronization

/// Work that is repeated at intervals until this object is released.
///
/// The work must capture the owner of this object weakly: otherwise it would keep the owner alive
/// and never end.
package final class Rounds: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  package init() {}

  deinit { tasks.withLock { $0.forEach { $0.cancel() } } }

  /// Starts to repeat the work.
  ///
  /// - Parameter isAtOnce: whether the work first runs immediately, and not only after the first
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
