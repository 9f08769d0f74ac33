import FeatureKit
import Synchronization

/// A lock for asynchronous tasks, which lets one task in at a time, in the order of their arrival.
final class Gate: Sendable {
  /// One signal for each task that is in or waits. The first task is in.
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
