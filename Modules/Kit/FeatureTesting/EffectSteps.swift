import Synchronization

/// Runs the effects (work that a feature requests) of a test store. They run one job at a time, on
/// the test's own thread and only when the store or the test clock calls `run`.
///
/// Each effect has its own queue of jobs, a lane. The effect that started first runs as far as
/// possible before the next effect continues. Effects that a feature merges therefore run in
/// written order, independent of the number of awaits in each effect.
final class EffectSteps: Sendable {
  /// The object that runs the current effect (work that a feature requests) of a test store. An
  /// effect that sleeps leaves this object in the `TestClock`. When the clock wakes the effect, it
  /// calls `run`, so that the effect continues before the test does.
  @TaskLocal static var current: EffectSteps?

  private let lanes = Mutex<[Lane]>([])

  /// Returns the executor for a new effect (work that a feature requests): a queue of jobs. `run`
  /// takes a job from the queue only if no effect that started earlier has a waiting job.
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
