import Synchronization

/// Runs the effects of a test store one job at a time, on the test's own thread and only when the store asks.
///
/// Each effect has a lane, and the effect that started first runs as far as it can before the next one continues. So merged effects run in
/// written order, however often each of them awaits.
final class EffectSteps: Sendable {
  /// The effect steps of the store that began the current effect. A `TestClock` runs them after it
  /// wakes a sleeper.
  @TaskLocal static var current: EffectSteps?

  private let lanes = Mutex<[Lane]>([])

  /// Returns a lane for one more effect, behind the existing lanes.
  func lane() -> Lane {
    let lane = Lane()
    lanes.withLock { $0.append(lane) }
    return lane
  }

  /// Runs jobs, and the jobs that they enqueue, until no job waits.
  func run() {
    while let lane = lanes.withLock({ $0.first(where: \.isWaiting) }) {
      lane.runNext()
    }
  }

  final class Lane: TaskExecutor {
    private let waiting = Mutex<[UnownedJob]>([])

    var isWaiting: Bool { waiting.withLock { !$0.isEmpty } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      waiting.withLock { $0.append(job) }
    }

    func runNext() {
      let job = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
