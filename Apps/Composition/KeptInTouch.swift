import CivilTime
import Domain
import FeatureKit
import Synchronization

/// Keeps a connected file and its server in touch while a prompt or pages are open.
///
/// It has a connection to the file of its own: for everybody else it is one more program that writes, and what it fetched is
/// noticed as such. It begins at the first look at a file that is connected; of one that is not, nothing runs.
final class KeptInTouch: Sendable {
  private struct State {
    var work: Task<Void, Never>?
    /// Who is signed out at the server, by address.
    var signedOut: [String] = []
    /// Whether much would go here, and waits until somebody was asked.
    var isAsking = false
    /// Whether something waited to be sent at the last look.
    var hasToSend = false
    /// When it failed last; nil after it went well.
    var failed: ContinuousClock.Instant?
  }

  /// How often is asked where a server does not say by itself that there is news, and how seldom while there is no connection.
  private static let pause = Duration.seconds(30)
  private static let longestPause = Duration.seconds(300)
  private static let shortPause = Duration.seconds(10)
  /// What was written wakes it; without a connection not at every line.
  private static let shortestPause = Duration.seconds(5)
  /// Whatever a server says, it is asked no more often than this.
  private static let rhythm = Duration.seconds(1)

  private let sharing: @Sendable () -> QuietSharing
  private let state = Mutex(State())
  private let waking = Waking()

  init(_ sharing: @escaping @Sendable () -> QuietSharing) {
    self.sharing = sharing
  }

  /// What stands between the file and its server, in a word or two for the prompt; sends what waits.
  func look(_ status: SharingStatus) -> [String] {
    guard status.address != nil else { return [] }
    let signedOut = state.withLock { state in
      state.hasToSend = status.waiting > 0
      if state.work == nil {
        state.work = Task { [weak self] in await self?.keepInTouch() }
      } else if status.waiting > 0,
        state.failed.map({ $0.duration(to: .now) > Self.shortestPause }) ?? true
      {
        waking.wake()
      }
      return state.signedOut
    }
    var words: [String] = []
    // What somebody without an account does stays here.
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

  /// Ends it; what is under way is broken off, and goes on with the next sync.
  func stop() async {
    let work = state.withLock { state in
      defer { state.work = nil }
      return state.work
    }
    work?.cancel()
    await work?.value
  }

  private func keepInTouch() async {
    let sharing = sharing()
    var pause = Self.pause
    while !Task.isCancelled {
      let began = ContinuousClock.now
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
        // A file that was disconnected meanwhile needs nobody.
        if error == .notConnected { return }
        // What waits is not to wait for long after a line is there again.
        pause = min(
          pause * 2, state.withLock { $0.hasToSend } ? Self.shortPause : Self.longestPause)
        state.withLock { $0.failed = .now }
      }
      await wait(pause, sharing)
      try? await Task.sleep(until: began + Self.rhythm)
    }
  }

  /// Until there is news, somebody wrote here, or the time is over.
  private func wait(_ pause: Duration, _ sharing: QuietSharing) async {
    // There is news all the time as long as it is not taken.
    let isWell = state.withLock { $0.failed == nil && !$0.isAsking }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await Task.sleep(for: pause) }
      group.addTask { [waking] in await waking.wait() }
      if isWell {
        group.addTask {
          // A server that does not tell, or cannot be reached, leaves the pause to end.
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

/// What keeping in touch needs: a sync that waits for nobody, and being told that there is news.
struct QuietSharing: Sendable {
  /// Qualified names of typed errors are not understood in closures of a structure.
  typealias Failure = Problem

  var sync: @Sendable () async throws(Failure) -> Answer
  /// Whether there is something new at the server, as soon as there is; false when there was nothing for a while, nil where the
  /// server does not tell.
  var news: @Sendable () async -> Bool?

  struct Answer: Sendable {
    /// Who is signed out at the server, by address.
    var signedOut: [String]
    /// Whether much would go here, and waits until somebody was asked.
    var isAsking: Bool
  }
}

/// Wakes whoever waits for it; woken before, it does not let them wait.
private final class Waking: Sendable {
  private struct State {
    var isWoken = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func wake() {
    state.withLock { state in
      if let waiter = state.waiter {
        state.waiter = nil
        waiter.resume()
      } else {
        state.isWoken = true
      }
    }
  }

  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        state.withLock { state in
          guard !state.isWoken, !Task.isCancelled else {
            state.isWoken = false
            return waiter.resume()
          }
          state.waiter = waiter
        }
      }
    } onCancel: {
      state.withLock { state in
        state.waiter?.resume()
        state.waiter = nil
      }
    }
  }
}
