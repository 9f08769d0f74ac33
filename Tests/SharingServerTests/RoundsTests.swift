import Synchronization
import Testing

@testable import SharingServer

@Suite struct RoundsTests {
  private final class Owner: Sendable {
    let count = Mutex(0)
    let rounds = Rounds()
    let told: AsyncStream<Int>.Continuation

    init(_ told: AsyncStream<Int>.Continuation) {
      self.told = told
      rounds.begin(every: .milliseconds(1), isAtOnce: true) { [weak self] in self?.work() }
    }

    private func work() {
      told.yield(
        count.withLock { count in
          count += 1
          return count
        })
    }

    deinit { told.finish() }
  }

  @Test("The work is repeated until its owner is gone")
  func repeats() async {
    let (stream, told) = AsyncStream<Int>.makeStream()
    var owner: Owner? = Owner(told)
    var last = 0
    // When the last reference to `owner` is gone, the repeated work must stop, which ends the
    // stream and this loop. If `rounds` kept `owner` alive, the loop would run forever.
    for await count in stream {
      last = count
      if count == 3 { owner = nil }
    }
    #expect(last >= 3 && owner == nil)
  }

  @Test("Without `isAtOnce` the first round waits for the rhythm")
  func waits() async {
    let count = Mutex(0)
    let rounds = Rounds()
    await withCheckedContinuation { done in
      rounds.begin(every: .seconds(3_600)) { count.withLock { $0 += 1 } }
      rounds.begin(every: .seconds(3_600), isAtOnce: true) { done.resume() }
    }
    #expect(count.withLock { $0 } == 0)
  }
}
