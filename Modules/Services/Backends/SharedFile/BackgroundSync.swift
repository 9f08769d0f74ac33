package import Basics
package import Domain
import Synchronization

/// Syncs a connected data file with its server in the background while a prompt or pages are open.
///
/// The sync has its own connection to the data file, so the prompt and the pages notice its writes
/// in the same way as those of another process. It starts when the program first reads the status
/// of a connected data file, and does not run for other data files.
package final class BackgroundSync: Sendable {
  private struct State {
    var work: Task<Void, Never>?
    /// The e-mail addresses of the accounts that are signed out at the server.
    var signedOut: [String] = []
    /// Whether the sync has stopped because it would delete many rows of the data file, and waits
    /// until a person agrees.
    var isAsking = false
    /// Whether there were unsent changes when the status was last read. If so, the pause after a
    /// failed sync is short.
    var hasToSend = false
    /// The time of the last failed sync; nil after a successful one.
    var failed: ContinuousClock.Instant?
    /// The signal that ends the pause between two syncs, so that the next sync begins at once.
    var waking = Signal()
  }

  /// How long the sync waits before it asks again a server that does not announce changes. Each
  /// failed sync doubles this pause, up to `longestPause`, or only up to `shortPause` while changes
  /// wait to be sent.
  private static let pause = Duration.seconds(30)
  private static let longestPause = Duration.seconds(300)
  private static let shortPause = Duration.seconds(10)
  /// The time after a failed sync during which unsent changes do not start the next sync. At any
  /// other time, a prompt that finds unsent changes starts a sync at once.
  private static let shortestPause = Duration.seconds(5)
  /// The shortest time between the beginnings of two syncs.
  ///
  /// Without it, the sync would run without a pause if the server announces changes at every
  /// request.
  private static let rhythm = Duration.seconds(1)

  private let sharing: @Sendable () -> QuietSync
  private let state = Mutex(State())

  package init(_ sharing: @escaping @Sendable () -> QuietSync) {
    self.sharing = sharing
  }

  /// Returns the state of the sync as short texts for the prompt, such as `3 to send`, and wakes
  /// the background sync if changes are waiting to be sent.
  package func look(_ status: SharingStatus) -> [String] {
    guard status.address != nil else { return [] }
    let signedOut = state.withLock { state in
      state.hasToSend = status.waiting > 0
      if state.work == nil {
        state.work = Task { [weak self] in await self?.run() }
      } else if status.waiting > 0,
        state.failed.map({ $0.duration(to: .now) > Self.shortestPause }) ?? true
      {
        state.waking.give()
      }
      return state.signedOut
    }
    var words: [String] = []
    // Changes of a person without an account are never sent, so they do not count as changes to
    // send.
    if status.waiting > 0, status.email != nil { words.append("\(status.waiting) to send") }
    if status.held + status.refused > 0 {
      words.append("\(status.held + status.refused) to decide")
    }
    if let request = status.asking.first { words.append("\(request.name) asks to join: sync") }
    if status.asksToRemove > 0 || status.hasLeft || status.turnedAwayFrom != nil {
      words.append("a question: sync")
    }
    if let email = status.email, signedOut.contains(email) {
      words.append("signed out at the server")
    }
    return words
  }

  /// Ends the background sync. If a sync is running, it is interrupted, and the next sync continues
  /// its work.
  package func stop() async {
    let work = state.withLock { state in
      defer { state.work = nil }
      return state.work
    }
    work?.cancel()
    await work?.value
  }

  private func run() async {
    let sharing = sharing()
    var pause = Self.pause
    while !Task.isCancelled {
      let began = ContinuousClock.now
      // A signal can end only one pause, so each sync sets a new one. Changes that were written
      // before this point are sent by this sync and need no other one.
      state.withLock { $0.waking = Signal() }
      do throws(Problem) {
        let answer = try await sharing.sync()
        pause = Self.pause
        state.withLock { state in
          state.signedOut = answer.signedOut
          state.isAsking = answer.isAsking
          state.failed = nil
        }
      } catch {
        if Task.isCancelled { return }
        // The data file is not connected any more, so the background sync ends.
        if error == .notConnected { return }
        // Unsent changes should be sent soon after the server can be reached again. So the pause
        // stays short while there are any.
        pause = min(
          pause * 2, state.withLock { $0.hasToSend } ? Self.shortPause : Self.longestPause)
        state.withLock { $0.failed = .now }
      }
      await wait(pause, sharing)
      try? await Task.sleep(until: began + Self.rhythm)
    }
  }

  /// Waits until the server has changes, this device writes a change, or the pause is over.
  private func wait(_ pause: Duration, _ sharing: QuietSync) async {
    // `news` returns true while the server has changes that this device has not fetched. After a
    // failed sync, or while the person has a question to answer, the device fetches nothing, and
    // `news` would return true again and again without a pause. So `news` is not called in these
    // two cases.
    let (isWell, waking) = state.withLock { ($0.failed == nil && !$0.isAsking, $0.waking) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await waking.waitUnlessCancelled(until: ContinuousClock.now + pause) }
      if isWell {
        group.addTask {
          // A nil from `news` means that the server does not announce changes or cannot be reached.
          // The next sync then follows after the pause.
          while !Task.isCancelled {
            switch await sharing.news() {
            case .some(true): return
            case .some(false): continue
            case nil: try? await Task.sleep(for: pause)
            }
          }
        }
      }
      await group.next()
      group.cancelAll()
    }
  }
}

/// The functions that the background sync calls: a sync that asks the user no questions, and a call
/// that waits for changes on the server.
package struct QuietSync: Sendable {
  /// A second name for `Problem`: Swift does not parse `Basics.Problem` after `throws` in the
  /// closures of a struct.
  package typealias Failure = Problem

  package var sync: @Sendable () async throws(Failure) -> Answer
  /// Returns true as soon as the server has changes, false if it had none for a while, and nil if
  /// the server does not announce changes.
  package var news: @Sendable () async -> Bool?

  package init(
    sync: @escaping @Sendable () async throws(Failure) -> Answer,
    news: @escaping @Sendable () async -> Bool?
  ) {
    self.sync = sync
    self.news = news
  }

  package struct Answer: Sendable {
    /// The e-mail addresses of the accounts that are signed out at the server.
    package var signedOut: [String]
    /// Whether the sync has stopped because it would delete many rows of the data file, and waits
    /// until a person agrees.
    package var isAsking: Bool
  }
}
