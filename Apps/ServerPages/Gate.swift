import FeatureKit
import Synchronization

/// A lock for asynchronous tasks. One task at a time runs between taking and releasing the lock,
/// and the others wait in the order in which they came.
final class Gate: Sendable {
  /// One signal for each task that has the lock or waits for it. The first one has it.
  private let turns = Mutex<[Signal]>([])

  func enter() async {
    let turn = Signal()
    let first = turns.withLock { turns in
      turns.append(turn)
      return turns.first
    }
    first?.give()
    await turn.wait()
  }

  func leave() {
    let next = turns.withLock { turns in
      turns.removeFirst()
      return turns.first
    }
    next?.give()
  }
}
