/// The work that a send started. A caller awaits it to know that the effects, and those that they
/// caused, have settled.
public struct Sent: Sendable {
  let group: EffectGroup?

  /// Returns when the send can have no further results, because each effect has ended or was
  /// canceled.
  public func settled() async {
    await group?.settled()
  }
}

/// Counts the work that is awaited: the effects of one send, or of one step of a sequence, with all
/// effects that they cause.
final class EffectGroup: Sendable {
  private let lock = OwnedLock()
  // The property is unsafe only to the compiler: every access is inside the lock.
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
