public import CivilTime
public import FeatureKit
import Synchronization

/// A clock that advances only on the test's request. It wakes sleeping tasks in the order of their
/// deadlines.
public final class TestClock: Sendable {
  private struct Sleeper {
    var order: Int
    var deadline: Int64
    var steps: EffectSteps?
    let wake = Signal()
  }

  private struct Hands {
    var now: Int64
    var nextOrder = 0
    var sleepers: [Sleeper] = []
  }

  private let hands: Mutex<Hands>

  /// Creates a clock. By default it starts at 10:00 UTC on February 10, 2026.
  public init(now: Instant = Instant(milliseconds: 1_770_717_600_000)) {
    hands = Mutex(Hands(now: now.milliseconds))
  }

  public var now: Instant { Instant(milliseconds: hands.withLock { $0.now }) }

  /// The number of tasks that sleep now.
  public var sleeperCount: Int { hands.withLock { $0.sleepers.count } }

  /// The clock in the form in which a feature receives it.
  public var wallClock: WallClock {
    WallClock(now: { self.now }, wait: { await self.sleep(milliseconds: $0) })
  }

  /// Advances the clock and wakes every sleeping task whose deadline has passed, including tasks
  /// that begin to sleep during this call.
  public func advance(milliseconds: Int64) async {
    let target = now.milliseconds + milliseconds
    while let sleeper = takeSleeper(before: target) {
      sleeper.wake.give()
      sleeper.steps?.run()
    }
    hands.withLock { $0.now = max($0.now, target) }
  }

  private func takeSleeper(before target: Int64) -> Sleeper? {
    hands.withLock { hands in
      let due = hands.sleepers.indices.filter { hands.sleepers[$0].deadline <= target }
      let first = due.min { left, right in
        (hands.sleepers[left].deadline, hands.sleepers[left].order)
          < (hands.sleepers[right].deadline, hands.sleepers[right].order)
      }
      guard let first else { return nil }
      hands.now = max(hands.now, hands.sleepers[first].deadline)
      return hands.sleepers.remove(at: first)
    }
  }

  private func sleep(milliseconds: Int64) async {
    guard milliseconds > 0 else { return }
    let sleeper = hands.withLock { hands in
      hands.nextOrder += 1
      let sleeper = Sleeper(
        order: hands.nextOrder, deadline: hands.now + milliseconds, steps: EffectSteps.current)
      hands.sleepers.append(sleeper)
      return sleeper
    }
    await withTaskCancellationHandler {
      await sleeper.wake.wait()
    } onCancel: {
      hands.withLock { $0.sleepers.removeAll { $0.order == sleeper.order } }
      sleeper.wake.give()
    }
  }
}
