import FeatureKit
import Synchronization

/// The writes that requests have left for the time after their response, such as an entry in the
/// log of a parent's visits. They are done one at a time.
///
/// A write that fails because another program keeps the data file locked, or because the disk is
/// full, is tried again after the next request that leaves a write.
final class LaterWork: Sendable {
  private struct Item {
    var name: String?
    var work: Afterwards.Work
  }

  private struct State {
    var waiting: [Item] = []
    var failed: [Item] = []
    /// The signal that the running write sends at its end; nil while no write runs.
    var running: Signal?
  }

  private enum Turn {
    case own(Item, end: Signal)
    case another(end: Signal)
    case none
  }

  private let state = Mutex(State())

  /// The largest number of writes that are kept. If there are more, the oldest are dropped.
  static let most = 500

  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty && $0.running == nil } }

  /// Adds a write that is done after the response, behind those that failed before. Of writes with
  /// the same name only the newest is kept.
  func add(_ name: String?, _ work: @escaping Afterwards.Work) {
    state.withLock { state in
      var all = state.failed + state.waiting
      state.failed = []
      if let name { all.removeAll { $0.name == name } }
      all.append(Item(name: name, work: work))
      state.waiting = Array(all.suffix(Self.most))
    }
  }

  /// Does all writes that were left for later, and returns when none is left and none runs.
  func run() async {
    while true {
      switch turn() {
      case .none: return
      case .another(let end): await end.wait()
      case .own(let item, let end):
        await attempt(item)
        state.withLock { $0.running = nil }
        end.give()
      }
    }
  }

  private func turn() -> Turn {
    state.withLock { state in
      if let end = state.running { return .another(end: end) }
      guard !state.waiting.isEmpty else { return .none }
      let end = Signal()
      state.running = end
      return .own(state.waiting.removeFirst(), end: end)
    }
  }

  private func attempt(_ item: Item) async {
    do throws(Problem) {
      try await item.work()
    } catch {
      guard error.cause == .storage(.busy) || error.cause == .storage(.full) else { return }
      state.withLock { state in
        // If a newer write of the same name waits, the failed one is dropped, because the newer one
        // does the same with newer values.
        if let name = item.name, state.waiting.contains(where: { $0.name == name }) { return }
        state.failed = Array((state.failed + [item]).suffix(Self.most))
      }
    }
  }
}

extension WebHost {
  /// Whether answered requests have left writes that are not done yet, such as a log entry.
  package var hasLaterWork: Bool { !later.isEmpty }

  /// Does the writes that answered requests have left for later, such as log entries.
  package func doLaterWork() async {
    await withTaskExecutorPreference(threads) { [later] in await later.run() }
  }

  /// Does the writes that answered requests have left for later, such as log entries. Returns after
  /// `limit` even if a write still runs.
  package func finishLaterWork(within limit: Duration) async {
    let end = Signal()
    Task(executorPreference: threads) { [later] in
      await later.run()
      end.give()
    }
    await end.waitUnlessCancelled(until: ContinuousClock.now + limit)
  }
}
