/// The effects that one sent action started. A caller can wait until all of them, and the effects
/// that they start in turn, have ended.
public struct Sent: Sendable {
  let group: EffectGroup?

  /// Returns after each effect of the sent action has ended or was canceled.
  public func settled() async {
    await group?.settled()
  }
}

/// Counts the running effects of one sent action, or of one step of a sequence, including those
/// that they start in turn.
///
/// A caller waits for the count to become zero.
final class EffectGroup: Sendable {
  private let lock = OwnedLock()
  // Every access to these properties is inside the lock, which the compiler cannot verify.
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
