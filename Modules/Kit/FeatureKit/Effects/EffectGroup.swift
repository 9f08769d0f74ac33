/// A sent action, for whose effects (work that the action requested) a caller can wait. The wait
/// includes the effects that these effects start in turn.
public struct Sent: Sendable {
  let group: EffectGroup?

  /// Returns after each effect (requested work) of the sent action has ended or was canceled.
  public func settled() async {
    await group?.settled()
  }
}

/// Counts the running effects (requested work) of one sent action, or of one effect in a sequence.
/// The effects that they start in turn are counted too.
///
/// A caller waits until the count is zero.
final class EffectGroup: Sendable {
  private let lock = OwnedLock()
  // All code accesses these properties inside the lock. The compiler cannot verify that, so they
  // are marked unsafe.
  nonisolated(unsafe) private var running = 0
  nonisolated(unsafe) private var waiters: [@Sendable () -> Void] = []

  func enter() {
    lock.withLock { running += 1 }
  }

  func leave() {
    let settled = lock.withLock { () -> [@Sendable () -> Void] in
      running -= 1
      guard running == 0 else { return [] }
      defer { waiters = [] }
      return waiters
    }
    for wake in settled { wake() }
  }

  func settled() async {
    await withCheckedContinuation { continuation in
      let isSettled = lock.withLock {
        if running == 0 { return true }
        waiters.append { continuation.resume() }
        return false
      }
      if isSettled { continuation.resume() }
    }
  }
}

extension [EffectGroup] {
  func enter() { for group in self { group.enter() } }
  func leave() { for group in self { group.leave() } }
}
