import Synchronization

/// Runs the effects of a test store one job at a time, on the test's own thread and only when the
/// store requests it.
///
/// Each effect has its own queue of jobs, a lane. The effect that started first runs as far as
/// possible before the next effect continues. Merged effects therefore run in written order,
/// independent of the number of awaits in each effect.
final class EffectSteps: Sendable {
  /// The effect steps of the test store whose effect is running. When `TestClock` wakes a sleeping
  /// effect, it uses them to let the effect continue before the test does.
  @TaskLocal static var current: EffectSteps?

  private let lanes = Mutex<[Lane]>([])

  /// Returns the executor for a new effect: a queue whose jobs run only when no effect that started
  /// earlier has a waiting job.
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
